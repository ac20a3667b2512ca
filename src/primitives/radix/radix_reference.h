/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_RADIX_REFERENCE_H
#define WGS_PRIMITIVES_RADIX_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum { WGS_RADIX_REFERENCE_DIGITS = 16 };

/* One pass: how often each digit of 4 bits from `shift` on occurs, and the rows by digit, rows of
 * one digit in the order of `rows`, which holds `count` row numbers of `words`. */
void wgs_radix_reference(
    uint32_t const* words,
    uint32_t const* rows,
    size_t count,
    uint32_t shift,
    uint32_t counts[WGS_RADIX_REFERENCE_DIGITS],
    uint32_t* rows_out);

#endif
