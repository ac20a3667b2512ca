/* SPDX-License-Identifier: MIT */
/*
 * Numbers in text, read the same under every locale. docs/numbers.md has the table of what is
 * accepted; everything else is refused, and nothing wraps or passes through double on its way to
 * an integer.
 */
#ifndef WGSORT_TOOLS_CSV_NUMBER_H
#define WGSORT_TOOLS_CSV_NUMBER_H

#include "table.h"

typedef enum wgs_number_kind {
    WGS_NUMBER_EMPTY,
    WGS_NUMBER_INT64,  /* an integer that int64 holds: `bits` is its two's complement */
    WGS_NUMBER_UINT64, /* one above that uint64 holds */
    WGS_NUMBER_DOUBLE, /* anything with a point or an exponent, infinity, NaN: `real` */
    WGS_NUMBER_WIDE,   /* an integer that 64 bits can't hold */
    WGS_NUMBER_HUGE,   /* finite text beyond the largest double */
    WGS_NUMBER_BAD,
} wgs_number_kind;

typedef struct wgs_number {
    uint64_t bits;
    double real;
} wgs_number;

wgs_number_kind wgs_number_parse(char const* text, size_t size, wgs_number* number);

#endif
