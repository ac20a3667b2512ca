/* SPDX-License-Identifier: MIT */
/* Histogram, scan, scatter: Seward (1954); Knuth (1973), 5.2, algorithm D. */
#include "primitives/counting_sort/counting_sort.h"

#include <stdio.h>
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/bitonic/bitonic.h"
#include "primitives/common/launch.h"
#include "primitives/common/word_sort.h"
#include "primitives/counting_sort/counting_clamp.wgsl.h"
#include "primitives/counting_sort/counting_clear.wgsl.h"
#include "primitives/counting_sort/counting_global.wgsl.h"
#include "primitives/counting_sort/counting_local.wgsl.h"
#include "primitives/counting_sort/counting_scatter.wgsl.h"
#include "primitives/counting_sort/counting_scatter_tiles.wgsl.h"
#include "primitives/counting_sort/counting_tuning.h"
#include "primitives/counting_sort/scattered_keys_kept.wgsl.h"
#include "primitives/counting_sort/scattered_keys_none.wgsl.h"
#include "primitives/radix/radix.h"
#include "wgsort/scan.h"

static char const function[] = "wgsGraphAddCountingSort";

/* What every node knows. */
typedef struct counting_data {
    wgs_row_count rows;
    uint32_t range;
    uint32_t row_numbers;
    uint64_t max_groups;
} counting_data;

/* A descriptor on its way to nodes. */
typedef struct counting_sort {
    WGSCountingSortDescriptor const* descriptor;
    char label[WGS_LABEL_SIZE];
    wgs_row_source rows;
    uint32_t column_count;
    wgs_word_sort_column columns[WGS_COUNTING_MAX_COLUMNS];
} counting_sort;

