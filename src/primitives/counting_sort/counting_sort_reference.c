/* SPDX-License-Identifier: MIT */
#include "primitives/counting_sort/counting_sort_reference.h"

uint32_t wgs_counting_key(uint32_t key, uint32_t range) { return key < range ? key : range - 1; }

void wgs_counting_sort_reference(
    uint32_t const* keys, size_t count, uint32_t range, uint32_t* rows, uint32_t* offsets) {
    for (size_t k = 0; k <= range; k++)
        offsets[k] = 0;
    for (size_t i = 0; i < count; i++)
        offsets[wgs_counting_key(keys[i], range) + 1]++;
    for (size_t k = 0; k < range; k++)
        offsets[k + 1] += offsets[k];
    /* The starts move up while rows are placed, and are the starts of the next keys in the end. */
    for (size_t i = 0; i < count; i++)
        rows[offsets[wgs_counting_key(keys[i], range)]++] = (uint32_t)i;
    for (size_t k = range; k > 0; k--)
        offsets[k] = offsets[k - 1];
    offsets[0] = 0;
}
