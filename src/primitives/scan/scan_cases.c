/* SPDX-License-Identifier: MIT */
#include "primitives/scan/scan_cases.h"

#include "primitives/common/launch.h"
#include "primitives/scan/scan_tuning.h"

enum { TILE = WGS_WORKGROUP_SIZE * WGS_SCAN_ITEMS, ONE_GROUP = TILE * WGS_SCAN_ONE_GROUP_TILES };

size_t const wgs_scan_tile_elements = TILE;
size_t const wgs_scan_one_group_elements = ONE_GROUP;
size_t const wgs_scan_segmented_tile_elements = WGS_WORKGROUP_SIZE * WGS_SCAN_SEGMENTED_ITEMS;

size_t const wgs_scan_edge_sizes[] = {
    0,
    1,
    2,
    255,
    256,
    257,
    TILE - 1,
    TILE,
    TILE + 1,
    ONE_GROUP - 1,
    ONE_GROUP,
    ONE_GROUP + 1,
    8 * TILE,
    8 * TILE + 1,
    100000};
size_t const wgs_scan_edge_size_count = sizeof wgs_scan_edge_sizes / sizeof *wgs_scan_edge_sizes;