static void prepare_clear(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    counting_data const* const sort = data;
    struct wgs_counting_clear_params const params = {.length = sort->range + 1};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(sort->range + 1ull, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static void prepare_global(void const* data, uint32_t const* values, wgs_launch* launch) {
    counting_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_counting_global_params const params = {.count = count, .last_key = sort->range - 1};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static void prepare_local(void const* data, uint32_t const* values, wgs_launch* launch) {
    counting_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_counting_local_params const params = {.count = count, .last_key = sort->range - 1};
    memcpy(launch->params, &params, sizeof params);
    uint64_t const most = wgs_min_u64(sort->max_groups, WGS_COUNTING_LOCAL_GROUPS);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, most);
}

static void prepare_clamp(void const* data, uint32_t const* values, wgs_launch* launch) {
    counting_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_counting_clamp_params const params = {.count = count, .last_key = sort->range - 1};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static void prepare_scatter(void const* data, uint32_t const* values, wgs_launch* launch) {
    counting_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_counting_scatter_params const params = {
        .count = count,
        .last_key = sort->range - 1,
        .row_numbers = sort->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, sort->max_groups);
}

enum { SCATTER_TILE = WGS_WORKGROUP_SIZE * WGS_COUNTING_TILE_ITEMS };

static void prepare_scatter_tiles(void const* data, uint32_t const* values, wgs_launch* launch) {
    counting_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_counting_scatter_tiles_params const params = {
        .count = count,
        .last_key = sort->range - 1,
        .row_numbers = sort->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, SCATTER_TILE, sort->max_groups);
}

static wgs_variant counting_variant(wgs_kernel const* kernel) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 1,
        .fragments = {&wgs_fragment_linear_grid},
        .constant_count = 1,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
        .bounds_proved = true,
    };
}

static counting_data make_data(WGSGraph graph, counting_sort const* sort) {
    return (counting_data){
        .rows = wgs_row_source_count(&sort->rows),
        .range = sort->descriptor->range,
        .row_numbers = sort->column_count > 0 && sort->columns[0].in.buffer == NULL,
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
}

static WGSStatus
add_clear(WGSGraph graph, counting_sort const* sort, WGSView counters, WGSError* error) {
    counting_data const data = make_data(graph, sort);
    wgs_kernel_binding_use const use = {"counters", counters, WGSAccess_StorageWrite};
    wgs_kernel_request const request = {
        .parent = sort->label,
        .role = "clear",
        .variant = counting_variant(&wgs_kernel_counting_clear),
        .use_count = 1,
        .uses = &use,
        .prepare = prepare_clear,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_graph_add_kernel(graph, &request, function, error);
}

static WGSStatus
add_count(WGSGraph graph, counting_sort const* sort, WGSView counters, WGSError* error) {
    counting_data const data = make_data(graph, sort);
    bool const local = data.range <= WGS_COUNTING_LOCAL_RANGE;
    char note[80];
    (void)snprintf(
        note,
        sizeof note,
        "range %u: counters in %s memory",
        (unsigned)data.range,
        local ? "workgroup" : "device");
    wgs_kernel_request request = {
        .parent = sort->label,
        .role = "count",
        .note = note,
        .variant =
            counting_variant(local ? &wgs_kernel_counting_local : &wgs_kernel_counting_global),
        .prepare = local ? prepare_local : prepare_global,
        .data = &data,
        .data_size = sizeof data,
    };
    if (local)
        request.variant.constants[request.variant.constant_count++] =
            (wgs_constant){"MAX_RANGE", WGS_COUNTING_LOCAL_RANGE};
    wgs_kernel_binding_use uses[3] = {
        {"keys_in", sort->descriptor->keys, WGSAccess_StorageRead},
        {"counters", counters, WGSAccess_StorageReadWrite},
    };
    return wgs_add_row_kernel(graph, &sort->rows, request, 2, uses, function, error);
}

static WGSStatus add_scan(
    WGSGraph graph,
    counting_sort const* sort,
    WGSView counters,
    WGSView places,
    WGSScanMode mode,
    WGSError* error) {
    char label[WGS_LABEL_SIZE + 8];
    (void)snprintf(label, sizeof label, "%s.scan", sort->label);
    WGSScanDescriptor const scan = {
        .label = {label, WGPU_STRLEN}, .in = counters, .out = places, .mode = mode};
    WGSStatus const status = wgsGraphAddScan(graph, &scan, error);
    return status == WGSStatus_OutOfMemory ? wgs_error_memory(error, function) : status;
}

/* Counts the keys and writes to `places`: in exclusive mode places[k + 1] is where key k starts, in
 * inclusive mode where it ends; places[0] is 0. */
static WGSStatus add_places(
    WGSGraph graph, counting_sort const* sort, WGSView places, WGSScanMode mode, WGSError* error) {
    uint64_t const length = sort->descriptor->range + 1ull;
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph, sort->label, "counters", 4 * length, &buffer, function, error));
    WGSView const counters = wgs_words_view(buffer, length);
    WGS_TRY(add_clear(graph, sort, counters, error));
    WGS_TRY(add_count(graph, sort, counters, error));
    return add_scan(graph, sort, counters, places, mode, error);
}

static wgs_variant scatter_variant(bool tiles) {
    wgs_variant variant =
        counting_variant(tiles ? &wgs_kernel_counting_scatter_tiles : &wgs_kernel_counting_scatter);
    if (tiles) {
        variant.constants[variant.constant_count++] =
            (wgs_constant){"MAX_RANGE", WGS_COUNTING_TILE_RANGE};
        variant.constants[variant.constant_count++] =
            (wgs_constant){"ITEMS", WGS_COUNTING_TILE_ITEMS};
    }
    return variant;
}

static WGSStatus
add_scatter(WGSGraph graph, counting_sort const* sort, WGSView places, WGSError* error) {
    WGSCountingSortDescriptor const* const descriptor = sort->descriptor;
    counting_data const data = make_data(graph, sort);
    bool const with_keys = descriptor->keysOut.buffer != NULL;
    bool const tiles = data.range <= WGS_COUNTING_TILE_RANGE;
    wgs_kernel_request request = {
        .parent = sort->label,
        .role = "scatter",
        .note = tiles ? "a tile takes its places together" : "each row takes its place",
        .variant = scatter_variant(tiles),
        .prepare = tiles ? prepare_scatter_tiles : prepare_scatter,
        .data = &data,
        .data_size = sizeof data,
    };
    wgs_variant* const variant = &request.variant;
    variant->fragments[variant->fragment_count++] = wgs_payload_fragment(sort->column_count);
    variant->fragments[variant->fragment_count++] =
        with_keys ? &wgs_fragment_scattered_keys_kept : &wgs_fragment_scattered_keys_none;
    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_BINDINGS] = {
        {"keys_in", descriptor->keys, WGSAccess_StorageRead},
        {"places", places, WGSAccess_StorageReadWrite},
    };
    size_t use_count = 2;
    if (with_keys)
        uses[use_count++] =
            (wgs_kernel_binding_use){"keys_out", descriptor->keysOut, WGSAccess_StorageWrite};
    use_count +=
        wgs_payload_uses(sort->column_count, sort->columns, descriptor->keys, &uses[use_count]);
    return wgs_add_row_kernel(graph, &sort->rows, request, use_count, uses, function, error);
}

