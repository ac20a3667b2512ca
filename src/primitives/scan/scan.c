/* SPDX-License-Identifier: MIT */
/* Reduce, then scan: Dotsenko et al. (2008), Merrill and Grimshaw (2009). */
#include "wgsort/scan.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "kernels/scan_slots.wgsl.h"
#include "kernels/scan_sum.wgsl.h"
#include "kernels/scan_whole.wgsl.h"
#include "kernels/workgroup_scan.wgsl.h"
#include "plan/grid.h"
#include "primitives/common/launch.h"
#include "primitives/common/word_sort.h"
#include "primitives/scan/elements_apart.wgsl.h"
#include "primitives/scan/elements_in_place.wgsl.h"
#include "primitives/scan/scan_downsweep.wgsl.h"
#include "primitives/scan/scan_max.wgsl.h"
#include "primitives/scan/scan_min.wgsl.h"
#include "primitives/scan/scan_reduce.wgsl.h"
#include "primitives/scan/scan_rows.h"
#include "primitives/scan/scan_segmented.wgsl.h"
#include "primitives/scan/scan_sequence.h"
#include "primitives/scan/scan_sum_f32.wgsl.h"
#include "primitives/scan/scan_tuning.h"
#include "primitives/scan/segment_flags.wgsl.h"
#include "primitives/scan/segment_flags_none.wgsl.h"

static char const function[] = "wgsGraphAddScan";

/* What every node of a scan knows. */
typedef struct scan_data {
    wgs_row_count elements; /* of the chunk */
    uint32_t tile;
    uint32_t max_groups;
    uint32_t first_group; /* groups of earlier chunks */
    bool alone;           /* the only chunk, in one group */
    bool inclusive;
    wgs_scan_rows_shape sums; /* what the scan of sums covers */
    wgs_scan_operator operator;
} scan_data;

