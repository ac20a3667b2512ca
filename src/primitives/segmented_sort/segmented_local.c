/* SPDX-License-Identifier: MIT */
/* Segments of up to 256 rows: one dispatch a class. */
#include <stdio.h>
#include <string.h>

#include "base/arithmetic.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/segmented_sort/segment.wgsl.h"
#include "primitives/segmented_sort/segment_bounds.wgsl.h"
#include "primitives/segmented_sort/segmented_build.h"
#include "primitives/segmented_sort/segmented_local.wgsl.h"
#include "primitives/segmented_sort/segmented_tuning.h"
#include "primitives/segmented_sort/segments_by_class.wgsl.h"
#include "primitives/segmented_sort/segments_by_table.wgsl.h"

typedef struct local_data {
    uint32_t count;
    uint32_t class_number;
    uint32_t rows;
    wgs_key_map map;
    uint32_t row_numbers;
    uint64_t max_groups;
} local_data;

uint32_t wgs_segment_class(uint32_t length) {
    uint32_t class_number = 0;
    while (class_number < WGS_SEGMENT_LARGE_CLASS && length > 4u << class_number)
        class_number++;
    return class_number;
}

uint64_t wgs_segmented_grid(WGSGraph graph) {
    return wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
}

static void prepare_local(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    local_data const* const local = data;
    struct wgs_segmented_local_params const params = {
        .count = local->count,
        .first_class = local->class_number,
        .rows = local->rows,
        .flip = local->map.flip,
        .negative = local->map.negative,
        .row_numbers = local->row_numbers,
    };
    memcpy(launch->params, &params, sizeof params);
    uint32_t const slots = WGS_SEGMENTED_TILE / (4u << local->class_number);
    launch->workgroups = wgs_step_groups(local->count, slots, local->max_groups);
}

static wgs_variant local_variant(wgs_local_class const* local, bool with_values) {
    wgs_variant variant = {
        .kernel = &wgs_kernel_segmented_local,
        .fragment_count = 4,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_key_order,
             &wgs_fragment_segment,
             wgs_payload_fragment(with_values)},
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"WIDTH", 4u << local->class_number}},
        .bounds_proved = true,
    };
    if (local->listed_on_device) {
        variant.fragments[variant.fragment_count++] = &wgs_fragment_segment_bounds;
        variant.fragments[variant.fragment_count++] = &wgs_fragment_segments_by_class;
    } else {
        variant.fragments[variant.fragment_count++] = &wgs_fragment_segments_by_table;
    }
    return variant;
}

WGSStatus wgs_segmented_add_local(wgs_segmented_build const* build, wgs_local_class const* local) {
    WGSSegmentedColumns const* const columns = build->columns;
    bool const with_values = columns->valuesOut.buffer != NULL;
    uint64_t const grid = wgs_segmented_grid(build->graph);
    local_data const data = {
        .count = local->count,
        .class_number = local->class_number,
        .rows = local->rows,
        .map = wgs_key_map_for(columns->keysIn.format, columns->direction, 0),
        .row_numbers = columns->valuesIn.buffer == NULL,
        .max_groups = local->listed_on_device ? wgs_min_u64(grid, WGS_SEGMENTED_MAX_GROUPS) : grid,
    };
    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_BINDINGS] = {
        {"keys_in", columns->keysIn, WGSAccess_StorageRead},
        {"keys_out", columns->keysOut, WGSAccess_StorageWrite},
    };
    wgs_word_sort_column const column = {columns->valuesIn, columns->valuesOut};
    size_t use_count = 2 + wgs_payload_uses(with_values, &column, columns->keysIn, &uses[2]);
    for (size_t i = 0; i < local->source.use_count; i++)
        uses[use_count++] = local->source.uses[i];
    char role[16];
    (void)snprintf(role, sizeof role, "local_%u", 4u << local->class_number);
    wgs_kernel_request const request = {
        .parent = build->label,
        .role = role,
        .variant = local_variant(local, with_values),
        .use_count = use_count,
        .uses = uses,
        .prepare = prepare_local,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_graph_add_kernel(build->graph, &request, build->function, build->error);
}
