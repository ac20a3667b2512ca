/* SPDX-License-Identifier: MIT */
/*
 * Radix sort, least significant digit first: Knuth (1973), 5.2.5; on GPUs Harris, Sengupta and
 * Owens (2007), Satish, Harris and Garland (2009), Merrill and Grimshaw (2011).
 */
#include "primitives/radix/radix.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "kernels/scan_sum.wgsl.h"
#include "kernels/scan_whole.wgsl.h"
#include "kernels/workgroup_scan.wgsl.h"
#include "plan/grid.h"
#include "primitives/common/launch.h"
#include "primitives/radix/radix_histogram.wgsl.h"
#include "primitives/radix/radix_scatter.wgsl.h"
#include "primitives/radix/radix_tuning.h"
#include "primitives/scan/scan_rows.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_RADIX_ITEMS };

/* What the three nodes of a pass know. */
typedef struct pass_data {
    wgs_row_count rows;
    uint32_t max_groups;
    uint32_t shift;
    uint32_t mask;
    wgs_key_map in;
    wgs_key_map out;
    uint32_t row_numbers;
} pass_data;

static void prepare_histogram(void const* data, uint32_t const* values, wgs_launch* launch) {
    pass_data const* const pass = data;
    uint32_t const count = wgs_row_count_resolve(pass->rows, values);
    wgs_tiling const tiling = wgs_tiling_for(count, TILE, pass->max_groups);
    struct wgs_radix_histogram_params const params = {
        .count = count,
        .shift = pass->shift,
        .mask = pass->mask,
        .flip = pass->in.flip,
        .negative = pass->in.negative,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = pass->max_groups,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(pass->rows, count, TILE, pass->max_groups);
}

static void prepare_scan(void const* data, uint32_t const* values, wgs_launch* launch) {
    pass_data const* const pass = data;
    wgs_scan_rows_shape const shape = {
        .rows = WGS_RADIX_DIGITS,
        .count = wgs_row_count_resolve(pass->rows, values),
        .tile = TILE,
        .max_groups = pass->max_groups,
    };
    wgs_scan_rows_launch(shape, launch);
}

static void prepare_scatter(void const* data, uint32_t const* values, wgs_launch* launch) {
    pass_data const* const pass = data;
    uint32_t const count = wgs_row_count_resolve(pass->rows, values);
    wgs_tiling const tiling = wgs_tiling_for(count, TILE, pass->max_groups);
    struct wgs_radix_scatter_params const params = {
        .count = count,
        .shift = pass->shift,
        .mask = pass->mask,
        .flip_in = pass->in.flip,
        .negative_in = pass->in.negative,
        .flip_out = pass->out.flip,
        .negative_out = pass->out.negative,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = tiling.group_count,
        .max_groups = pass->max_groups,
        .row_numbers = pass->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_tiling_workgroups(pass->rows, count, TILE, pass->max_groups);
}

static wgs_variant histogram_variant(void) {
    return (wgs_variant){
        .kernel = &wgs_kernel_radix_histogram,
        .fragment_count = 2,
        .fragments = {&wgs_fragment_linear_grid, &wgs_fragment_key_order},
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", WGS_RADIX_ITEMS}},
        .bounds_proved = true,
    };
}

static wgs_variant scatter_variant(uint32_t column_count) {
    return (wgs_variant){
        .kernel = &wgs_kernel_radix_scatter,
        .fragment_count = 6,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_key_order,

             &wgs_fragment_workgroup_scan,
             &wgs_fragment_scan_sum,
             &wgs_fragment_scan_whole,
             wgs_payload_fragment(column_count)},
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", WGS_RADIX_ITEMS}},
        .bounds_proved = true,
    };
}

/* Where the rows of one side of a pass lie. */
typedef struct row_set {
    WGSView keys;
    WGSView columns[WGS_WORD_SORT_MAX_COLUMNS]; /* no buffer: row numbers to be made */
} row_set;

/* Buffers of a sort: passes go from the input to and fro between `other` and `last`, and the last
 * one ends in `last`, which holds the outputs. */
typedef struct row_sets {
    row_set input;
    row_set other;
    row_set last;
} row_sets;

static WGSStatus add_scratch_view(
    WGSGraph graph,
    wgs_word_sort const* sort,
    char const* role,
    WGSView* view,
    char const* function,
    WGSError* error) {
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph, sort->parent, role, 4ull * sort->rows.capacity, &buffer, function, error));
    *view = wgs_words_view(buffer, sort->rows.capacity);
    return WGSStatus_Success;
}

static WGSStatus make_row_sets(
    WGSGraph graph,
    wgs_word_sort const* sort,
    uint32_t passes,
    row_sets* sets,
    char const* function,
    WGSError* error) {
    static char const* const roles[WGS_WORD_SORT_MAX_COLUMNS] = {"values0", "values1"};
    *sets = (row_sets){.input.keys = sort->keys_in, .last.keys = sort->keys_out};
    if (sort->keys_out.buffer == NULL)
        WGS_TRY(add_scratch_view(graph, sort, "keys_last", &sets->last.keys, function, error));
    if (passes > 1)
        WGS_TRY(add_scratch_view(graph, sort, "keys", &sets->other.keys, function, error));
    for (uint32_t i = 0; i < sort->column_count; i++) {
        sets->input.columns[i] = sort->columns[i].in;
        sets->last.columns[i] = sort->columns[i].out;
        if (passes > 1)
            WGS_TRY(
                add_scratch_view(graph, sort, roles[i], &sets->other.columns[i], function, error));
    }
    return WGSStatus_Success;
}