static void prepare_reduce(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    uint32_t const count = wgs_row_count_resolve(scan->elements, values);
    wgs_tiling const tiling = wgs_tiling_for(count, scan->tile, scan->max_groups);
    struct wgs_scan_reduce_params const params = {
        .count = count,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = scan->max_groups,
        .first_group = scan->first_group,
        .started_offset = scan->sums.started_offset,
        .identity = scan->operator.identity,
        .flip = scan->operator.map.flip,
        .negative = scan->operator.map.negative,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(scan->elements, count, scan->tile, scan->max_groups);
}

static void prepare_sums(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    wgs_scan_rows_shape shape = scan->sums;
    if (shape.groups == 0)
        shape.count = wgs_row_count_resolve(scan->elements, values);
    wgs_scan_rows_launch(shape, launch);
}

static void prepare_downsweep(void const* data, uint32_t const* values, wgs_launch* launch) {
    scan_data const* const scan = data;
    uint32_t const count = wgs_row_count_resolve(scan->elements, values);
    wgs_tiling const tiling = wgs_tiling_for(count, scan->tile, scan->max_groups);
    struct wgs_scan_downsweep_params const params = {
        .count = count,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = scan->max_groups,
        .first_group = scan->first_group,
        .alone = scan->alone,
        .inclusive = scan->inclusive,
        .identity = scan->operator.identity,
        .flip = scan->operator.map.flip,
        .negative = scan->operator.map.negative,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(scan->elements, count, scan->tile, scan->max_groups);
}

/* One scan being added. */
typedef struct scan_build {
    WGSGraph graph;
    WGSScanDescriptor const* descriptor;
    wgs_scan_sequence sequence;
    char label[WGS_LABEL_SIZE];
    uint32_t items;
    bool one_group;
    uint32_t max_groups;  /* of a chunk */
    uint32_t group_count; /* of all chunks */
    WGSView sums;
    wgs_scan_operator operator;
    WGSError* error;
} scan_build;

static wgs_scan_operator choose_operator(WGSScanOperation operation, WGSFormat format) {
    bool const is_float = format == WGSFormat_Float32;
    if (operation == WGSScanOperation_Sum)
        return (wgs_scan_operator){
            .fragment = is_float ? &wgs_fragment_scan_sum_f32 : &wgs_fragment_scan_sum};
    bool const least = operation == WGSScanOperation_Minimum;
    uint32_t const infinity = least ? 0xFF800000u : 0x007FFFFFu; /* + and -, as ordered words */
    return (wgs_scan_operator){
        .fragment = least ? &wgs_fragment_scan_min : &wgs_fragment_scan_max,
        .map = wgs_key_map_for(format, WGSDirection_Ascending, 0),
        .identity = is_float ? infinity
                    : least  ? UINT32_MAX
                             : 0,
    };
}

static void add_fragment(wgs_variant* variant, wgs_fragment const* fragment) {
    variant->fragments[variant->fragment_count++] = fragment;
}

static wgs_variant make_variant(scan_build const* build, wgs_kernel const* kernel) {
    bool const segmented = build->sequence.flags != NULL;
    wgs_variant variant = {
        .kernel = kernel,
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", build->items}},
        .bounds_proved = true,
    };
    add_fragment(&variant, &wgs_fragment_linear_grid);
    add_fragment(&variant, &wgs_fragment_key_order);
    add_fragment(&variant, &wgs_fragment_workgroup_scan);
    add_fragment(&variant, build->operator.fragment);
    add_fragment(&variant, segmented ? &wgs_fragment_scan_segmented : &wgs_fragment_scan_whole);
    add_fragment(
        &variant, segmented ? &wgs_fragment_segment_flags : &wgs_fragment_segment_flags_none);
    return variant;
}

static wgs_row_source rows_of(scan_build const* build, uint64_t length) {
    return (wgs_row_source){
        (uint32_t)length, build->descriptor->count, build->descriptor->gpuCount.view};
}

static scan_data make_data(scan_build const* build, size_t chunk, uint32_t first_group) {
    wgs_row_source const source = rows_of(build, build->sequence.in[chunk].length);
    return (scan_data){
        .elements = wgs_row_source_count(&source),
        .tile = WGS_WORKGROUP_SIZE * build->items,
        .max_groups = build->max_groups,
        .first_group = first_group,
        .alone = build->one_group,
        .inclusive = build->descriptor->mode == WGSScanMode_Inclusive,
        .sums =
            {
                .rows = 1,
                .tile = WGS_WORKGROUP_SIZE * build->items,
                .max_groups = build->max_groups,
                .groups = build->sequence.chunk_count > 1 ? build->group_count : 0,
                .started_offset = build->group_count + 1,
                .identity = build->operator.identity,
            },
        .operator= build->operator, };
}

/* Adds one node of chunk `chunk`; `uses` has `use_count` entries and room for two. */
static WGSStatus add_node(
    scan_build const* build,
    size_t chunk,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses) {
    wgs_row_source const source = rows_of(build, build->sequence.in[chunk].length);
    request.parent = build->label;
    request.data_size = sizeof(scan_data);
    return wgs_add_tiled_kernel(
        build->graph, &source, request, use_count, uses, function, build->error);
}

static size_t
add_flags(scan_build const* build, size_t chunk, size_t use_count, wgs_kernel_binding_use* uses) {
    if (build->sequence.flags != NULL)
        uses[use_count++] =
            (wgs_kernel_binding_use){"flags", build->sequence.flags[chunk], WGSAccess_StorageRead};
    return use_count;
}

static WGSStatus add_reduce(scan_build const* build, size_t chunk, scan_data const* data) {
    wgs_kernel_binding_use uses[4] = {
        {"elements_in", build->sequence.in[chunk], WGSAccess_StorageRead},
        {"sums", build->sums, WGSAccess_StorageReadWrite},
    };
    size_t const use_count = add_flags(build, chunk, 2, uses);
    wgs_kernel_request request = {
        .role = "reduce",
        .variant = make_variant(build, &wgs_kernel_scan_reduce),
        .prepare = prepare_reduce,
        .data = data,
    };
    add_fragment(&request.variant, &wgs_fragment_scan_slots);
    return add_node(build, chunk, request, use_count, uses);
}

static WGSStatus add_sums(scan_build const* build, scan_data const* data) {
    bool const segmented = build->sequence.flags != NULL;
    wgs_kernel_binding_use uses[2] = {{"sums", build->sums, WGSAccess_StorageReadWrite}};
    wgs_kernel_request const request = {
        .role = "sums",
        .variant = wgs_scan_rows_variant(
            build->operator.fragment,
            segmented ? &wgs_fragment_scan_segmented : &wgs_fragment_scan_whole),
        .prepare = prepare_sums,
        .data = data,
    };
    return add_node(build, 0, request, 1, uses);
}

static WGSStatus add_downsweep(scan_build const* build, size_t chunk, scan_data const* data) {
    bool const in_place = build->descriptor->inPlace;
    wgs_kernel_binding_use uses[5] = {
        {"sums", build->sums, WGSAccess_StorageRead},
        {"elements_out",
         build->sequence.out[chunk],
         in_place ? WGSAccess_StorageReadWrite : WGSAccess_StorageWrite},
        {"elements_in", build->sequence.in[chunk], WGSAccess_StorageRead},
    };
    size_t const use_count = add_flags(build, chunk, in_place ? 2 : 3, uses);
    wgs_kernel_request request = {
        .role = "downsweep",
        .variant = make_variant(build, &wgs_kernel_scan_downsweep),
        .prepare = prepare_downsweep,
        .data = data,
    };
    add_fragment(
        &request.variant,
        in_place ? &wgs_fragment_elements_in_place : &wgs_fragment_elements_apart);
    return add_node(build, chunk, request, use_count, uses);
}

/* The groups of a chunk, at its full length. */
static uint32_t chunk_groups(scan_build const* build, size_t chunk) {
    return wgs_tiling_max_groups(
        (uint32_t)build->sequence.in[chunk].length,
        WGS_WORKGROUP_SIZE * build->items,
        build->max_groups);
}

typedef WGSStatus (*add_chunk_node)(scan_build const* build, size_t chunk, scan_data const* data);

static WGSStatus add_for_chunks(scan_build const* build, add_chunk_node add) {
    uint32_t first_group = 0;
    for (size_t c = 0; c < build->sequence.chunk_count; c++) {
        if (build->sequence.in[c].length == 0)
            continue;
        scan_data const data = make_data(build, c, first_group);
        WGS_TRY(add(build, c, &data));
        first_group += chunk_groups(build, c);
    }
    return WGSStatus_Success;
}

static WGSStatus add_nodes(scan_build* build) {
    wgs_row_source const source = rows_of(build, build->sequence.length);
    WGS_TRY(wgs_gpu_count_add_exceeded(
        build->graph,
        build->label,
        &source,
        build->descriptor->gpuCount.exceeded,
        function,
        build->error));
    if (build->sequence.length == 0)
        return WGSStatus_Success;
    for (size_t c = 0; c < build->sequence.chunk_count; c++)
        build->group_count += chunk_groups(build, c);
    uint64_t const sums_length =
        (build->group_count + 1ull) * (build->sequence.flags != NULL ? 2 : 1);
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        build->graph, build->label, "sums", 4 * sums_length, &buffer, function, build->error));
    build->sums = wgs_words_view(buffer, sums_length);
    if (!build->one_group) {
        WGS_TRY(add_for_chunks(build, add_reduce));
        scan_data const data = make_data(build, 0, 0);
        WGS_TRY(add_sums(build, &data));
    }
    return add_for_chunks(build, add_downsweep);
}

/* Whether one chunk, or none, holds all of the sequence. */
static bool is_one_chunk(wgs_scan_sequence const* sequence) {
    size_t filled = 0;
    for (size_t c = 0; c < sequence->chunk_count; c++)
        filled += sequence->in[c].length > 0;
    return filled <= 1;
}

WGSStatus wgsGraphAddScan(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    scan_build build = {.graph = graph, .descriptor = descriptor, .error = error};
    WGS_TRY(wgs_scan_check(graph, descriptor, &build.sequence, function, error));
    wgs_label(build.label, descriptor->label, "scan");
    uint64_t const grid =
        wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
    build.items = build.sequence.flags != NULL ? WGS_SCAN_SEGMENTED_ITEMS : WGS_SCAN_ITEMS;
    build.one_group = is_one_chunk(&build.sequence) &&
                      build.sequence.length <=
                          (uint64_t)WGS_WORKGROUP_SIZE * build.items * WGS_SCAN_ONE_GROUP_TILES;
    build.max_groups = build.one_group ? 1 : (uint32_t)wgs_min_u64(WGS_SCAN_MAX_GROUPS, grid);
    build.operator= choose_operator(descriptor->operation, build.sequence.in[0].format);
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(&build);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
