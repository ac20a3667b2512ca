/* SPDX-License-Identifier: MIT */
/*
 * The key rule as a comparison on the CPU, written without any code of the GPU path: it merges
 * portions and judges results. Floats are in total order by their bits; descending reverses the
 * order of keys; nulls stand first or last as asked, whatever the direction, and are equal.
 */
#ifndef WGSORT_TOOLS_KEY_COMPARE_H
#define WGSORT_TOOLS_KEY_COMPARE_H

#include "table.h"

typedef struct wgs_row_key {
    wgs_key_column column;
    unsigned key_bits; /* only so many low bits of the mapped key count; 0: all */
    bool descending;
    bool nulls_first;
} wgs_row_key;

/* Bits of a key type: 32 or 64. */
unsigned wgs_key_type_bits(wgs_key_type type);
char const* wgs_key_type_name(wgs_key_type type);

/* Maps a value to an unsigned number whose order is the key rule's, direction and window included.
 */
uint64_t wgs_key_rank(
    wgs_key_type type, bool descending, unsigned key_bits, void const* values, uint64_t row);

/* Below, at or above 0 as row `a` comes before, with or after row `b` of the same columns. */
int wgs_compare_rows(wgs_row_key const* keys, size_t key_count, uint64_t a, uint64_t b);

/* The same for a row of other columns of the same types, directions and placements. */
int wgs_compare_row_to(
    wgs_row_key const* a_keys, uint64_t a, wgs_row_key const* b_keys, size_t key_count, uint64_t b);

/* The value of one key in text, "null" included; at most WGS_NUMBER_TEXT_SIZE bytes. Returns its
 * length. */
size_t wgs_format_key(wgs_key_column const* column, uint64_t row, char* text);

#endif
