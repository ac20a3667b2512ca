/* SPDX-License-Identifier: MIT */
/* The key rule of wgsort/key.h, written as the order it describes. */
#ifndef WGS_PRIMITIVES_COMMON_KEY_REFERENCE_H
#define WGS_PRIMITIVES_COMMON_KEY_REFERENCE_H

#include <stddef.h>

#include "wgsort/key.h"

/* The bits of element `row` of a column of keys, 4 or 8 bytes each. */
uint64_t wgs_key_bits_reference(WGSFormat format, void const* keys, size_t row);

/* How many keys of the format come before this one in ascending order: the mapped key of key.h. */
uint64_t wgs_key_rank_reference(WGSFormat format, uint64_t bits);

/* The key that has this rank. */
uint64_t wgs_key_of_rank_reference(WGSFormat format, uint64_t rank);

/* Negative, zero or positive as key `a` comes before, with or after key `b` in the window and
 * direction; `bit_count` as in WGSSortKey. */
int wgs_key_compare_reference(
    WGSFormat format,
    WGSDirection direction,
    uint32_t first_bit,
    uint32_t bit_count,
    uint64_t a,
    uint64_t b);

#endif
