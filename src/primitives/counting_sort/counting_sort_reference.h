/* SPDX-License-Identifier: MIT */
/* What a stable counting sort gives. */
#ifndef WGS_PRIMITIVES_COUNTING_SORT_REFERENCE_H
#define WGS_PRIMITIVES_COUNTING_SORT_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* rows[i]: the input row of output row i. offsets: range + 1 entries. */
void wgs_counting_sort_reference(
    uint32_t const* keys, size_t count, uint32_t range, uint32_t* rows, uint32_t* offsets);

/* A key as it acts. */
uint32_t wgs_counting_key(uint32_t key, uint32_t range);

#endif