/* The places become the offsets while the rows take them (counting_scatter.wgsl). */
static WGSStatus add_unstable(WGSGraph graph, counting_sort const* sort, WGSError* error) {
    WGSView places = sort->descriptor->offsetsOut;
    if (places.buffer == NULL) {
        uint64_t const length = sort->descriptor->range + 1ull;
        WGSBuffer buffer;
        WGS_TRY(wgs_graph_add_scratch(
            graph, sort->label, "places", 4 * length, &buffer, function, error));
        places = wgs_words_view(buffer, length);
    }
    WGS_TRY(add_places(graph, sort, places, WGSScanMode_Exclusive, error));
    return add_scatter(graph, sort, places, error);
}

static WGSStatus
add_clamp(WGSGraph graph, counting_sort const* sort, WGSView clamped, WGSError* error) {
    counting_data const data = make_data(graph, sort);
    wgs_kernel_request const request = {
        .parent = sort->label,
        .role = "clamp",
        .variant = counting_variant(&wgs_kernel_counting_clamp),
        .prepare = prepare_clamp,
        .data = &data,
        .data_size = sizeof data,
    };
    wgs_kernel_binding_use uses[3] = {
        {"keys_in", sort->descriptor->keys, WGSAccess_StorageRead},
        {"keys_out", clamped, WGSAccess_StorageWrite},
    };
    return wgs_add_row_kernel(graph, &sort->rows, request, 2, uses, function, error);
}

/* Bits that tell `range` values apart. */
static uint32_t range_bits(uint32_t range) {
    uint32_t bits = 0;
    while (bits < 32 && (uint64_t)range > 1ull << bits)
        bits++;
    return bits;
}

static WGSStatus add_stable(WGSGraph graph, counting_sort const* sort, WGSError* error) {
    uint32_t const rows = sort->rows.capacity;
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        graph, sort->label, "clamped", 4ull * rows, &buffer, function, error));
    wgs_word_sort words = {
        .parent = sort->label,
        .rows = sort->rows,
        .keys_in = wgs_words_view(buffer, rows),
        .keys_out = sort->descriptor->keysOut,
        .bit_count = range_bits(sort->descriptor->range),
        .column_count = sort->column_count,
    };
    memcpy(words.columns, sort->columns, sizeof sort->columns);
    WGS_TRY(add_clamp(graph, sort, words.keys_in, error));
    if (rows <= WGS_BITONIC_LOCAL_ROWS)
        return wgs_bitonic_add(graph, &words, function, error);
    return wgs_radix_add(graph, &words, function, error);
}

static counting_sort make_sort(WGSCountingSortDescriptor const* descriptor) {
    counting_sort sort = {
        .descriptor = descriptor,
        .rows = {(uint32_t)descriptor->keys.length, descriptor->count, descriptor->gpuCount.view},
    };
    wgs_label(sort.label, descriptor->label, "counting");
    if (descriptor->rowsOut.buffer != NULL)
        sort.columns[sort.column_count++].out = descriptor->rowsOut;
    for (size_t i = 0; i < descriptor->valueCount; i++)
        sort.columns[sort.column_count++] =
            (wgs_word_sort_column){descriptor->values[i].in, descriptor->values[i].out};
    return sort;
}

static WGSStatus
add_nodes(WGSGraph graph, WGSCountingSortDescriptor const* descriptor, WGSError* error) {
    counting_sort const sort = make_sort(descriptor);
    WGSView const offsets = descriptor->offsetsOut;
    WGS_TRY(wgs_gpu_count_add_exceeded(
        graph, sort.label, &sort.rows, descriptor->gpuCount.exceeded, function, error));
    if (sort.rows.capacity == 0)
        return offsets.buffer == NULL ? WGSStatus_Success : add_clear(graph, &sort, offsets, error);
    bool const moves_rows = sort.column_count > 0 || descriptor->keysOut.buffer != NULL;
    if (moves_rows && descriptor->order == WGSCountingOrder_Unstable)
        return add_unstable(graph, &sort, error);
    if (offsets.buffer != NULL)
        WGS_TRY(add_places(graph, &sort, offsets, WGSScanMode_Inclusive, error));
    return moves_rows ? add_stable(graph, &sort, error) : WGSStatus_Success;
}

WGSStatus wgsGraphAddCountingSort(
    WGSGraph graph, WGSCountingSortDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    WGS_TRY(wgs_counting_sort_check(graph, descriptor, function, error));
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(graph, descriptor, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
