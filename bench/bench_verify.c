/* SPDX-License-Identifier: MIT */
/* Reads results back slice by slice, and hands them to the checker. */
#include <stdlib.h>
#include <string.h>

#include "bench_buffer.h"
#include "bench_subject.h"

/* One output while it is read. */
typedef struct output {
    WGPUBuffer buffer; /* NULL: there is none */
    uint32_t words;    /* of a row */
    uint32_t* data;    /* a slice */
} output;

static WGSStatus output_open(output* out, uint64_t rows, WGSError* error) {
    if (out->buffer == NULL)
        return WGSStatus_Success;
    out->data = malloc(4 * rows * out->words);
    if (out->data == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for a slice of rows");
    return WGSStatus_Success;
}

static WGSStatus
output_read(output const* out, WGSContext context, uint64_t first, uint64_t rows, WGSError* error) {
    if (out->buffer == NULL)
        return WGSStatus_Success;
    return wgsContextReadBuffer(
        context, out->buffer, 4 * first * out->words, out->data, 4 * rows * out->words, error);
}

static bool check_slice(
    wgs_bench_subject const* subject,
    wgs_bench_check* check,
    output const* keys,
    output const* rows,
    size_t count) {
    switch (subject->what.primitive) {
    case WGS_BENCH_SCAN:
        return wgs_bench_check_scan(check, keys->data, count);
    case WGS_BENCH_GATHER:
        return wgs_bench_check_gather(check, keys->data, count);
    case WGS_BENCH_COPY:
        return wgs_bench_check_copy(check, keys->data, count);
    default:
        return wgs_bench_check_sort(check, keys->data, rows->data, rows->words, count);
    }
}

static WGSStatus check_all(
    wgs_bench_subject const* subject,
    wgs_bench_check* check,
    output* keys,
    output* rows,
    bool* right,
    WGSError* error) {
    uint64_t const total = subject->what.rows;
    uint64_t const slice = total < WGS_BENCH_SLICE_ROWS ? total : WGS_BENCH_SLICE_ROWS;
    WGS_TRY(output_open(keys, slice, error));
    WGS_TRY(output_open(rows, slice, error));
    *right = true;
    for (uint64_t first = 0; first < total && *right; first += slice) {
        uint64_t const count = total - first < slice ? total - first : slice;
        WGS_TRY(output_read(keys, subject->context, first, count, error));
        WGS_TRY(output_read(rows, subject->context, first, count, error));
        *right = check_slice(subject, check, keys, rows, count);
    }
    bool const keys_alone =
        subject->what.primitive == WGS_BENCH_SORT && subject->what.mode == WGS_BENCH_KEYS;
    *right = *right && wgs_bench_check_end(check, keys_alone);
    return WGSStatus_Success;
}

WGSStatus wgs_bench_subject_verify(
    wgs_bench_subject const* subject, bool* right, char failure[160], WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    bool const copies = what->primitive == WGS_BENCH_COPY;
    bool const pairs = what->primitive == WGS_BENCH_SORT && what->mode == WGS_BENCH_PAIRS;
    output keys = {
        .buffer = copies ? subject->copy.to : subject->buffers[WGS_BENCH_KEYS_OUT],
        .words = wgs_bench_key_words(what->key),
    };
    output rows = {
        .buffer = subject->buffers[WGS_BENCH_ROWS_OUT],
        .words = pairs ? what->value_size / 4 : 1,
    };
    wgs_bench_check check;
    wgs_bench_check_begin(&check, &subject->input);
    WGSStatus const status = check_all(subject, &check, &keys, &rows, right, error);
    free(keys.data);
    free(rows.data);
    memcpy(failure, check.failure, sizeof check.failure);
    return status;
}
