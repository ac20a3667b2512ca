/* SPDX-License-Identifier: MIT */
/* Sizes and shapes of sorts, for tests and benchmarks. */
#ifndef WGS_PRIMITIVES_SORT_CASES_H
#define WGS_PRIMITIVES_SORT_CASES_H

#include <stdbool.h>
#include <stddef.h>

/* Rows at which something changes: nothing, a copy, one workgroup of bitonic, one tile of radix. */
extern size_t const wgs_sort_edge_sizes[];
extern size_t const wgs_sort_edge_size_count;

/* Rows of one radix tile. */
extern size_t const wgs_sort_tile_rows;

/* What a sort by one 32-bit key is asked for. */
typedef struct wgs_sort_shape {
    char const* name;
    bool keys;
    size_t value_count;
    bool row_numbers;
} wgs_sort_shape;

/* The first three are the plain ones. */
extern wgs_sort_shape const wgs_sort_shapes[];
extern size_t const wgs_sort_shape_count;

#endif