/* The three nodes of a pass, sharing `request`'s label and data. */
static WGSStatus add_pass(
    WGSGraph graph,
    wgs_row_source const* rows,
    wgs_kernel_request request,
    uint32_t column_count,
    row_set const* from,
    row_set const* to,
    WGSView counts,
    char const* function,
    WGSError* error) {
    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_BINDINGS];
    request.role = "histogram";
    request.variant = histogram_variant();
    request.prepare = prepare_histogram;
    uses[0] = (wgs_kernel_binding_use){"keys_in", from->keys, WGSAccess_StorageRead};
    uses[1] = (wgs_kernel_binding_use){"counts", counts, WGSAccess_StorageWrite};
    WGS_TRY(wgs_add_tiled_kernel(graph, rows, request, 2, uses, function, error));

    request.note = NULL; /* said once */
    request.role = "scan";
    request.variant = wgs_scan_rows_variant(&wgs_fragment_scan_sum, &wgs_fragment_scan_whole);
    request.prepare = prepare_scan;
    uses[0] = (wgs_kernel_binding_use){"sums", counts, WGSAccess_StorageReadWrite};
    WGS_TRY(wgs_add_tiled_kernel(graph, rows, request, 1, uses, function, error));

    wgs_word_sort_column columns[WGS_WORD_SORT_MAX_COLUMNS];
    for (uint32_t i = 0; i < column_count; i++)
        columns[i] = (wgs_word_sort_column){from->columns[i], to->columns[i]};
    request.role = "scatter";
    request.variant = scatter_variant(column_count);
    request.prepare = prepare_scatter;
    uses[0] = (wgs_kernel_binding_use){"keys_in", from->keys, WGSAccess_StorageRead};
    uses[1] = (wgs_kernel_binding_use){"keys_out", to->keys, WGSAccess_StorageWrite};
    uses[2] = (wgs_kernel_binding_use){"counts", counts, WGSAccess_StorageRead};
    size_t const use_count = 3 + wgs_payload_uses(column_count, columns, from->keys, &uses[3]);
    return wgs_add_tiled_kernel(graph, rows, request, use_count, uses, function, error);
}

uint32_t wgs_radix_passes(uint32_t bits) {
    return bits == 0 ? 1 : (uint32_t)wgs_divide_up(bits, WGS_RADIX_DIGIT_BITS);
}

static WGSStatus check_groups(
    wgs_word_sort const* sort, uint32_t max_groups, char const* function, WGSError* error) {
    uint32_t const tiles = wgs_tiling_for(sort->rows.capacity, TILE, max_groups).tiles_per_group;
    if (tiles <= WGS_RADIX_MAX_TILES_PER_GROUP)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_TooLarge,
        WGSErrorId_DispatchTooLarge,
        "%s: %u rows in %u workgroups are %u tiles each but the limit is %d",
        function,
        sort->rows.capacity,
        max_groups,
        tiles,
        WGS_RADIX_MAX_TILES_PER_GROUP);
}

WGSStatus
wgs_radix_add(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error) {
    uint64_t const grid =
        wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
    uint32_t const max_groups = (uint32_t)wgs_min_u64(WGS_RADIX_MAX_GROUPS, grid);
    WGS_TRY(check_groups(sort, max_groups, function, error));

    uint32_t const passes = wgs_radix_passes(sort->bit_count);
    row_sets sets;
    WGS_TRY(make_row_sets(graph, sort, passes, &sets, function, error));
    uint64_t const counters = (uint64_t)WGS_RADIX_DIGITS *
                              (wgs_tiling_max_groups(sort->rows.capacity, TILE, max_groups) + 1ull);
    WGSBuffer counts;
    WGS_TRY(wgs_graph_add_scratch(
        graph, sort->parent, "counts", 4 * counters, &counts, function, error));

    row_set const* from = &sets.input;
    for (uint32_t pass = 0; pass < passes; pass++) {
        uint32_t const done = pass * WGS_RADIX_DIGIT_BITS;
        pass_data const data = {
            .rows = wgs_row_source_count(&sort->rows),
            .max_groups = max_groups,
            .shift = sort->bit_count == 0 ? 0 : sort->first_bit + done,
            .mask =
                wgs_bit_mask((uint32_t)wgs_min_u64(WGS_RADIX_DIGIT_BITS, sort->bit_count - done)),
            .in = pass == 0 ? sort->map : (wgs_key_map){0},
            .out = pass == passes - 1 ? sort->map : (wgs_key_map){0},
            .row_numbers = sort->column_count > 0 && from->columns[0].buffer == NULL,
        };
        wgs_kernel_request const request = {
            .parent = sort->parent,
            .note = pass == 0 ? sort->note : NULL,
            .data = &data,
            .data_size = sizeof data,
        };
        row_set const* const to = (passes - 1 - pass) % 2 == 0 ? &sets.last : &sets.other;
        WGS_TRY(add_pass(
            graph,
            &sort->rows,
            request,
            sort->column_count,
            from,
            to,
            wgs_words_view(counts, counters),
            function,
            error));
        from = to;
    }
    return WGSStatus_Success;
}
