/* SPDX-License-Identifier: MIT */
#include "bench_subject.h"

#include <stdio.h>
#include <string.h>

#include "bench_buffer.h"

static WGSFormat const key_formats[WGS_BENCH_KEY_COUNT] = {
    [WGS_BENCH_U32] = WGSFormat_Uint32,
    [WGS_BENCH_I32] = WGSFormat_Sint32,
    [WGS_BENCH_F32] = WGSFormat_Float32,
    [WGS_BENCH_U64] = WGSFormat_Uint64,
    [WGS_BENCH_I64] = WGSFormat_Sint64,
    [WGS_BENCH_F64] = WGSFormat_Float64,
};

static WGSAlgorithm const algorithms[WGS_BENCH_ALGORITHM_COUNT] = {
    [WGS_BENCH_AUTO] = WGSAlgorithm_Auto,
    [WGS_BENCH_RADIX] = WGSAlgorithm_Radix,
    [WGS_BENCH_BITONIC] = WGSAlgorithm_Bitonic,
};

static WGSFormat value_format(uint32_t size) {
    WGSFormat const formats[] = {
        WGSFormat_Uint32, WGSFormat_Uint64, WGSFormat_Uint32x3, WGSFormat_Uint32x4};
    return formats[size / 4 - 1];
}

char const* wgs_bench_case_work(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SORT ? wgs_bench_mode_name(what->mode)
                                             : wgs_bench_primitive_name(what->primitive);
}

/* Words of a row in the rows role: 0 when the role is empty. */
static uint32_t row_words_in(wgs_bench_case const* what) {
    if (what->primitive == WGS_BENCH_GATHER)
        return 1;
    bool const pairs = what->primitive == WGS_BENCH_SORT && what->mode == WGS_BENCH_PAIRS;
    return pairs ? what->value_size / 4 : 0;
}

static uint32_t row_words_out(wgs_bench_case const* what) {
    if (what->primitive != WGS_BENCH_SORT || what->mode == WGS_BENCH_KEYS)
        return 0;
    return what->mode == WGS_BENCH_PAIRS ? what->value_size / 4 : 1;
}

static uint32_t key_words_out(wgs_bench_case const* what) {
    bool const argsort = what->primitive == WGS_BENCH_SORT && what->mode == WGS_BENCH_ARGSORT;
    return argsort ? 0 : wgs_bench_key_words(what->key);
}

static WGSStatus create_buffers(wgs_bench_subject* subject, WGSError* error) {
    static char const* const names[WGS_BENCH_ROLE_COUNT] = {
        "keys in", "rows in", "keys out", "rows out"};
    wgs_bench_case const* const what = &subject->what;
    uint32_t const words[WGS_BENCH_ROLE_COUNT] = {
        [WGS_BENCH_KEYS_IN] = wgs_bench_key_words(what->key),
        [WGS_BENCH_ROWS_IN] = row_words_in(what),
        [WGS_BENCH_KEYS_OUT] = key_words_out(what),
        [WGS_BENCH_ROWS_OUT] = row_words_out(what),
    };
    for (unsigned role = 0; role < WGS_BENCH_ROLE_COUNT; role++)
        if (words[role] != 0)
            WGS_TRY(wgs_bench_buffer_create(
                subject->context,
                names[role],
                4 * what->rows * words[role],
                &subject->buffers[role],
                error));
    return WGSStatus_Success;
}

static void fill_keys(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_fill_keys(&((wgs_bench_subject const*)source)->input, first, count, words);
}

static void fill_rows(void const* source, uint64_t first, size_t count, uint32_t* words) {
    wgs_bench_subject const* const subject = source;
    if (subject->what.primitive == WGS_BENCH_GATHER)
        wgs_bench_fill_gather_rows(&subject->input, first, count, words);
    else
        wgs_bench_fill_values(subject->what.value_size / 4, first, count, words);
}

static WGSStatus fill_buffers(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    WGS_TRY(wgs_bench_buffer_fill(
        subject->context,
        subject->buffers[WGS_BENCH_KEYS_IN],
        what->rows,
        wgs_bench_key_words(what->key),
        fill_keys,
        subject,
        error));
    if (subject->buffers[WGS_BENCH_ROWS_IN] == NULL)
        return WGSStatus_Success;
    return wgs_bench_buffer_fill(
        subject->context,
        subject->buffers[WGS_BENCH_ROWS_IN],
        what->rows,
        row_words_in(what),
        fill_rows,
        subject,
        error);
}

/* The view of a role's buffer; empty where the role is. */
static WGSStatus import_view(
    wgs_bench_subject* subject,
    wgs_bench_role role,
    WGSFormat format,
    WGSView* view,
    WGSError* error) {
    WGSImportDescriptor const descriptor = {.buffer = subject->buffers[role]};
    *view = (WGSView){0};
    if (descriptor.buffer == NULL)
        return WGSStatus_Success;
    WGS_TRY(wgsGraphImportBuffer(subject->graph, &descriptor, &view->buffer, error));
    view->format = format;
    view->length = subject->what.rows;
    return WGSStatus_Success;
}

