/* SPDX-License-Identifier: MIT */
/* The nodes that make the edges of a histogram, or the table that holds them. */
#include <string.h>

#include "base/error.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/common/launch.h"
#include "primitives/histogram/edge_order.wgsl.h"
#include "primitives/histogram/edges_check.wgsl.h"
#include "primitives/histogram/edges_even_float.wgsl.h"
#include "primitives/histogram/edges_even_integer.wgsl.h"
#include "primitives/histogram/histogram.h"
#include "primitives/reduce/reduce.h"

typedef struct edges_data {
    uint32_t bin_count;
    uint32_t low;
    uint32_t high;
    wgs_edge_order order;
    uint64_t max_groups;
} edges_data;

static void prepare_even(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    edges_data const* const edges = data;
    /* The two kernels of even bins have the same parameters. */
    struct wgs_edges_even_integer_params const params = {
        .bin_count = edges->bin_count,
        .flip = edges->order.map.flip,
        .negative = edges->order.map.negative,
        .minus_zero = edges->order.minus_zero,
    };
    _Static_assert(
        sizeof(struct wgs_edges_even_float_params) == sizeof params, "the same parameters");
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups =
        wgs_step_groups(edges->bin_count + 1ull, WGS_WORKGROUP_SIZE, edges->max_groups);
}

static void prepare_check(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    edges_data const* const edges = data;
    struct wgs_edges_check_params const params = {
        .edge_count = edges->bin_count + 1,
        .flip = edges->order.map.flip,
        .negative = edges->order.map.negative,
        .minus_zero = edges->order.minus_zero,
        .low = edges->low,
        .high = edges->high,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = 1;
}

static wgs_variant edges_variant(wgs_kernel const* kernel) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 3,
        .fragments = {&wgs_fragment_linear_grid, &wgs_fragment_key_order, &wgs_fragment_edge_order},
        .constant_count = 1,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
        .bounds_proved = true,
    };
}

/* A node from a view, under the name that its kernel has for it, to the edges. */
static WGSStatus add_node(
    WGSGraph graph,
    wgs_histogram const* histogram,
    wgs_kernel const* kernel,
    wgs_prepare prepare,
    wgs_kernel_binding_use source,
    WGSView edges,
    char const* function,
    WGSError* error) {
    edges_data const data = {
        .bin_count = histogram->bin_count,
        .low = wgs_edge_least(histogram->format),
        .high = wgs_edge_greatest(histogram->format),
        .order = wgs_edge_order_for(histogram->format),
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
    wgs_kernel_binding_use const uses[] = {source, {"edges_out", edges, WGSAccess_StorageWrite}};
    wgs_kernel_request const request = {
        .parent = histogram->label,
        .role = "edges",
        .variant = edges_variant(kernel),
        .use_count = 2,
        .uses = uses,
        .prepare = prepare,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_graph_add_kernel(graph, &request, function, error);
}

static WGSStatus add_even(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView range,
    WGSView edges,
    char const* function,
    WGSError* error) {
    wgs_kernel const* const kernel = histogram->format == WGSFormat_Float32
                                         ? &wgs_kernel_edges_even_float
                                         : &wgs_kernel_edges_even_integer;
    wgs_kernel_binding_use const source = {"range_in", range, WGSAccess_StorageRead};
    return add_node(graph, histogram, kernel, prepare_even, source, edges, function, error);
}

/* The extent of what counts, then even bins of it. */
static WGSStatus add_automatic(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView edges,
    char const* function,
    WGSError* error) {
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(graph, histogram->label, "range", 8, &buffer, function, error));
    WGSView const range = {buffer, histogram->format, 0, 2};
    wgs_reduction const reduction = {
        .parent = histogram->label,
        .operation = WGSReduceOperation_Extent,
        .in = &histogram->in,
        .mask = histogram->mask.chunk_count > 0 ? &histogram->mask : NULL,
        .finite_only = true,
        .out = range,
        .rows = &histogram->rows,
    };
    WGS_TRY(wgs_reduce_add(graph, &reduction, function, error));
    return add_even(graph, histogram, range, edges, function, error);
}

/* Literal edges as a table. */
static WGSStatus add_table(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView* edges,
    char const* function,
    WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    size_t const count = histogram->bin_count + (size_t)1;
    uint32_t* const words = wgs_allocate(&graph->allocator, count, sizeof *words);
    if (words == NULL)
        return wgs_error_memory(error, function);
    double low = 0;
    double high = 0;
    if (descriptor->domain == WGSHistogramDomain_Range) {
        (void)wgs_edge_literal(histogram->format, descriptor->low, &low);
        (void)wgs_edge_literal(histogram->format, descriptor->high, &high);
        wgs_edges_even(histogram->format, low, high, histogram->bin_count, words);
    } else {
        for (size_t i = 0; i < count; i++) {
            (void)wgs_edge_literal(histogram->format, descriptor->edges[i], &low);
            words[i] = wgs_edge_word(histogram->format, low);
        }
    }
    WGSBuffer buffer = NULL;
    WGSStatus const status = wgs_graph_add_table(
        graph, histogram->label, "edges", words, count, &buffer, function, error);
    wgs_free(&graph->allocator, words);
    *edges = wgs_words_view(buffer, count);
    return status;
}

WGSStatus wgs_histogram_add_edges(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView* edges,
    char const* function,
    WGSError* error) {
    WGSHistogramDescriptor const* const descriptor = histogram->descriptor;
    if (descriptor->domain == WGSHistogramDomain_Range ||
        descriptor->domain == WGSHistogramDomain_Edges)
        return add_table(graph, histogram, edges, function, error);
    uint64_t const count = histogram->bin_count + UINT64_C(1);
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph, histogram->label, "edges", 4 * count, &buffer, function, error));
    *edges = wgs_words_view(buffer, count);
    if (descriptor->domain == WGSHistogramDomain_Automatic)
        return add_automatic(graph, histogram, *edges, function, error);
    if (descriptor->domain == WGSHistogramDomain_RangeView)
        return add_even(graph, histogram, descriptor->domainView, *edges, function, error);
    wgs_kernel_binding_use const source = {
        "edges_in", descriptor->domainView, WGSAccess_StorageRead};
    return add_node(
        graph, histogram, &wgs_kernel_edges_check, prepare_check, source, *edges, function, error);
}
