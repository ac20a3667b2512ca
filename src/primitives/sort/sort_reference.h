/* SPDX-License-Identifier: MIT */
/* Sorting by the key rule on the CPU: what every algorithm must give, byte for byte. */
#ifndef WGS_PRIMITIVES_SORT_REFERENCE_H
#define WGS_PRIMITIVES_SORT_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "wgsort/sort.h"

/* One key column in memory, the most significant first. */
typedef struct wgs_reference_key {
    WGSFormat format;
    WGSDirection direction;
    uint32_t first_bit;
    uint32_t bit_count; /* as in WGSSortKey */
    void const* data;
} wgs_reference_key;

/* As strcmp, for rows `a` and `b`. */
int wgs_rows_compare_reference(wgs_reference_key const* keys, size_t key_count, size_t a, size_t b);

/* Writes to order[i] the row that belongs in place i. False when memory fails. */
bool wgs_sort_reference(
    wgs_reference_key const* keys, size_t key_count, size_t row_count, uint32_t* order);

#endif
