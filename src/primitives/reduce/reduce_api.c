/* SPDX-License-Identifier: MIT */
/* wgsGraphAddReduce: checks, then nodes. */
#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/reduce/reduce.h"

static char const function[] = "wgsGraphAddReduce";

static WGSStatus check_reduce(
    WGSGraph graph, WGSReduceDescriptor const* descriptor, wgs_chunk_list* in, WGSError* error) {
    unsigned const formats = WGS_FORMAT_BIT(WGSFormat_Uint32) | WGS_FORMAT_BIT(WGSFormat_Sint32) |
                             WGS_FORMAT_BIT(WGSFormat_Float32);
    if ((unsigned)descriptor->operation > WGSReduceOperation_Extent)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: operation is %u",
            function,
            (unsigned)descriptor->operation);
    WGS_TRY(wgs_chunk_list_take(
        graph, &descriptor->in, &descriptor->inChunks, 1, formats, function, "in", in, error));
    WGSView const* const out = &descriptor->out;
    WGS_TRY(
        wgs_view_check(graph, out, WGS_FORMAT_BIT(in->chunks[0].format), function, "out", error));
    uint64_t const length = descriptor->operation == WGSReduceOperation_Extent ? 2 : 1;
    if (out->length != length)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: out holds %llu elements but the result has %llu",
            function,
            (unsigned long long)out->length,
            (unsigned long long)length);
    WGS_TRY(wgs_chunk_list_check_distinct(in, "in", out, "out", function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, in->rows, function, "count", error));
    return wgs_span_count_check(graph, &descriptor->gpuCount, out, "out", function, error);
}

WGSStatus
wgsGraphAddReduce(WGSGraph graph, WGSReduceDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    wgs_chunk_list in;
    WGS_TRY(check_reduce(graph, descriptor, &in, error));
    char label[WGS_LABEL_SIZE];
    wgs_label(label, descriptor->label, "reduce");
    wgs_row_source const rows = {(uint32_t)in.rows, descriptor->count, descriptor->gpuCount.view};
    wgs_reduction const reduction = {
        .parent = label,
        .operation = descriptor->operation,
        .in = &in,
        .out = descriptor->out,
        .rows = &rows,
    };
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus status = wgs_gpu_count_add_exceeded(
        graph, label, &rows, descriptor->gpuCount.exceeded, function, error);
    if (status == WGSStatus_Success)
        status = wgs_reduce_add(graph, &reduction, function, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
