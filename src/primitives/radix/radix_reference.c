/* SPDX-License-Identifier: MIT */
/* Digit by digit over all rows: slower than counting sort, and obvious. */
#include "primitives/radix/radix_reference.h"

void wgs_radix_reference(
    uint32_t const* words,
    uint32_t const* rows,
    size_t count,
    uint32_t shift,
    uint32_t counts[WGS_RADIX_REFERENCE_DIGITS],
    uint32_t* rows_out) {
    size_t place = 0;
    for (uint32_t digit = 0; digit < WGS_RADIX_REFERENCE_DIGITS; digit++) {
        counts[digit] = 0;
        for (size_t i = 0; i < count; i++)
            if ((words[rows[i]] >> shift) % WGS_RADIX_REFERENCE_DIGITS == digit) {
                counts[digit]++;
                rows_out[place++] = rows[i];
            }
    }
}
