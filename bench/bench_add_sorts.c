/* SPDX-License-Identifier: MIT */
/* The sorts. */
#include <stdio.h>
#include <stdlib.h>

#include "bench_add.h"
#include "bench_buffer.h"

/* Each chunk has nodes of its own: beyond, recording is all that takes time. */
enum { MAX_CHUNKS = 4096 };

static WGSAlgorithm const algorithms[WGS_BENCH_ALGORITHM_COUNT] = {
    [WGS_BENCH_AUTO] = WGSAlgorithm_Auto,
    [WGS_BENCH_RADIX] = WGSAlgorithm_Radix,
    [WGS_BENCH_BITONIC] = WGSAlgorithm_Bitonic,
};

WGSFormat wgs_bench_value_format(uint32_t size) {
    WGSFormat const formats[] = {
        WGSFormat_Uint32, WGSFormat_Uint64, WGSFormat_Uint32x3, WGSFormat_Uint32x4};
    return formats[size / 4 - 1];
}

/* The columns of a sort; those that it doesn't have are empty. */
typedef struct sort_columns {
    bool pairs;
    WGSView keys_in;
    WGSView keys_out;
    WGSView rows_in;
    WGSView rows_out;
} sort_columns;

static WGSStatus
import_columns(wgs_bench_subject* subject, sort_columns* columns, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    uint64_t const rows = what->rows;
    WGSFormat const key = wgs_bench_key_format(what->key);
    columns->pairs = what->mode == WGS_BENCH_PAIRS;
    WGSFormat const row =
        columns->pairs ? wgs_bench_value_format(what->value_size) : WGSFormat_Uint32;
    WGS_TRY(wgs_bench_import_view(subject, WGS_BENCH_KEYS_IN, key, rows, &columns->keys_in, error));
    WGS_TRY(
        wgs_bench_import_view(subject, WGS_BENCH_KEYS_OUT, key, rows, &columns->keys_out, error));
    WGS_TRY(wgs_bench_import_view(subject, WGS_BENCH_ROWS_IN, row, rows, &columns->rows_in, error));
    return wgs_bench_import_view(subject, WGS_BENCH_ROWS_OUT, row, rows, &columns->rows_out, error);
}

static void name_algorithm(wgs_bench_subject* subject) {
    (void)snprintf(
        subject->algorithm,
        sizeof subject->algorithm,
        "%s",
        wgsAlgorithmGetName(subject->sort.resolvedAlgorithm));
}

WGSStatus wgs_bench_add_sort(wgs_bench_subject* subject, WGSError* error) {
    sort_columns columns;
    WGS_TRY(import_columns(subject, &columns, error));
    WGSSortKey const key = {.in = columns.keys_in, .out = columns.keys_out};
    WGSSortValue const value = {columns.rows_in, columns.rows_out};
    WGSSortDescriptor const descriptor = {
        .keyCount = 1,
        .keys = &key,
        .valueCount = columns.pairs ? 1 : 0,
        .values = &value,
        .rowsOut = columns.pairs ? (WGSView){0} : columns.rows_out,
        .algorithm = algorithms[subject->what.algorithm],
    };
    WGS_TRY(wgsGraphAddSort(subject->graph, &descriptor, &subject->sort, error));
    name_algorithm(subject);
    return WGSStatus_Success;
}

/* --- Batches ---------------------------------------------------------------------------------- */

enum { VECTOR_COUNT = 4 };

/* Chunks of the four columns, cut from one view each. */
static WGSVector cut_view(WGSView view, wgs_bench_case const* what, size_t count, WGSView* chunks) {
    if (view.buffer == NULL)
        return (WGSVector){0};
    uint64_t const size = wgsFormatGetSize(view.format);
    for (size_t i = 0; i < count; i++) {
        uint64_t const first = (uint64_t)i * what->segment_rows;
        uint64_t const left = what->rows - first;
        chunks[i] = view;
        chunks[i].offset = first * size;
        chunks[i].length = left < what->segment_rows ? left : what->segment_rows;
    }
    return (WGSVector){count, chunks};
}

static WGSStatus add_chunks(
    wgs_bench_subject* subject,
    sort_columns const* columns,
    size_t count,
    WGSView* chunks,
    WGSSortInfo* infos,
    WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    WGSBatchSortKey const key = {
        .in = cut_view(columns->keys_in, what, count, chunks),
        .out = cut_view(columns->keys_out, what, count, chunks + count),
    };
    WGSVector const rows_out = cut_view(columns->rows_out, what, count, chunks + 3 * count);
    WGSBatchSortValue const value = {
        .in = cut_view(columns->rows_in, what, count, chunks + 2 * count),
        .out = rows_out,
    };
    WGSBatchSortDescriptor const descriptor = {
        .keyCount = 1,
        .keys = &key,
        .valueCount = columns->pairs ? 1 : 0,
        .values = &value,
        .rowsOut = columns->pairs ? (WGSVector){0} : rows_out,
        .algorithm = algorithms[what->algorithm],
    };
    WGS_TRY(wgsGraphAddBatchSort(subject->graph, &descriptor, infos, error));
    subject->sort = infos[0];
    subject->last_sort = infos[count - 1];
    name_algorithm(subject);
    return WGSStatus_Success;
}

WGSStatus wgs_bench_add_batch(wgs_bench_subject* subject, WGSError* error) {
    size_t const count = (size_t)wgs_bench_case_segments(&subject->what);
    if (count > MAX_CHUNKS)
        return wgs_bench_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_InvalidSize,
            "%zu chunks but at most %d are measured (--segment-rows makes fewer)",
            count,
            MAX_CHUNKS);
    sort_columns columns;
    WGS_TRY(import_columns(subject, &columns, error));
    WGSView* const chunks = calloc(VECTOR_COUNT * count, sizeof *chunks);
    WGSSortInfo* const infos = calloc(count, sizeof *infos);
    WGSStatus const status =
        chunks == NULL || infos == NULL
            ? wgs_bench_error(
                  error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for chunks")
            : add_chunks(subject, &columns, count, chunks, infos, error);
    free(infos);
    free(chunks);
    return status;
}

