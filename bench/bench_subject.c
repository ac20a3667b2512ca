/* SPDX-License-Identifier: MIT */
#include "bench_subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench_add.h"
#include "bench_buffer.h"
#include "bench_sizes.h"

/* A table of the functions that add a primitive's nodes; copies have a graph of their own. */
static WGSStatus (*const adders[WGS_BENCH_PRIMITIVE_COUNT])(
    wgs_bench_subject* subject, WGSError* error) = {
    [WGS_BENCH_SORT] = wgs_bench_add_sort,
    [WGS_BENCH_SCAN] = wgs_bench_add_scan,
    [WGS_BENCH_GATHER] = wgs_bench_add_gather,
    [WGS_BENCH_REDUCE] = wgs_bench_add_reduce,
    [WGS_BENCH_HISTOGRAM] = wgs_bench_add_histogram,
    [WGS_BENCH_SEGMENTS] = wgs_bench_add_segments,
    [WGS_BENCH_BATCH] = wgs_bench_add_batch,
    [WGS_BENCH_COUNTING] = wgs_bench_add_counting,
    [WGS_BENCH_COMPARATOR] = wgs_bench_add_comparator,
};

/* Words of a row in the input roles. */
static uint32_t key_words_in(wgs_bench_case const* what) {
    bool const records = what->primitive == WGS_BENCH_COMPARATOR && what->mode == WGS_BENCH_PAIRS;
    return wgs_bench_key_words(what->key) + (records ? 1 : 0);
}

static uint32_t row_words_in(wgs_bench_case const* what) {
    if (what->primitive == WGS_BENCH_COMPARATOR)
        return 0;
    return what->primitive == WGS_BENCH_GATHER ? 1 : what->value_size / 4;
}

/* Words of the whole role: 0 when it is empty. */
static uint64_t table_in(wgs_bench_case const* what) {
    if (what->primitive == WGS_BENCH_SEGMENTS && what->form != WGS_BENCH_DESCRIPTORS)
        return wgs_bench_case_segments(what) + 1;
    return wgs_bench_case_by_flags(what) ? what->rows : 0;
}

static uint64_t keys_out(wgs_bench_case const* what) {
    switch (what->primitive) {
    case WGS_BENCH_HISTOGRAM:
        return what->bins;
    case WGS_BENCH_REDUCE:
        return what->operation == WGS_BENCH_EXTENT ? 2 : 1;
    case WGS_BENCH_SORT:
    case WGS_BENCH_BATCH:
    case WGS_BENCH_COUNTING:
        return what->mode == WGS_BENCH_ARGSORT ? 0 : what->rows * key_words_in(what);
    default:
        return what->rows * key_words_in(what);
    }
}

static uint64_t rows_out(wgs_bench_case const* what) {
    if (!wgs_bench_case_is_sort(what) || what->primitive == WGS_BENCH_COMPARATOR)
        return 0;
    return what->mode == WGS_BENCH_ARGSORT ? what->rows : what->rows * (what->value_size / 4);
}

static WGSStatus create_buffers(wgs_bench_subject* subject, WGSError* error) {
    static char const* const names[WGS_BENCH_ROLE_COUNT] = {
        "keys in", "rows in", "the table in", "keys out", "rows out", "the table out"};
    wgs_bench_case const* const what = &subject->what;
    uint64_t const words[WGS_BENCH_ROLE_COUNT] = {
        [WGS_BENCH_KEYS_IN] = what->rows * key_words_in(what),
        [WGS_BENCH_ROWS_IN] = what->rows * row_words_in(what),
        [WGS_BENCH_TABLE_IN] = table_in(what),
        [WGS_BENCH_KEYS_OUT] = keys_out(what),
        [WGS_BENCH_ROWS_OUT] = rows_out(what),
        [WGS_BENCH_TABLE_OUT] =
            what->primitive == WGS_BENCH_COUNTING ? what->bins + UINT64_C(1) : 0,
    };
    for (unsigned role = 0; role < WGS_BENCH_ROLE_COUNT; role++)
        if (words[role] != 0)
            WGS_TRY(wgs_bench_buffer_create(
                subject->context, names[role], 4 * words[role], &subject->buffers[role], error));
    return WGSStatus_Success;
}

static void fill_keys(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_fill_keys(&((wgs_bench_subject const*)source)->input, first, count, words);
}

/* A key and its row number. */
static void fill_records(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_subject const* const subject = source;
    for (size_t i = 0; i < count; i++) {
        words[2 * i] = (uint32_t)wgs_bench_input_bits(&subject->input, first + i);
        words[2 * i + 1] = (uint32_t)(first + i);
    }
}

static void fill_rows(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_subject const* const subject = source;
    if (subject->what.primitive == WGS_BENCH_GATHER)
        wgs_bench_fill_gather_rows(&subject->input, first, count, words);
    else
        wgs_bench_fill_values(subject->what.value_size / 4, first, count, words);
}

/* Where a segment starts; behind the last one, where that ends. */
static void fill_starts(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_case const* const what = &((wgs_bench_subject const*)source)->what;
    for (size_t i = 0; i < count; i++) {
        uint64_t const start = (first + i) * what->segment_rows;
        words[i] = (uint32_t)(start < what->rows ? start : what->rows);
    }
}

static void fill_flags(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_case const* const what = &((wgs_bench_subject const*)source)->what;
    for (size_t i = 0; i < count; i++)
        words[i] = (first + i) % what->segment_rows == 0 ? 1 : 0;
}

static WGSStatus fill_role(
    wgs_bench_subject* subject,
    wgs_bench_role role,
    uint64_t rows,
    uint32_t words,
    wgs_bench_fill fill,
    WGSError* error) {
    WGPUBuffer const buffer = subject->buffers[role];
    if (buffer == NULL)
        return WGSStatus_Success;
    return wgs_bench_buffer_fill(subject->context, buffer, rows, words, fill, subject, error);
}

