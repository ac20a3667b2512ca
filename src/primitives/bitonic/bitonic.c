/* SPDX-License-Identifier: MIT */
/*
 * Bitonic sort: Batcher (1968), with the first step of each merge mirrored so that every comparator
 * points one way and rows past the last need not exist.
 *
 * Beyond one workgroup the rows lie in the outputs and are sorted in place. Row numbers lie in the
 * row output, else in a value output, whose values replace them last; scratch is needed for what
 * the caller doesn't ask for.
 */
#include "primitives/bitonic/bitonic.h"

#include <string.h>

#include "base/arithmetic.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/bitonic/bitonic_local.wgsl.h"
#include "primitives/bitonic/bitonic_merge.wgsl.h"
#include "primitives/bitonic/bitonic_order.wgsl.h"
#include "primitives/bitonic/bitonic_step.wgsl.h"
#include "primitives/bitonic/rows_kept.wgsl.h"
#include "primitives/bitonic/rows_none.wgsl.h"
#include "primitives/common/launch.h"
#include "primitives/gather/gather.h"

/* What every node of a sort knows. */
typedef struct bitonic_data {
    wgs_row_count rows;
    uint32_t shift;
    uint32_t mask;
    wgs_key_map map;
    uint64_t max_groups;
    uint32_t width;       /* of bitonic_local */
    uint32_t row_numbers; /* of bitonic_local */
    uint32_t distance;    /* of bitonic_step */
    uint32_t mirrored;    /* of bitonic_step */
} bitonic_data;

static void prepare_local(void const* data, uint32_t const* values, wgs_launch* launch) {
    bitonic_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_bitonic_local_params const params = {
        .count = count,
        .shift = sort->shift,
        .mask = sort->mask,
        .flip = sort->map.flip,
        .negative = sort->map.negative,
        .row_numbers = sort->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, sort->width, sort->max_groups);
}

static void prepare_step(void const* data, uint32_t const* values, wgs_launch* launch) {
    bitonic_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_bitonic_step_params const params = {
        .count = count,
        .shift = sort->shift,
        .mask = sort->mask,
        .flip = sort->map.flip,
        .negative = sort->map.negative,
        .distance = sort->distance,
        .mirrored = sort->mirrored,
    };
    memcpy(launch->params, &params, sizeof params);
    uint64_t const comparators = wgs_divide_up(count, 2ull * sort->distance) * sort->distance;
    launch->workgroups = wgs_step_groups(comparators, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static void prepare_merge(void const* data, uint32_t const* values, wgs_launch* launch) {
    bitonic_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_bitonic_merge_params const params = {
        .count = count,
        .shift = sort->shift,
        .mask = sort->mask,
        .flip = sort->map.flip,
        .negative = sort->map.negative,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, 2 * WGS_BITONIC_LOCAL_ROWS, sort->max_groups);
}

static wgs_variant local_variant(uint32_t width, uint32_t column_count) {
    return (wgs_variant){
        .kernel = &wgs_kernel_bitonic_local,
        .fragment_count = 3,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_key_order,
             wgs_payload_fragment(column_count)},
        .constant_count = 1,
        .constants = {{"WIDTH", width}},
        .bounds_proved = true,
    };
}

static wgs_variant
memory_variant(wgs_kernel const* kernel, char const* width_name, bool with_rows) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 4,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_key_order,
             &wgs_fragment_bitonic_order,
             with_rows ? &wgs_fragment_rows_kept : &wgs_fragment_rows_none},
        .constant_count = 1,
        .constants = {{width_name, WGS_BITONIC_LOCAL_ROWS}},
        .bounds_proved = true,
    };
}

static bitonic_data make_data(WGSGraph graph, wgs_word_sort const* sort) {
    return (bitonic_data){
        .rows = wgs_row_source_count(&sort->rows),
        .shift = sort->bit_count == 0 ? 0 : sort->first_bit,
        .mask = wgs_bit_mask(sort->bit_count),
        .map = sort->map,
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
}

static wgs_kernel_request make_request(wgs_word_sort const* sort, bitonic_data const* data) {
    return (wgs_kernel_request){
        .parent = sort->parent,
        .data = data,
        .data_size = sizeof *data,
    };
}

static WGSStatus add_local(
    WGSGraph graph,
    wgs_word_sort const* sort,
    uint32_t width,
    WGSView keys,
    uint32_t column_count,
    wgs_word_sort_column const* columns,
    char const* function,
    WGSError* error) {
    bitonic_data data = make_data(graph, sort);
    data.width = width;
    data.row_numbers = column_count > 0 && columns[0].in.buffer == NULL;
    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_BINDINGS] = {
        {"keys_in", sort->keys_in, WGSAccess_StorageRead},
        {"keys_out", keys, WGSAccess_StorageWrite},
    };
    wgs_kernel_request request = make_request(sort, &data);
    request.role = "local";
    request.note = sort->note;
    request.variant = local_variant(width, column_count);
    request.prepare = prepare_local;
    size_t const use_count = 2 + wgs_payload_uses(column_count, columns, sort->keys_in, &uses[2]);
    return wgs_add_row_kernel(graph, &sort->rows, request, use_count, uses, function, error);
}

