/* SPDX-License-Identifier: MIT */
/* wgsGraphAddHistogram: checks, then nodes. */
#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/histogram/histogram.h"

static char const function[] = "wgsGraphAddHistogram";

static WGSStatus length_error(
    WGSError* error, char const* name, uint64_t length, char const* wanted, uint64_t limit) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but must hold %s%llu",
        function,
        name,
        (unsigned long long)length,
        wanted,
        (unsigned long long)limit);
}

static WGSStatus check_input(WGSGraph graph, wgs_histogram* histogram, WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    unsigned const formats = WGS_FORMAT_BIT(WGSFormat_Uint32) | WGS_FORMAT_BIT(WGSFormat_Sint32) |
                             WGS_FORMAT_BIT(WGSFormat_Float32);
    WGS_TRY(wgs_chunk_list_take(
        graph,
        &descriptor->in,
        &descriptor->inChunks,
        descriptor->stride == 0 ? 1 : descriptor->stride,
        formats,
        function,
        "in",
        &histogram->in,
        error));
    histogram->format = histogram->in.chunks[0].format;
    histogram->rows = (wgs_row_source){
        (uint32_t)histogram->in.rows, descriptor->count, descriptor->gpuCount.view};
    WGS_TRY(
        wgs_value_check(graph, descriptor->count, histogram->in.rows, function, "count", error));
    return wgs_span_count_check(
        graph, &descriptor->gpuCount, &descriptor->bins, "bins", function, error);
}

/* The mask has a word for every row, chunk by chunk. */
static WGSStatus check_mask(WGSGraph graph, wgs_histogram* histogram, WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    if (descriptor->mask.buffer == NULL && descriptor->maskChunks.chunkCount == 0)
        return WGSStatus_Success;
    WGS_TRY(wgs_chunk_list_take(
        graph,
        &descriptor->mask,
        &descriptor->maskChunks,
        1,
        WGS_FORMAT_BIT(WGSFormat_Uint32),
        function,
        "mask",
        &histogram->mask,
        error));
    if (histogram->mask.chunk_count != histogram->in.chunk_count)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: mask has %zu chunks but in has %zu",
            function,
            histogram->mask.chunk_count,
            histogram->in.chunk_count);
    for (size_t i = 0; i < histogram->mask.chunk_count; i++)
        if (histogram->mask.chunks[i].length != wgs_chunk_rows(&histogram->in, i))
            return length_error(
                error,
                "a chunk of mask",
                histogram->mask.chunks[i].length,
                "a word a row: ",
                wgs_chunk_rows(&histogram->in, i));
    return WGSStatus_Success;
}

static WGSStatus check_bins(WGSGraph graph, wgs_histogram* histogram, WGSError* error) {
    WGSView const* const bins = &histogram->descriptor->bins;
    WGS_TRY(wgs_view_check(graph, bins, WGS_FORMAT_BIT(WGSFormat_Uint32), function, "bins", error));
    if (bins->length == 0)
        return length_error(error, "bins", 0, "at least ", 1);
    WGS_TRY(wgs_row_limit_check(bins->length, function, error));
    histogram->bin_count = (uint32_t)bins->length;
    WGS_TRY(wgs_chunk_list_check_distinct(&histogram->in, "in", bins, "bins", function, error));
    return wgs_chunk_list_check_distinct(&histogram->mask, "mask", bins, "bins", function, error);
}

static WGSStatus check_literal(
    wgs_histogram const* histogram,
    char const* name,
    size_t index,
    double value,
    double* rounded,
    WGSError* error) {
    if (wgs_edge_literal(histogram->format, value, rounded))
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_HistogramRange,
        "%s: %s (%zu) is %g, which is not a finite number of the format of in",
        function,
        name,
        index,
        value);
}

static WGSStatus check_edges(wgs_histogram const* histogram, WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    if (descriptor->edges == NULL)
        return wgs_error_null(error, function, "edges");
    if (descriptor->edgeCount != histogram->bin_count + UINT64_C(1))
        return length_error(
            error,
            "edges",
            descriptor->edgeCount,
            "one more than there are bins: ",
            histogram->bin_count + UINT64_C(1));
    double before = 0;
    for (size_t i = 0; i < descriptor->edgeCount; i++) {
        double edge = 0;
        WGS_TRY(check_literal(histogram, "edges", i, descriptor->edges[i], &edge, error));
        if (i > 0 && edge <= before)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_HistogramRange,
                "%s: edge %zu, %.9g, is not above edge %zu, %.9g",
                function,
                i,
                edge,
                i - 1,
                before);
        before = edge;
    }
    return WGSStatus_Success;
}

static WGSStatus
check_domain_view(WGSGraph graph, wgs_histogram const* histogram, WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    WGSView const* const view = &descriptor->domainView;
    bool const is_range = descriptor->domain == WGSHistogramDomain_RangeView;
    uint64_t const length = is_range ? 2 : histogram->bin_count + UINT64_C(1);
    WGS_TRY(wgs_view_check(
        graph, view, WGS_FORMAT_BIT(histogram->format), function, "domainView", error));
    if (view->length != length)
        return length_error(
            error,
            "domainView",
            view->length,
            is_range ? "low and high: " : "one more than there are bins: ",
            length);
    return wgs_view_check_distinct(view, "domainView", &descriptor->bins, "bins", function, error);
}

static WGSStatus check_domain(WGSGraph graph, wgs_histogram const* histogram, WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    double rounded;
    switch (descriptor->domain) {
    case WGSHistogramDomain_Automatic:
        return WGSStatus_Success;
    case WGSHistogramDomain_Range:
        WGS_TRY(check_literal(histogram, "low", 0, descriptor->low, &rounded, error));
        return check_literal(histogram, "high", 1, descriptor->high, &rounded, error);
    case WGSHistogramDomain_Edges:
        return check_edges(histogram, error);
    case WGSHistogramDomain_RangeView:
    case WGSHistogramDomain_EdgesView:
        return check_domain_view(graph, histogram, error);
    default:
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: domain is %u",
            function,
            (unsigned)descriptor->domain);
    }
}

static WGSStatus add_nodes(WGSGraph graph, wgs_histogram const* histogram, WGSError* error) {
    WGSGpuCount const* const gpu_count = &histogram->descriptor->gpuCount;
    WGS_TRY(wgs_gpu_count_add_exceeded(
        graph, histogram->label, &histogram->rows, gpu_count->exceeded, function, error));
    WGSView edges = {0};
    if (histogram->in.rows > 0)
        WGS_TRY(wgs_histogram_add_edges(graph, histogram, &edges, function, error));
    return wgs_histogram_add_counts(graph, histogram, edges, function, error);
}

WGSStatus
wgsGraphAddHistogram(WGSGraph graph, WGSHistogramDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    char label[WGS_LABEL_SIZE];
    wgs_label(label, descriptor->label, "histogram");
    wgs_histogram histogram = {.label = label, .descriptor = descriptor};
    WGS_TRY(check_input(graph, &histogram, error));
    WGS_TRY(check_mask(graph, &histogram, error));
    WGS_TRY(check_bins(graph, &histogram, error));
    WGS_TRY(check_domain(graph, &histogram, error));
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(graph, &histogram, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
