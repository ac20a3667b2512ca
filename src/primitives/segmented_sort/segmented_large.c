/* SPDX-License-Identifier: MIT */
/* Segments of more than 256 rows: packed, sorted together by (segment, key), and placed. */
#include <stdio.h>
#include <string.h>

#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "primitives/segmented_sort/large_by_list.wgsl.h"
#include "primitives/segmented_sort/large_by_table.wgsl.h"
#include "primitives/segmented_sort/large_pack.wgsl.h"
#include "primitives/segmented_sort/large_place.wgsl.h"
#include "primitives/segmented_sort/large_search.wgsl.h"
#include "primitives/segmented_sort/segment.wgsl.h"
#include "primitives/segmented_sort/segmented_build.h"
#include "primitives/sort/sort_request.h"

typedef struct large_data {
    uint32_t rows;
    uint32_t entries;
    wgs_key_map map;
    uint32_t row_numbers;
    uint64_t max_groups;
} large_data;

static void prepare_pack(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    large_data const* const large = data;
    struct wgs_large_pack_params const params = {
        .count = large->rows,
        .entries = large->entries,
        .flip = large->map.flip,
        .negative = large->map.negative,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(large->rows, WGS_WORKGROUP_SIZE, large->max_groups);
}

static void prepare_place(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    large_data const* const large = data;
    struct wgs_large_place_params const params = {
        .count = large->rows,
        .entries = large->entries,
        .row_numbers = large->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(large->rows, WGS_WORKGROUP_SIZE, large->max_groups);
}

static wgs_variant
large_variant(wgs_kernel const* kernel, wgs_fragment const* last, bool listed_on_device) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 5,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_segment,
             listed_on_device ? &wgs_fragment_large_by_list : &wgs_fragment_large_by_table,
             &wgs_fragment_large_search,
             last},
        .constant_count = 1,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
        .bounds_proved = true,
    };
}

static WGSStatus add_node(
    wgs_segmented_build const* build,
    wgs_large_segments const* large,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses) {
    WGSSegmentedColumns const* const columns = build->columns;
    large_data const data = {
        .rows = large->rows,
        .entries = large->entries,
        .map = wgs_key_map_for(columns->keysIn.format, columns->direction, 0),
        .row_numbers = columns->valuesIn.buffer == NULL,
        .max_groups = wgs_segmented_grid(build->graph),
    };
    for (size_t i = 0; i < large->source.use_count; i++)
        uses[use_count++] = large->source.uses[i];
    request.parent = build->label;
    request.use_count = use_count;
    request.uses = uses;
    request.data = &data;
    request.data_size = sizeof data;
    return wgs_graph_add_kernel(build->graph, &request, build->function, build->error);
}

static WGSStatus
add_scratch(wgs_segmented_build const* build, char const* role, uint32_t length, WGSView* view) {
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        build->graph, build->label, role, 4ull * length, &buffer, build->function, build->error));
    *view = wgs_words_view(buffer, length);
    return WGSStatus_Success;
}

/* Stable, so that equal keys of a segment keep their order. */
static WGSStatus add_sort(
    wgs_segmented_build const* build,
    wgs_large_segments const* large,
    WGSView numbers,
    WGSView words,
    WGSView sorted) {
    uint32_t bits = 0;
    while (bits < 32 && (large->entries - 1) >> bits > 0)
        bits++;
    WGSSortKey const keys[] = {{.in = numbers, .bitCount = bits}, {.in = words}};
    bool const one_segment = bits == 0;
    char label[WGS_LABEL_SIZE + 8];
    (void)snprintf(label, sizeof label, "%s.large", build->label);
    WGSSortDescriptor const descriptor = {
        .label = {label, WGPU_STRLEN},
        .keyCount = one_segment ? 1 : 2,
        .keys = one_segment ? &keys[1] : keys,
        .rowsOut = sorted,
        .gpuCount = {.view = large->measured},
        .algorithm = WGSAlgorithm_Radix,
    };
    return wgs_sort_add(build->graph, &descriptor, NULL, build->function, build->error);
}

WGSStatus
wgs_segmented_add_large(wgs_segmented_build const* build, wgs_large_segments const* large) {
    WGSSegmentedColumns const* const columns = build->columns;
    WGSView words;
    WGSView numbers;
    WGSView sorted;
    WGS_TRY(add_scratch(build, "words", large->rows, &words));
    WGS_TRY(add_scratch(build, "numbers", large->rows, &numbers));
    WGS_TRY(add_scratch(build, "sorted", large->rows, &sorted));

    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_BINDINGS] = {
        {"keys_in", columns->keysIn, WGSAccess_StorageRead},
        {"words", words, WGSAccess_StorageWrite},
        {"numbers", numbers, WGSAccess_StorageWrite},
    };
    wgs_kernel_request const pack = {
        .role = "pack",
        .variant =
            large_variant(&wgs_kernel_large_pack, &wgs_fragment_key_order, large->listed_on_device),
        .prepare = prepare_pack,
    };
    WGS_TRY(add_node(build, large, pack, 3, uses));
    WGS_TRY(add_sort(build, large, numbers, words, sorted));

    bool const with_values = columns->valuesOut.buffer != NULL;
    wgs_word_sort_column const column = {columns->valuesIn, columns->valuesOut};
    uses[1] = (wgs_kernel_binding_use){"keys_out", columns->keysOut, WGSAccess_StorageWrite};
    uses[2] = (wgs_kernel_binding_use){"sorted", sorted, WGSAccess_StorageRead};
    size_t const use_count = 3 + wgs_payload_uses(with_values, &column, columns->keysIn, &uses[3]);
    wgs_kernel_request const place = {
        .role = "place",
        .variant = large_variant(
            &wgs_kernel_large_place, wgs_payload_fragment(with_values), large->listed_on_device),
        .prepare = prepare_place,
    };
    return add_node(build, large, place, use_count, uses);
}
