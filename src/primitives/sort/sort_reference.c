/* SPDX-License-Identifier: MIT */
/* Merge sort, bottom up: the simplest stable sort that is fast enough for a million rows. */
#include "primitives/sort/sort_reference.h"

#include <stdlib.h>
#include <string.h>

#include "primitives/common/key_reference.h"

int wgs_rows_compare_reference(
    wgs_reference_key const* keys, size_t key_count, size_t a, size_t b) {
    for (size_t k = 0; k < key_count; k++) {
        wgs_reference_key const* const key = &keys[k];
        int const order = wgs_key_compare_reference(
            key->format,
            key->direction,
            key->first_bit,
            key->bit_count,
            wgs_key_bits_reference(key->format, key->data, a),
            wgs_key_bits_reference(key->format, key->data, b));
        if (order != 0)
            return order;
    }
    return 0;
}

/* Merges the runs [begin, middle) and [middle, end) of `from` into `to`; of equal rows that of the
 * first run comes first. */
static void merge_runs(
    wgs_reference_key const* keys,
    size_t key_count,
    uint32_t const* from,
    uint32_t* to,
    size_t begin,
    size_t middle,
    size_t end) {
    size_t left = begin;
    size_t right = middle;
    for (size_t i = begin; i < end; i++) {
        bool const take_left =
            right == end || (left < middle && wgs_rows_compare_reference(
                                                  keys, key_count, from[left], from[right]) <= 0);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

bool wgs_sort_reference(
    wgs_reference_key const* keys, size_t key_count, size_t row_count, uint32_t* order) {
    uint32_t* const merged = malloc((row_count + 1) * sizeof *merged);
    if (merged == NULL)
        return false;
    for (size_t i = 0; i < row_count; i++)
        order[i] = (uint32_t)i;
    for (size_t size = 1; size < row_count; size *= 2) {
        for (size_t begin = 0; begin < row_count; begin += 2 * size) {
            size_t const middle = begin + size < row_count ? begin + size : row_count;
            size_t const end = middle + size < row_count ? middle + size : row_count;
            merge_runs(keys, key_count, order, merged, begin, middle, end);
        }
        memcpy(order, merged, row_count * sizeof *order);
    }
    free(merged);
    return true;
}
