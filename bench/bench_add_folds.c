/* SPDX-License-Identifier: MIT */
/* Scan, reduce, histogram, gather. */
#include "bench_add.h"
#include "bench_buffer.h"
#include "bench_tally.h"

WGSFormat wgs_bench_key_format(wgs_bench_key key) {
    static WGSFormat const formats[WGS_BENCH_KEY_COUNT] = {
        [WGS_BENCH_U32] = WGSFormat_Uint32,
        [WGS_BENCH_I32] = WGSFormat_Sint32,
        [WGS_BENCH_F32] = WGSFormat_Float32,
        [WGS_BENCH_U64] = WGSFormat_Uint64,
        [WGS_BENCH_I64] = WGSFormat_Sint64,
        [WGS_BENCH_F64] = WGSFormat_Float64,
    };
    return formats[key];
}

WGSStatus wgs_bench_import_view(
    wgs_bench_subject* subject,
    wgs_bench_role role,
    WGSFormat format,
    uint64_t length,
    WGSView* view,
    WGSError* error) {
    WGSImportDescriptor const descriptor = {.buffer = subject->buffers[role]};
    *view = (WGSView){0};
    if (descriptor.buffer == NULL)
        return WGSStatus_Success;
    WGS_TRY(wgsGraphImportBuffer(subject->graph, &descriptor, &view->buffer, error));
    view->format = format;
    view->length = length;
    return WGSStatus_Success;
}

WGSStatus wgs_bench_add_scan(wgs_bench_subject* subject, WGSError* error) {
    static WGSScanOperation const operations[] = {
        WGSScanOperation_Sum, WGSScanOperation_Minimum, WGSScanOperation_Maximum};
    wgs_bench_case const* const what = &subject->what;
    WGSFormat const format = wgs_bench_key_format(what->key);
    uint64_t const rows = what->rows;
    if (what->operation == WGS_BENCH_EXTENT)
        return wgs_bench_error(
            error, WGSStatus_Unsupported, WGSErrorId_FeatureUnsupported, "scans have no extent");
    WGSScanDescriptor descriptor = {
        .mode = wgs_bench_case_inclusive(what) ? WGSScanMode_Inclusive : WGSScanMode_Exclusive,
        .operation = operations[what->operation],
    };
    WGS_TRY(wgs_bench_import_view(subject, WGS_BENCH_KEYS_IN, format, rows, &descriptor.in, error));
    WGS_TRY(
        wgs_bench_import_view(subject, WGS_BENCH_KEYS_OUT, format, rows, &descriptor.out, error));
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_TABLE_IN, WGSFormat_Uint32, rows, &descriptor.segmentFlags, error));
    return wgsGraphAddScan(subject->graph, &descriptor, error);
}

WGSStatus wgs_bench_add_reduce(wgs_bench_subject* subject, WGSError* error) {
    static WGSReduceOperation const operations[] = {
        WGSReduceOperation_Sum,
        WGSReduceOperation_Minimum,
        WGSReduceOperation_Maximum,
        WGSReduceOperation_Extent};
    wgs_bench_case const* const what = &subject->what;
    WGSFormat const format = wgs_bench_key_format(what->key);
    uint64_t const results = what->operation == WGS_BENCH_EXTENT ? 2 : 1;
    WGSReduceDescriptor descriptor = {.operation = operations[what->operation]};
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_KEYS_IN, format, what->rows, &descriptor.in, error));
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_KEYS_OUT, format, results, &descriptor.out, error));
    return wgsGraphAddReduce(subject->graph, &descriptor, error);
}

WGSStatus wgs_bench_add_histogram(wgs_bench_subject* subject, WGSError* error) {
    wgs_bench_case const* const what = &subject->what;
    WGSHistogramDescriptor descriptor = {
        .domain = WGSHistogramDomain_Range,
        .low = wgs_bench_lowest(what->key),
        .high = wgs_bench_highest(what->key),
    };
    WGS_TRY(wgs_bench_import_view(
        subject,
        WGS_BENCH_KEYS_IN,
        wgs_bench_key_format(what->key),
        what->rows,
        &descriptor.in,
        error));
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_KEYS_OUT, WGSFormat_Uint32, what->bins, &descriptor.bins, error));
    return wgsGraphAddHistogram(subject->graph, &descriptor, error);
}

WGSStatus wgs_bench_add_gather(wgs_bench_subject* subject, WGSError* error) {
    WGSFormat const format = wgs_bench_key_format(subject->what.key);
    uint64_t const rows = subject->what.rows;
    WGSGatherDescriptor descriptor = {0};
    WGS_TRY(wgs_bench_import_view(
        subject, WGS_BENCH_ROWS_IN, WGSFormat_Uint32, rows, &descriptor.rows, error));
    WGS_TRY(wgs_bench_import_view(subject, WGS_BENCH_KEYS_IN, format, rows, &descriptor.in, error));
    WGS_TRY(
        wgs_bench_import_view(subject, WGS_BENCH_KEYS_OUT, format, rows, &descriptor.out, error));
    return wgsGraphAddGather(subject->graph, &descriptor, error);
}
