/* SPDX-License-Identifier: MIT */
/* Reduce, then scan: Dotsenko et al. (2008), Merrill and Grimshaw (2009). */
#include "wgsort/scan.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/linear_grid.wgsl.h"
#include "kernels/scan_slots.wgsl.h"
#include "kernels/workgroup_scan.wgsl.h"
#include "plan/grid.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/common/word_sort.h"
#include "primitives/scan/scan_downsweep.wgsl.h"
#include "primitives/scan/scan_reduce.wgsl.h"
#include "primitives/scan/scan_rows.h"
#include "primitives/scan/scan_tuning.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_SCAN_ITEMS };

static char const function[] = "wgsGraphAddScan";

typedef struct scan_data {
    wgs_row_count elements;
    uint32_t max_groups; /* 1: the one-dispatch form */
    bool inclusive;
} scan_data;

static void prepare_reduce(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    uint32_t const count = wgs_row_count_resolve(scan->elements, values);
    wgs_tiling const tiling = wgs_tiling_for(count, TILE, scan->max_groups);
    struct wgs_scan_reduce_params const params = {
        .count = count,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = scan->max_groups,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(scan->elements, count, TILE, scan->max_groups);
}

static void prepare_sums(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    wgs_scan_rows_shape const shape = {
        .rows = 1,
        .count = wgs_row_count_resolve(scan->elements, values),
        .tile = TILE,
        .max_groups = scan->max_groups,
    };
    wgs_scan_rows_launch(shape, launch);
}

static void prepare_downsweep(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    uint32_t const count = wgs_row_count_resolve(scan->elements, values);
    wgs_tiling const tiling = wgs_tiling_for(count, TILE, scan->max_groups);
    struct wgs_scan_downsweep_params const params = {
        .count = count,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = scan->max_groups,
        .inclusive = scan->inclusive,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(scan->elements, count, TILE, scan->max_groups);
}

static wgs_variant scan_variant(wgs_kernel const* kernel) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 2,
        .fragments = {&wgs_fragment_linear_grid, &wgs_fragment_workgroup_scan},
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", WGS_SCAN_ITEMS}},
        .bounds_proved = true,
    };
}

static wgs_variant reduce_variant(void) {
    wgs_variant variant = scan_variant(&wgs_kernel_scan_reduce);
    variant.fragments[variant.fragment_count++] = &wgs_fragment_scan_slots;
    return variant;
}

static WGSStatus check_scan(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error) {
    unsigned const formats = WGS_FORMAT_BIT(WGSFormat_Uint32) | WGS_FORMAT_BIT(WGSFormat_Sint32);
    WGSView const* const in = &descriptor->in;
    WGSView const* const out = &descriptor->out;
    if ((unsigned)descriptor->mode > WGSScanMode_Inclusive)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: mode is %u",
            function,
            (unsigned)descriptor->mode);
    WGS_TRY(wgs_view_check(graph, in, formats, function, "in", error));
    WGS_TRY(wgs_view_check(graph, out, formats, function, "out", error));
    if (out->format != in->format)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: out has format %u but in has %u",
            function,
            (unsigned)out->format,
            (unsigned)in->format);
    if (out->length < in->length)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: out holds %llu elements but in has %llu",
            function,
            (unsigned long long)out->length,
            (unsigned long long)in->length);
    WGS_TRY(wgs_row_limit_check(in->length, function, error));
    WGS_TRY(wgs_view_check_distinct(in, "in", out, "out", function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, in->length, function, "count", error));
    return wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error);
}

static WGSStatus add_nodes(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error) {
    char label[WGS_LABEL_SIZE];
    wgs_label(label, descriptor->label, "scan");
    uint32_t const length = (uint32_t)descriptor->in.length;
    bool const one_group = length <= TILE * WGS_SCAN_ONE_GROUP_TILES;
    uint64_t const grid =
        wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
    wgs_row_source const source = {length, descriptor->count, descriptor->gpuCount.view};
    scan_data const data = {
        .elements = wgs_row_source_count(&source),
        .max_groups = one_group ? 1 : (uint32_t)wgs_min_u64(WGS_SCAN_MAX_GROUPS, grid),
        .inclusive = descriptor->mode == WGSScanMode_Inclusive,
    };
    uint64_t const sums_length = wgs_tiling_max_groups(length, TILE, data.max_groups) + 1ull;
    WGSBuffer sums_buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph, label, "sums", 4 * sums_length, &sums_buffer, function, error));
    wgs_kernel_binding_use const in = {"elements_in", descriptor->in, WGSAccess_StorageRead};
    WGSView const sums = wgs_words_view(sums_buffer, sums_length);
    WGS_TRY(wgs_gpu_count_add_exceeded(
        graph, label, &source, descriptor->gpuCount.exceeded, function, error));
    wgs_kernel_binding_use uses[4];
    wgs_kernel_request request = {
        .parent = label,
        .data = &data,
        .data_size = sizeof data,
    };
    if (!one_group) {
        request.role = "reduce";
        request.variant = reduce_variant();
        request.prepare = prepare_reduce;
        uses[0] = in;
        uses[1] = (wgs_kernel_binding_use){"sums", sums, WGSAccess_StorageWrite};
        WGS_TRY(wgs_add_tiled_kernel(graph, &source, request, 2, uses, function, error));
        request.role = "sums";
        request.variant = wgs_scan_rows_variant();
        request.prepare = prepare_sums;
        uses[0] = (wgs_kernel_binding_use){"sums", sums, WGSAccess_StorageReadWrite};
        WGS_TRY(wgs_add_tiled_kernel(graph, &source, request, 1, uses, function, error));
    }
    request.role = "downsweep";
    request.variant = scan_variant(&wgs_kernel_scan_downsweep);
    request.prepare = prepare_downsweep;
    uses[0] = in;
    uses[1] = (wgs_kernel_binding_use){"elements_out", descriptor->out, WGSAccess_StorageWrite};
    uses[2] = (wgs_kernel_binding_use){"sums", sums, WGSAccess_StorageRead};
    return wgs_add_tiled_kernel(graph, &source, request, 3, uses, function, error);
}

WGSStatus wgsGraphAddScan(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: descriptor is NULL",
            function);
    WGS_TRY(check_scan(graph, descriptor, error));
    if (descriptor->in.length == 0)
        return WGSStatus_Success;
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(graph, descriptor, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