static WGSStatus add_sort(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    WGSFormat const key_format = key_formats[what->key];
    bool const pairs = what->mode == WGS_BENCH_PAIRS;
    WGSFormat const row_format = pairs ? value_format(what->value_size) : WGSFormat_Uint32;
    WGSSortKey key = {0};
    WGSSortValue value = {0};
    WGSView rows_out;
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_IN, key_format, &key.in, error));
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_OUT, key_format, &key.out, error));
    WGS_TRY(import_view(subject, WGS_BENCH_ROWS_IN, row_format, &value.in, error));
    WGS_TRY(import_view(subject, WGS_BENCH_ROWS_OUT, row_format, &rows_out, error));
    WGSSortDescriptor descriptor = {
        .keyCount = 1,
        .keys = &key,
        .algorithm = algorithms[what->algorithm],
    };
    if (pairs) {
        value.out = rows_out;
        descriptor.valueCount = 1;
        descriptor.values = &value;
    } else {
        descriptor.rowsOut = rows_out;
    }
    WGS_TRY(wgsGraphAddSort(subject->graph, &descriptor, &subject->sort, error));
    (void)snprintf(
        subject->algorithm,
        sizeof subject->algorithm,
        "%s",
        wgsAlgorithmGetName(subject->sort.resolvedAlgorithm));
    return WGSStatus_Success;
}

static WGSStatus add_scan(wgs_bench_subject* subject, WGSError* error) {
    WGSFormat const format = key_formats[subject->what.key];
    WGSScanDescriptor descriptor = {.mode = WGSScanMode_Exclusive};
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_IN, format, &descriptor.in, error));
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_OUT, format, &descriptor.out, error));
    (void)snprintf(subject->algorithm, sizeof subject->algorithm, "scan");
    return wgsGraphAddScan(subject->graph, &descriptor, error);
}

static WGSStatus add_gather(wgs_bench_subject* subject, WGSError* error) {
    WGSFormat const format = key_formats[subject->what.key];
    WGSGatherDescriptor descriptor = {0};
    WGS_TRY(import_view(subject, WGS_BENCH_ROWS_IN, WGSFormat_Uint32, &descriptor.rows, error));
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_IN, format, &descriptor.in, error));
    WGS_TRY(import_view(subject, WGS_BENCH_KEYS_OUT, format, &descriptor.out, error));
    (void)snprintf(subject->algorithm, sizeof subject->algorithm, "gather");
    return wgsGraphAddGather(subject->graph, &descriptor, error);
}

static WGSStatus compile(wgs_bench_subject* subject, WGSError* error) {
    WGS_TRY(wgsGraphCompile(subject->graph, NULL, &subject->program, error));
    WGSProgramStats stats;
    WGS_TRY(wgsProgramGetStats(subject->program, &stats, error));
    subject->scratch_bytes = stats.physicalTransientBytes;
    subject->dispatch_count = stats.dispatchCount;
    subject->work = (wgs_bench_work){.record = wgs_bench_record_program, .data = subject->program};
    for (unsigned role = WGS_BENCH_KEYS_OUT; role <= WGS_BENCH_ROWS_OUT; role++)
        if (subject->buffers[role] != NULL)
            subject->work.outputs[subject->work.output_count++] = subject->buffers[role];
    return WGSStatus_Success;
}

static WGSStatus build_program(wgs_bench_subject* subject, WGSError* error) {
    WGS_TRY(create_buffers(subject, error));
    WGS_TRY(fill_buffers(subject, error));
    WGSGraphDescriptor const label = {
        .label = {wgs_bench_primitive_name(subject->what.primitive), WGPU_STRLEN}};
    WGS_TRY(wgsContextCreateGraph(subject->context, &label, &subject->graph, error));
    if (subject->what.primitive == WGS_BENCH_SORT)
        WGS_TRY(add_sort(subject, error));
    else if (subject->what.primitive == WGS_BENCH_SCAN)
        WGS_TRY(add_scan(subject, error));
    else
        WGS_TRY(add_gather(subject, error));
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

WGSStatus wgs_bench_subject_init(
    wgs_bench_subject* subject, WGSContext context, wgs_bench_case const* what, WGSError* error) {
    subject->what = *what;
    subject->context = context;
    subject->input = (wgs_bench_input){what->key, what->distribution, what->rows};
    WGS_TRY(
        what->primitive == WGS_BENCH_COPY ? build_copy(subject, error)
                                          : build_program(subject, error));
    subject->traffic = wgs_bench_traffic(what, &subject->sort, subject->dispatch_count);
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