/* --- Segments --------------------------------------------------------------------------------- */

static WGSStatus
add_listed(wgs_bench_subject* subject, WGSSegmentedColumns const* columns, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    size_t const count = (size_t)wgs_bench_case_segments(what);
    WGSSegment* const segments = malloc(count * sizeof *segments);
    if (segments == NULL)
        return wgs_bench_error(
            error,
            WGSStatus_OutOfMemory,
            WGSErrorId_HostMemory,
            "no memory for %zu segments",
            count);
    for (size_t i = 0; i < count; i++) {
        uint32_t const first = (uint32_t)i * what->segment_rows;
        uint64_t const left = what->rows - first;
        uint32_t const length = left < what->segment_rows ? (uint32_t)left : what->segment_rows;
        segments[i] = (WGSSegment){first, first, first, first, length};
    }
    WGSSegmentedSortDescriptor const descriptor = {
        .columns = *columns, .segmentCount = count, .segments = segments};
    WGSStatus const status = wgsGraphAddSegmentedSort(subject->graph, &descriptor, error);
    free(segments);
    return status;
}

static WGSStatus
add_by_offsets(wgs_bench_subject* subject, WGSSegmentedColumns const* columns, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    uint64_t const count = wgs_bench_case_segments(what);
    WGSSegmentedSortByOffsetsDescriptor descriptor = {
        .columns = *columns,
        .maxLength = what->form == WGS_BENCH_OFFSETS ? what->segment_rows : 0,
    };
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_TABLE_IN, WGSFormat_Uint32, count, &descriptor.begins, error));
    descriptor.ends = descriptor.begins;
    descriptor.ends.offset = 4;
    return wgsGraphAddSegmentedSortByOffsets(subject->graph, &descriptor, error);
}

WGSStatus wgs_bench_add_segments(wgs_bench_subject* subject, WGSError* error) {
    sort_columns columns;
    WGS_TRY(import_columns(subject, &columns, error));
    WGSSegmentedColumns const given = {
        .keysIn = columns.keys_in,
        .keysOut = columns.keys_out,
        .valuesIn = columns.rows_in,
        .valuesOut = columns.rows_out,
    };
    return subject->what.form == WGS_BENCH_DESCRIPTORS ? add_listed(subject, &given, error)
                                                       : add_by_offsets(subject, &given, error);
}

/* --- Counting sort, comparator sort ------------------------------------------------------------ */

WGSStatus wgs_bench_add_counting(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    bool const stable = what->order == WGS_BENCH_STABLE;
    sort_columns columns;
    WGS_TRY(import_columns(subject, &columns, error));
    WGSSortValue const value = {columns.rows_in, columns.rows_out};
    WGSCountingSortDescriptor descriptor = {
        .keys = columns.keys_in,
        .range = what->bins,
        .order = stable ? WGSCountingOrder_Stable : WGSCountingOrder_Unstable,
        .keysOut = columns.keys_out,
        .valueCount = columns.pairs ? 1 : 0,
        .values = &value,
        .rowsOut = columns.pairs ? (WGSView){0} : columns.rows_out,
    };
    WGS_TRY(wgs_bench_import_view(
        subject,
        WGS_BENCH_TABLE_OUT,
        WGSFormat_Uint32,
        what->bins + UINT64_C(1),
        &descriptor.offsetsOut,
        error));
    return wgsGraphAddCountingSort(subject->graph, &descriptor, error);
}

/* Makes the records of each run the input again: a command before the pass, which timestamps leave
 * out. */
static WGSStatus add_copy(wgs_bench_subject* subject, WGSView from, WGSView to, WGSError* error) {
    WGSCopyDescriptor const descriptor = {
        .label = {"copy", WGPU_STRLEN},
        .source = from.buffer,
        .destination = to.buffer,
        .size = 4 * from.length};
    return wgsGraphAddCopy(subject->graph, &descriptor, NULL, error);
}

/* Pairs are ordered by key, then by row number: an order with one right result. */
WGSStatus wgs_bench_add_comparator(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    bool const pairs = what->mode == WGS_BENCH_PAIRS;
    bool const has_key = what->key == WGS_BENCH_U32 || what->key == WGS_BENCH_I32;
    if (!has_key || what->mode == WGS_BENCH_ARGSORT)
        return wgs_bench_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "comparator sorts are measured with records of a u32 or i32 key, alone or in pairs");
    uint32_t const words = pairs ? 2 : 1;
    WGSView from;
    WGSView to;
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_KEYS_IN, WGSFormat_Uint32, what->rows * words, &from, error));
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_KEYS_OUT, WGSFormat_Uint32, what->rows * words, &to, error));
    WGS_TRY(add_copy(subject, from, to, error));
    char text[256];
    (void)snprintf(
        text,
        sizeof text,
        pairs ? "struct Record { key: %s, row: u32 }\n"
                "fn before(a: Record, b: Record) -> bool {\n"
                "    return a.key < b.key || (a.key == b.key && a.row < b.row);\n"
                "}\n"
              : "struct Record { key: %s }\n"
                "fn before(a: Record, b: Record) -> bool { return a.key < b.key; }\n",
        wgs_bench_key_name(what->key));
    WGSComparatorSortDescriptor const descriptor = {
        .source = {text, WGPU_STRLEN}, .recordSize = 4 * words, .records = to};
    return wgsGraphAddComparatorSort(subject->graph, &descriptor, error);
}
