/* SPDX-License-Identifier: MIT */
/* Parts of groups of tiles, then a part of parts. */
#include "primitives/reduce/reduce.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/common/word_sort.h"
#include "primitives/reduce/part_extent.wgsl.h"
#include "primitives/reduce/part_float_sum.wgsl.h"
#include "primitives/reduce/part_integer_sum.wgsl.h"
#include "primitives/reduce/reduce_from_elements.wgsl.h"
#include "primitives/reduce/reduce_from_masked.wgsl.h"
#include "primitives/reduce/reduce_from_parts.wgsl.h"
#include "primitives/reduce/reduce_groups.wgsl.h"
#include "primitives/reduce/reduce_tuning.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_REDUCE_ITEMS };

/* What all nodes of a reduction share. */
typedef struct result_shape {
    uint32_t first_word; /* of least, greatest */
    uint32_t word_count;
    wgs_key_map map;
    uint32_t low; /* what counts in an extent, as ordered words */
    uint32_t high;
} result_shape;

typedef struct reduce_data {
    wgs_row_span span;
    uint32_t stride;
    uint32_t groups; /* launched, whatever the count */
    uint32_t first_part;
    bool last;
    result_shape shape;
} reduce_data;

static void prepare_reduce(void const* data, uint32_t const* values, wgs_launch* launch) {
    reduce_data const* const reduce = data;
    uint32_t const count = wgs_row_span_resolve(reduce->span, values);
    struct wgs_reduce_groups_params const params = {
        .count = count,
        .first_row = reduce->span.first,
        .group_count = reduce->groups,
        .first_part = reduce->first_part,
        .stride = reduce->stride,
        .last = reduce->last,
        .first_word = reduce->shape.first_word,
        .word_count = reduce->shape.word_count,
        .flip = reduce->shape.map.flip,
        .negative = reduce->shape.map.negative,
        .low = reduce->shape.low,
        .high = reduce->shape.high,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = reduce->groups;
}

/* Ordered words of the infinities, and of the largest finite numbers inside of them. */
static result_shape shape_of(wgs_reduction const* reduction, WGSFormat format) {
    uint32_t const minus_infinity = 0x007FFFFF;
    uint32_t const infinity = 0xFF800000;
    uint32_t const finite = reduction->finite_only ? 1 : 0;
    bool const is_float = format == WGSFormat_Float32;
    return (result_shape){
        .first_word = reduction->operation == WGSReduceOperation_Maximum,
        .word_count = reduction->operation == WGSReduceOperation_Extent ? 2 : 1,
        .map = wgs_key_map_for(format, WGSDirection_Ascending, 0),
        .low = is_float ? minus_infinity + finite : 0,
        .high = is_float ? infinity - finite : UINT32_MAX,
    };
}

static void add_fragment(wgs_variant* variant, wgs_fragment const* fragment) {
    variant->fragments[variant->fragment_count++] = fragment;
}

static wgs_variant
reduce_variant(WGSReduceOperation operation, WGSFormat format, wgs_fragment const* source) {
    wgs_variant variant = {
        .kernel = &wgs_kernel_reduce_groups,
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", WGS_REDUCE_ITEMS}},
        .bounds_proved = true,
    };
    add_fragment(&variant, &wgs_fragment_linear_grid);
    add_fragment(&variant, source);
    if (operation != WGSReduceOperation_Sum) {
        add_fragment(&variant, &wgs_fragment_key_order);
        add_fragment(&variant, &wgs_fragment_part_extent);
    } else {
        bool const is_float = format == WGSFormat_Float32;
        add_fragment(
            &variant, is_float ? &wgs_fragment_part_float_sum : &wgs_fragment_part_integer_sum);
    }
    return variant;
}

/* Groups of a chunk: its share of all, at least one. */
static uint32_t share_of(wgs_reduction const* reduction, uint32_t rows, uint64_t grid) {
    uint64_t const share =
        wgs_divide_up((uint64_t)rows * WGS_REDUCE_MAX_GROUPS, reduction->in->rows);
    return wgs_tiling_max_groups(rows, TILE, (uint32_t)wgs_min_u64(share, grid));
}

/* Where the parts of a reduction are, chunk by chunk. */
typedef struct part_places {
    uint32_t used_chunks; /* those with rows */
    uint32_t part_count;
} part_places;

static part_places count_parts(wgs_reduction const* reduction, uint64_t grid) {
    part_places places = {0};
    for (size_t i = 0; i < reduction->in->chunk_count; i++) {
        uint32_t const rows = wgs_chunk_rows(reduction->in, i);
        places.used_chunks += rows > 0;
        places.part_count += rows > 0 ? share_of(reduction, rows, grid) : 0;
    }
    return places;
}

/* One node: from rows of a chunk or from parts, to parts or to the result. */
static WGSStatus add_node(
    WGSGraph graph,
    wgs_reduction const* reduction,
    wgs_row_source const* rows,
    char const* role,
    reduce_data const* data,
    wgs_kernel_binding_use const* sources,
    wgs_fragment const* source,
    WGSView out,
    char const* function,
    WGSError* error) {
    size_t const source_count = source == &wgs_fragment_reduce_from_masked ? 2 : 1;
    wgs_kernel_binding_use uses[4] = {{"parts_out", out, WGSAccess_StorageWrite}};
    memcpy(&uses[1], sources, source_count * sizeof *sources);
    wgs_kernel_request const request = {
        .parent = reduction->parent,
        .role = role,
        .variant = reduce_variant(reduction->operation, reduction->out.format, source),
        .prepare = prepare_reduce,
        .data = data,
        .data_size = sizeof *data,
    };
    return wgs_add_span_kernel(graph, rows, request, 1 + source_count, uses, function, error);
}

static WGSStatus add_chunks(
    WGSGraph graph,
    wgs_reduction const* reduction,
    reduce_data data,
    uint64_t grid,
    WGSView out,
    char const* function,
    WGSError* error) {
    bool const masked = reduction->mask != NULL;
    data.span.replaceable = reduction->rows->value != NULL;
    data.stride = reduction->in->stride;
    for (size_t i = 0; i < reduction->in->chunk_count; i++) {
        data.span.rows = wgs_chunk_rows(reduction->in, i);
        if (data.span.rows == 0)
            continue;
        data.groups = data.last ? 1 : share_of(reduction, data.span.rows, grid);
        wgs_kernel_binding_use sources[2] = {
            {"elements_in", reduction->in->chunks[i], WGSAccess_StorageRead}};
        if (masked)
            sources[1] =
                (wgs_kernel_binding_use){"mask", reduction->mask->chunks[i], WGSAccess_StorageRead};
        wgs_fragment const* const source =
            masked ? &wgs_fragment_reduce_from_masked : &wgs_fragment_reduce_from_elements;
        WGS_TRY(add_node(
            graph,
            reduction,
            reduction->rows,
            "groups",
            &data,
            sources,
            source,
            out,
            function,
            error));
        data.span.first += data.span.rows;
        data.first_part += data.groups;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_reduce_add(
    WGSGraph graph, wgs_reduction const* reduction, char const* function, WGSError* error) {
    uint64_t const grid =
        wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
    part_places const places = count_parts(reduction, grid);
    reduce_data data = {.stride = 1, .shape = shape_of(reduction, reduction->out.format)};
    data.last = places.used_chunks == 1 &&
                reduction->in->rows <= (uint64_t)TILE * WGS_REDUCE_ONE_GROUP_TILES;
    if (data.last)
        return add_chunks(graph, reduction, data, grid, reduction->out, function, error);
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph,
        reduction->parent,
        "parts",
        8ull * wgs_max_u64(places.part_count, 1),
        &buffer,
        function,
        error));
    WGSView const parts = wgs_words_view(buffer, buffer->size / 4);
    WGS_TRY(add_chunks(graph, reduction, data, grid, parts, function, error));
    data.last = true;
    data.groups = 1;
    data.span.rows = places.part_count;
    wgs_kernel_binding_use const source = {"parts_in", parts, WGSAccess_StorageRead};
    wgs_row_source const all_parts = {.capacity = places.part_count};
    return add_node(
        graph,
        reduction,
        &all_parts,
        "result",
        &data,
        &source,
        &wgs_fragment_reduce_from_parts,
        reduction->out,
        function,
        error);
}
