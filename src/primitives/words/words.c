/* SPDX-License-Identifier: MIT */
#include "primitives/words/words.h"

#include <string.h>

#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "primitives/common/launch.h"
#include "primitives/words/key_words.wgsl.h"
#include "primitives/words/rows_by_number.wgsl.h"
#include "primitives/words/rows_in_order.wgsl.h"

typedef struct words_data {
    wgs_row_count rows;
    uint32_t words;
    uint32_t word;
    wgs_key_map map;
    uint64_t max_groups;
} words_data;

static void prepare_words(void const* data, uint32_t const* values, wgs_launch* launch) {
    words_data const* const words = data;
    uint32_t const count = wgs_row_count_resolve(words->rows, values);
    struct wgs_key_words_params const params = {
        .count = count,
        .words = words->words,
        .word = words->word,
        .flip = words->map.flip,
        .negative = words->map.negative,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, words->max_groups);
}

static wgs_variant words_variant(bool by_number) {
    return (wgs_variant){
        .kernel = &wgs_kernel_key_words,
        .fragment_count = 2,
        .fragments =
            {&wgs_fragment_linear_grid,
             by_number ? &wgs_fragment_rows_by_number : &wgs_fragment_rows_in_order},
        .constant_count = 1,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
        .bounds_proved = true,
    };
}

WGSStatus wgs_words_add(
    WGSGraph graph,
    char const* parent,
    WGSView column,
    uint32_t word,
    wgs_key_map map,
    WGSView rows,
    WGSView ordered,
    wgs_row_source const* source,
    char const* function,
    WGSError* error) {
    bool const by_number = rows.buffer != NULL;
    words_data const data = {
        .rows = wgs_row_source_count(source),
        .words = wgsFormatGetSize(column.format) / 4,
        .word = word,
        .map = map,
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
    wgs_kernel_binding_use uses[4] = {
        {"column", column, WGSAccess_StorageRead},
        {"ordered", ordered, WGSAccess_StorageWrite},
        {"rows", rows, WGSAccess_StorageRead},
    };
    wgs_kernel_request const request = {
        .parent = parent,
        .role = "word",
        .variant = words_variant(by_number),
        .prepare = prepare_words,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_add_row_kernel(graph, source, request, by_number ? 3 : 2, uses, function, error);
}
