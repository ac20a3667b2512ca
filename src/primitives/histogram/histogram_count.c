/* SPDX-License-Identifier: MIT */
/* The nodes that clear the bins and count rows into them. */
#include <stdio.h>
#include <string.h>

#include "base/arithmetic.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/common/launch.h"
#include "primitives/histogram/bin_search.wgsl.h"
#include "primitives/histogram/edge_order.wgsl.h"
#include "primitives/histogram/edges_copied.wgsl.h"
#include "primitives/histogram/edges_in_memory.wgsl.h"
#include "primitives/histogram/histogram.h"
#include "primitives/histogram/histogram_clear.wgsl.h"
#include "primitives/histogram/histogram_global.wgsl.h"
#include "primitives/histogram/histogram_local.wgsl.h"
#include "primitives/histogram/histogram_tuning.h"
#include "primitives/histogram/mask_none.wgsl.h"
#include "primitives/histogram/mask_words.wgsl.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_HISTOGRAM_ITEMS };

typedef struct count_data {
    wgs_row_span span;
    uint32_t stride;
    uint32_t bin_count;
    wgs_edge_order order;
    uint64_t max_groups;
} count_data;

static void prepare_clear(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    count_data const* const counts = data;
    struct wgs_histogram_clear_params const params = {.bin_count = counts->bin_count};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(counts->bin_count, WGS_WORKGROUP_SIZE, counts->max_groups);
}

static void prepare_local(void const* data, uint32_t const* values, wgs_launch* launch) {
    count_data const* const counts = data;
    uint32_t const count = wgs_row_span_resolve(counts->span, values);
    uint32_t const max_groups = (uint32_t)wgs_min_u64(counts->max_groups, WGS_HISTOGRAM_MAX_GROUPS);
    uint32_t const groups = wgs_tiling_max_groups(count, TILE, max_groups);
    struct wgs_histogram_local_params const params = {
        .count = count,
        .first_row = counts->span.first,
        .group_count = groups,
        .stride = counts->stride,
        .bin_count = counts->bin_count,
        .flip = counts->order.map.flip,
        .negative = counts->order.map.negative,
        .minus_zero = counts->order.minus_zero,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = groups;
}

static void prepare_global(void const* data, uint32_t const* values, wgs_launch* launch) {
    count_data const* const counts = data;
    uint32_t const count = wgs_row_span_resolve(counts->span, values);
    struct wgs_histogram_global_params const params = {
        .count = count,
        .first_row = counts->span.first,
        .stride = counts->stride,
        .bin_count = counts->bin_count,
        .flip = counts->order.map.flip,
        .negative = counts->order.map.negative,
        .minus_zero = counts->order.minus_zero,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, counts->max_groups);
}

static void add_fragment(wgs_variant* variant, wgs_fragment const* fragment) {
    variant->fragments[variant->fragment_count++] = fragment;
}

static void add_constant(wgs_variant* variant, char const* name, uint32_t value) {
    variant->constants[variant->constant_count++] = (wgs_constant){name, value};
}

static wgs_variant clear_variant(void) {
    wgs_variant variant = {.kernel = &wgs_kernel_histogram_clear, .bounds_proved = true};
    add_fragment(&variant, &wgs_fragment_linear_grid);
    add_constant(&variant, "WG_SIZE", WGS_WORKGROUP_SIZE);
    return variant;
}

/* `local_bins` is 0 where the bins are counted in memory. */
static wgs_variant count_variant(uint32_t local_bins, bool masked) {
    wgs_variant variant = {
        .kernel = local_bins > 0 ? &wgs_kernel_histogram_local : &wgs_kernel_histogram_global,
        .bounds_proved = true,
    };
    add_fragment(&variant, &wgs_fragment_linear_grid);
    add_fragment(&variant, &wgs_fragment_key_order);
    add_fragment(&variant, &wgs_fragment_edge_order);
    add_fragment(&variant, &wgs_fragment_bin_search);
    bool const copied = local_bins > 0 && local_bins <= WGS_HISTOGRAM_SOME_BINS;
    add_fragment(&variant, copied ? &wgs_fragment_edges_copied : &wgs_fragment_edges_in_memory);
    add_fragment(&variant, masked ? &wgs_fragment_mask_words : &wgs_fragment_mask_none);
    add_constant(&variant, "WG_SIZE", WGS_WORKGROUP_SIZE);
    if (local_bins > 0) {
        add_constant(&variant, "ITEMS", WGS_HISTOGRAM_ITEMS);
        add_constant(&variant, "LOCAL_BINS", local_bins);
    }
    return variant;
}

static uint32_t choose_local_bins(uint32_t bin_count) {
    if (bin_count <= WGS_HISTOGRAM_FEW_BINS)
        return WGS_HISTOGRAM_FEW_BINS;
    if (bin_count <= WGS_HISTOGRAM_SOME_BINS)
        return WGS_HISTOGRAM_SOME_BINS;
    return bin_count <= WGS_HISTOGRAM_LOCAL_BINS ? WGS_HISTOGRAM_LOCAL_BINS : 0;
}

static WGSStatus add_chunks(
    WGSGraph graph,
    wgs_histogram const* histogram,
    count_data* data,
    WGSView edges,
    char const* function,
    WGSError* error) {
    bool const masked = histogram->mask.chunk_count > 0;
    uint32_t const local_bins = choose_local_bins(histogram->bin_count);
    char note[64];
    (void)snprintf(
        note,
        sizeof note,
        "%u bins counted %s",
        (unsigned)histogram->bin_count,
        local_bins > 0 ? "in workgroup memory" : "in memory");
    wgs_kernel_binding_use uses[5] = {
        {"edges", edges, WGSAccess_StorageRead},
        {"bins", histogram->descriptor->bins, WGSAccess_StorageReadWrite}};
    wgs_kernel_request const request = {
        .parent = histogram->label,
        .role = "counts",
        .note = note,
        .variant = count_variant(local_bins, masked),
        .prepare = local_bins > 0 ? prepare_local : prepare_global,
        .data = data,
        .data_size = sizeof *data,
    };
    for (size_t i = 0; i < histogram->in.chunk_count; i++) {
        data->span.rows = wgs_chunk_rows(&histogram->in, i);
        if (data->span.rows == 0)
            continue;
        uses[2] =
            (wgs_kernel_binding_use){"elements_in", histogram->in.chunks[i], WGSAccess_StorageRead};
        if (masked)
            uses[3] =
                (wgs_kernel_binding_use){"mask", histogram->mask.chunks[i], WGSAccess_StorageRead};
        WGS_TRY(wgs_add_span_kernel(
            graph, &histogram->rows, request, masked ? 4 : 3, uses, function, error));
        data->span.first += data->span.rows;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_histogram_add_counts(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView edges,
    char const* function,
    WGSError* error) {
    count_data data = {
        .span = {.replaceable = histogram->rows.value != NULL},
        .stride = histogram->in.stride,
        .bin_count = histogram->bin_count,
        .order = wgs_edge_order_for(histogram->format),
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
    wgs_kernel_binding_use const bins = {
        "bins", histogram->descriptor->bins, WGSAccess_StorageWrite};
    wgs_kernel_request const clear = {
        .parent = histogram->label,
        .role = "clear",
        .variant = clear_variant(),
        .use_count = 1,
        .uses = &bins,
        .prepare = prepare_clear,
        .data = &data,
        .data_size = sizeof data,
    };
    WGS_TRY(wgs_graph_add_kernel(graph, &clear, function, error));
    if (histogram->in.rows == 0)
        return WGSStatus_Success;
    return add_chunks(graph, histogram, &data, edges, function, error);
}
