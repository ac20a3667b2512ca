/* SPDX-License-Identifier: MIT */
/* Segmented sort on the CPU. */
#ifndef WGS_PRIMITIVES_SEGMENTED_REFERENCE_H
#define WGS_PRIMITIVES_SEGMENTED_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "wgsort/segmented_sort.h"

/* Columns in memory, 4 bytes an element. */
typedef struct wgs_segmented_table {
    WGSFormat format; /* of the keys */
    WGSDirection direction;
    uint32_t const* keys_in;
    uint32_t* keys_out;
    uint32_t const* values_in; /* NULL: row numbers */
    uint32_t* values_out;      /* NULL: not wanted */
} wgs_segmented_table;

/* Sorts every segment; what no segment covers is left alone. False when memory fails. */
bool wgs_segmented_sort_reference(
    wgs_segmented_table const* table, WGSSegment const* segments, size_t count);

#endif
