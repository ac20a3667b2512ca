/* SPDX-License-Identifier: MIT */
/* Sizes of scans, for tests and benchmarks. */
#ifndef WGS_PRIMITIVES_SCAN_CASES_H
#define WGS_PRIMITIVES_SCAN_CASES_H

#include <stddef.h>

/* Elements of one tile, and the most that one workgroup scans alone. */
extern size_t const wgs_scan_tile_elements;
extern size_t const wgs_scan_one_group_elements;

/* Elements of a tile of a scan by segments. */
extern size_t const wgs_scan_segmented_tile_elements;

/* Around the workgroup, the tile, and the change from one dispatch to three. */
extern size_t const wgs_scan_edge_sizes[];
extern size_t const wgs_scan_edge_size_count;

#endif
