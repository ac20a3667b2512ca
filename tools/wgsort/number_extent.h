/* SPDX-License-Identifier: MIT */
/* The values of a column of numbers of any type, and where they lie. */
#ifndef WGSORT_TOOLS_NUMBER_EXTENT_H
#define WGSORT_TOOLS_NUMBER_EXTENT_H

#include "numeric_column.h"

/* Holds all numbers of 64 bits with or without a sign, and their differences. */
__extension__ typedef __int128 wgs_wide;

/* The value of a row that is not null, of a column of integers or of floats. */
wgs_wide wgs_integer_at(wgs_key_column const* part, uint64_t row);
double wgs_float_at(wgs_key_column const* part, uint64_t row);

/* From the least to the greatest value that is finite. */
typedef struct wgs_extent {
    bool any;
    wgs_wide low; /* of integers */
    wgs_wide high;
    double real_low; /* of floats */
    double real_high;
} wgs_extent;

wgs_extent wgs_numbers_extent(wgs_numbers const* numbers);

#endif