static WGSStatus fill_buffers(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    uint64_t const rows = what->rows;
    bool const records = what->primitive == WGS_BENCH_COMPARATOR && what->mode == WGS_BENCH_PAIRS;
    WGS_TRY(fill_role(
        subject,
        WGS_BENCH_KEYS_IN,
        rows,
        key_words_in(what),
        records ? fill_records : fill_keys,
        error));
    WGS_TRY(fill_role(subject, WGS_BENCH_ROWS_IN, rows, row_words_in(what), fill_rows, error));
    wgs_bench_fill const table = wgs_bench_case_by_flags(what) ? fill_flags : fill_starts;
    return fill_role(subject, WGS_BENCH_TABLE_IN, table_in(what), 1, table, error);
}

static WGSStatus compile(wgs_bench_subject* subject, WGSError* error) {
    WGS_TRY(wgsGraphCompile(subject->graph, NULL, &subject->program, error));
    WGSProgramStats stats;
    WGS_TRY(wgsProgramGetStats(subject->program, &stats, error));
    subject->scratch_bytes = stats.physicalTransientBytes;
    subject->dispatch_count = stats.dispatchCount;
    subject->work = (wgs_bench_work){.record = wgs_bench_record_program, .data = subject->program};
    for (unsigned role = WGS_BENCH_KEYS_OUT; role <= WGS_BENCH_TABLE_OUT; role++)
        if (subject->buffers[role] != NULL)
            subject->work.outputs[subject->work.output_count++] = subject->buffers[role];
    return WGSStatus_Success;
}

static WGSStatus build_program(wgs_bench_subject* subject, WGSError* error) {
    char const* const name = wgs_bench_primitive_name(subject->what.primitive);
    WGS_TRY(create_buffers(subject, error));
    WGS_TRY(fill_buffers(subject, error));
    WGSGraphDescriptor const label = {.label = {name, WGPU_STRLEN}};
    WGS_TRY(wgsContextCreateGraph(subject->context, &label, &subject->graph, error));
    (void)snprintf(subject->algorithm, sizeof subject->algorithm, "%s", name);
    WGS_TRY(adders[subject->what.primitive](subject, error));
    return compile(subject, error);
}

static WGSStatus build_copy(wgs_bench_subject* subject, WGSError* error) {
    uint32_t const words = wgs_bench_key_words(subject->what.key);
    WGS_TRY(wgs_bench_copy_init(
        &subject->copy, subject->context, 4 * subject->what.rows * words, error));
    WGS_TRY(wgs_bench_buffer_fill(
        subject->context,
        subject->copy.from,
        subject->what.rows,
        words,
        fill_keys,
        subject,
        error));
    bool const by_kernel = subject->what.by_kernel;
    subject->work = by_kernel ? subject->copy.by_kernel : subject->copy.by_command;
    subject->dispatch_count = by_kernel ? 1 : 0;
    (void)snprintf(
        subject->algorithm, sizeof subject->algorithm, "%s", by_kernel ? "kernel" : "command");
    return WGSStatus_Success;
}

static WGSStatus check_rows(wgs_bench_case const* what, WGSError* error) {
    if (what->rows <= WGS_BENCH_MAX_ROWS)
        return WGSStatus_Success;
    return wgs_bench_error(
        error,
        WGSStatus_TooLarge,
        WGSErrorId_TooManyRows,
        "%" PRIu64 " rows but a sort takes %" PRIu64,
        what->rows,
        WGS_BENCH_MAX_ROWS);
}

/* "unstable pairs, 256 values": what a table's last column says, where it has no reason. */
static void describe(wgs_bench_subject* subject) {
    wgs_bench_case const* const what = &subject->what;
    char variant[32];
    char extra[40] = "";
    char const* const mode = what->primitive == WGS_BENCH_SORT ? "" : wgs_bench_case_mode(what);
    wgs_bench_case_variant(what, variant);
    if (what->segment_rows > 0)
        (void)snprintf(
            extra,
            sizeof extra,
            ", %" PRIu64 " of %" PRIu32,
            wgs_bench_case_segments(what),
            what->segment_rows);
    else if (what->bins > 0)
        (void)snprintf(
            extra,
            sizeof extra,
            what->primitive == WGS_BENCH_HISTOGRAM ? "%" PRIu32 " bins" : ", %" PRIu32 " values",
            what->bins);
    (void)snprintf(
        subject->detail,
        sizeof subject->detail,
        "%s%s%s%s",
        mode,
        *mode == 0 || *variant == 0 ? "" : " ",
        variant,
        extra);
}

WGSStatus wgs_bench_subject_init(
    wgs_bench_subject* subject, WGSContext context, wgs_bench_case const* what, WGSError* error) {
    subject->what = *what;
    subject->context = context;
    subject->input = wgs_bench_case_input(what);
    WGS_TRY(check_rows(what, error));
    describe(subject);
    WGS_TRY(
        what->primitive == WGS_BENCH_COPY ? build_copy(subject, error)
                                          : build_program(subject, error));
    subject->traffic = wgs_bench_traffic(subject);
    return WGSStatus_Success;
}

void wgs_bench_subject_free(wgs_bench_subject* subject) {
    wgsProgramRelease(subject->program);
    wgsGraphRelease(subject->graph);
    wgs_bench_copy_free(&subject->copy);
    for (unsigned role = 0; role < WGS_BENCH_ROLE_COUNT; role++)
        if (subject->buffers[role] != NULL)
            wgpuBufferRelease(subject->buffers[role]);
    memset(subject, 0, sizeof *subject);
}
