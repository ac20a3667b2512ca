/* SPDX-License-Identifier: MIT */
#include "primitives/sort/sort_cases.h"

#include "primitives/common/launch.h"
#include "primitives/radix/radix_tuning.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_RADIX_ITEMS };

size_t const wgs_sort_tile_rows = TILE;

size_t const wgs_sort_edge_sizes[] = {0, 1, 2, 255, 256, 257, TILE - 1, TILE, TILE + 1};
size_t const wgs_sort_edge_size_count = sizeof wgs_sort_edge_sizes / sizeof *wgs_sort_edge_sizes;

wgs_sort_shape const wgs_sort_shapes[] = {
    {"keys", true, 0, false},
    {"pairs", true, 1, false},
    {"argsort", false, 0, true},
    {"argsort and value", true, 1, true},
    {"two values", false, 2, false},
};
size_t const wgs_sort_shape_count = sizeof wgs_sort_shapes / sizeof *wgs_sort_shapes;
