/* SPDX-License-Identifier: MIT */
/* Reads results back, slice by slice or as a small table, and hands them to the checker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_buffer.h"
#include "bench_subject.h"
#include "bench_tally.h"

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

static bool has_columns(wgs_bench_case const* what) {
    return what->primitive != WGS_BENCH_REDUCE && what->primitive != WGS_BENCH_HISTOGRAM;
}

/* A record is a key, and in pairs the row number behind it: the two are taken apart in place. */
static bool check_records(
    wgs_bench_subject const* subject, wgs_bench_check* check, uint32_t* words, size_t count) {
    if (subject->what.mode == WGS_BENCH_KEYS)
        return wgs_bench_check_sort(check, words, NULL, 0, count);
    uint32_t* const rows = malloc(count * sizeof *rows);
    if (rows == NULL) {
        (void)snprintf(check->failure, sizeof check->failure, "no memory to check records");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        rows[i] = words[2 * i + 1];
        words[i] = words[2 * i];
    }
    bool const right = wgs_bench_check_sort(check, words, rows, 1, count);
    free(rows);
    return right;
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
    case WGS_BENCH_COMPARATOR:
        return check_records(subject, check, keys->data, count);
    default:
        return wgs_bench_check_sort(check, keys->data, rows->data, rows->words, count);
    }
}

static WGSStatus check_columns(
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
        wgs_bench_case_is_sort(&subject->what) && subject->what.mode == WGS_BENCH_KEYS;
    *right = *right && wgs_bench_check_end(check, keys_alone);
    return WGSStatus_Success;
}

static WGSStatus verify_columns(
    wgs_bench_subject const* subject, wgs_bench_check* check, bool* right, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    bool const copies = what->primitive == WGS_BENCH_COPY;
    bool const pairs = what->mode == WGS_BENCH_PAIRS;
    bool const records = what->primitive == WGS_BENCH_COMPARATOR && pairs;
    output keys = {
        .buffer = copies ? subject->copy.to : subject->buffers[WGS_BENCH_KEYS_OUT],
        .words = wgs_bench_key_words(what->key) + (records ? 1 : 0),
    };
    output rows = {
        .buffer = subject->buffers[WGS_BENCH_ROWS_OUT],
        .words = pairs ? what->value_size / 4 : 1,
    };
    bool const numbered_by_segment =
        what->primitive == WGS_BENCH_SEGMENTS || what->primitive == WGS_BENCH_BATCH;
    check->segment_rows = what->segment_rows;
    check->segment_row_numbers = numbered_by_segment && what->mode == WGS_BENCH_ARGSORT;
    check->unstable = what->primitive == WGS_BENCH_COUNTING && what->order == WGS_BENCH_UNSTABLE;
    check->inclusive = wgs_bench_case_inclusive(what);
    check->operation = what->operation;
    WGSStatus const status = check_columns(subject, check, &keys, &rows, right, error);
    free(keys.data);
    free(rows.data);
    return status;
}

/* --- Tables ----------------------------------------------------------------------------------- */

typedef struct table {
    wgs_bench_role role; /* WGS_BENCH_ROLE_COUNT: the primitive gives none */
    size_t words;
} table;

static table table_of(wgs_bench_case const* what) {
    switch (what->primitive) {
    case WGS_BENCH_REDUCE:
        return (table){WGS_BENCH_KEYS_OUT, what->operation == WGS_BENCH_EXTENT ? 2 : 1};
    case WGS_BENCH_HISTOGRAM:
        return (table){WGS_BENCH_KEYS_OUT, what->bins};
    case WGS_BENCH_COUNTING:
        return (table){WGS_BENCH_TABLE_OUT, what->bins + (size_t)1};
    default:
        return (table){WGS_BENCH_ROLE_COUNT, 0};
    }
}

static bool expect_table(wgs_bench_subject const* subject, uint32_t* expected) {
    wgs_bench_case const* const what = &subject->what;
    if (what->primitive == WGS_BENCH_HISTOGRAM)
        return wgs_bench_tally_bins(&subject->input, what->bins, expected);
    if (what->primitive == WGS_BENCH_COUNTING)
        return wgs_bench_tally_starts(&subject->input, expected);
    wgs_bench_tally_fold(&subject->input, what->operation, expected);
    return true;
}

/* `words` has room for the table and for what is expected, 2 words at least. */
static WGSStatus check_table(
    wgs_bench_subject const* subject,
    wgs_bench_check* check,
    table which,
    uint32_t* words,
    bool* right,
    WGSError* error) {
    uint32_t* const expected = words + which.words;
    WGS_TRY(wgsContextReadBuffer(
        subject->context, subject->buffers[which.role], 0, words, 4 * which.words, error));
    if (!expect_table(subject, expected))
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory to count rows");
    *right = wgs_bench_check_table(check, words, expected, which.words);
    return WGSStatus_Success;
}

static WGSStatus verify_table(
    wgs_bench_subject const* subject,
    wgs_bench_check* check,
    table which,
    bool* right,
    WGSError* error) {
    uint32_t* const words = malloc((2 * which.words + 2) * sizeof *words);
    if (words == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for a table");
    WGSStatus const status = check_table(subject, check, which, words, right, error);
    free(words);
    return status;
}

WGSStatus wgs_bench_subject_verify(
    wgs_bench_subject const* subject, bool* right, char failure[160], WGSError* error) {
    table const which = table_of(&subject->what);
    wgs_bench_check check;
    wgs_bench_check_begin(&check, &subject->input);
    WGSStatus status = WGSStatus_Success;
    *right = true;
    if (which.role < WGS_BENCH_ROLE_COUNT)
        status = verify_table(subject, &check, which, right, error);
    if (status == WGSStatus_Success && *right && has_columns(&subject->what))
        status = verify_columns(subject, &check, right, error);
    memcpy(failure, check.failure, sizeof check.failure);
    return status;
}