/* One node of a merge in memory; `rows` has no buffer where keys alone are sorted. */
static WGSStatus add_memory_node(
    WGSGraph graph,
    wgs_word_sort const* sort,
    bitonic_data const* data,
    WGSView keys,
    WGSView rows,
    char const* function,
    WGSError* error) {
    bool const with_rows = rows.buffer != NULL;
    bool const is_step = data->distance != 0;
    wgs_kernel_binding_use uses[3] = {
        {"keys", keys, WGSAccess_StorageReadWrite},
        {"rows", rows, WGSAccess_StorageReadWrite},
    };
    wgs_kernel_request request = make_request(sort, data);
    request.role = is_step ? "step" : "merge";
    request.variant = is_step ? memory_variant(&wgs_kernel_bitonic_step, "WG_SIZE", with_rows)
                              : memory_variant(&wgs_kernel_bitonic_merge, "WIDTH", with_rows);
    request.prepare = is_step ? prepare_step : prepare_merge;
    return wgs_add_row_kernel(
        graph, &sort->rows, request, with_rows ? 2 : 1, uses, function, error);
}

static WGSStatus add_merges(
    WGSGraph graph,
    wgs_word_sort const* sort,
    WGSView keys,
    WGSView rows,
    char const* function,
    WGSError* error) {
    bitonic_data data = make_data(graph, sort);
    for (uint64_t size = 2 * WGS_BITONIC_LOCAL_ROWS; size / 2 < sort->rows.capacity; size *= 2) {
        data.mirrored = 1;
        for (uint64_t distance = size / 2; distance > WGS_BITONIC_LOCAL_ROWS || data.mirrored;
             distance /= 2) {
            data.distance = (uint32_t)distance;
            WGS_TRY(add_memory_node(graph, sort, &data, keys, rows, function, error));
            data.mirrored = 0;
        }
        data.distance = 0;
        WGS_TRY(add_memory_node(graph, sort, &data, keys, rows, function, error));
    }
    return WGSStatus_Success;
}

/* The column whose output can hold row numbers during the sort: generated ones, else any. */
static uint32_t row_holder(wgs_word_sort const* sort) {
    for (uint32_t i = 0; i < sort->column_count; i++)
        if (sort->columns[i].in.buffer == NULL)
            return i;
    return 0;
}

static WGSStatus add_columns(
    WGSGraph graph,
    wgs_word_sort const* sort,
    WGSView rows,
    uint32_t holder,
    char const* function,
    WGSError* error) {
    for (uint32_t i = 0; i < sort->column_count; i++)
        if (i != holder)
            WGS_TRY(wgs_gather_add(
                graph,
                sort->parent,
                "values",
                rows,
                sort->columns[i].in,
                sort->columns[i].out,
                &sort->rows,
                function,
                error));
    if (sort->column_count > 0 && sort->columns[holder].in.buffer != NULL)
        WGS_TRY(wgs_gather_add_in_place(
            graph,
            sort->parent,
            "values",
            sort->columns[holder].in,
            rows,
            &sort->rows,
            function,
            error));
    return WGSStatus_Success;
}

static WGSStatus
add_in_memory(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error) {
    uint64_t const size = 4ull * sort->rows.capacity;
    WGSBuffer scratch;
    WGSView keys = sort->keys_out;
    if (keys.buffer == NULL) {
        WGS_TRY(
            wgs_graph_add_scratch(graph, sort->parent, "keys", size, &scratch, function, error));
        keys = wgs_words_view(scratch, sort->rows.capacity);
    }
    uint32_t const holder = row_holder(sort);
    WGSView rows = {0};
    if (sort->column_count > 0) {
        rows = sort->columns[holder].out;
        rows.format = WGSFormat_Uint32;
    } else if (sort->bit_count < 32) {
        WGS_TRY(
            wgs_graph_add_scratch(graph, sort->parent, "rows", size, &scratch, function, error));
        rows = wgs_words_view(scratch, sort->rows.capacity);
    }
    wgs_word_sort_column const row_numbers = {.out = rows};
    WGS_TRY(add_local(
        graph,
        sort,
        WGS_BITONIC_LOCAL_ROWS,
        keys,
        rows.buffer != NULL,
        &row_numbers,
        function,
        error));
    WGS_TRY(add_merges(graph, sort, keys, rows, function, error));
    return add_columns(graph, sort, rows, holder, function, error);
}

static WGSStatus
add_in_workgroup(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error) {
    uint32_t width = 2;
    while (width < sort->rows.capacity)
        width *= 2;
    WGSView keys = sort->keys_out;
    if (keys.buffer == NULL) {
        WGSBuffer scratch;
        WGS_TRY(wgs_graph_add_scratch(
            graph, sort->parent, "keys", 4ull * sort->rows.capacity, &scratch, function, error));
        keys = wgs_words_view(scratch, sort->rows.capacity);
    }
    return add_local(graph, sort, width, keys, sort->column_count, sort->columns, function, error);
}

WGSStatus
wgs_bitonic_add(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error) {
    if (sort->rows.capacity <= WGS_BITONIC_LOCAL_ROWS)
        return add_in_workgroup(graph, sort, function, error);
    return add_in_memory(graph, sort, function, error);
}
