/* SPDX-License-Identifier: MIT */
/* Stable k-way merge on the CPU of portions that were sorted one by one: of equal rows the one of
 * the lower portion, which holds the earlier rows, goes first. */
#ifndef WGSORT_TOOLS_PORTION_MERGE_H
#define WGSORT_TOOLS_PORTION_MERGE_H

#include "key_compare.h"

/* Told how many rows are merged so far. */
typedef void (*wgs_merge_progress)(uint64_t done, uint64_t total, void* userdata);

/* Portion p is rows [first[p], first[p + 1]), in the order rows[first[p]], rows[first[p] + 1], ...,
 * which count from first[p]. Writes the merged order, as rows of the whole input. */
bool wgs_merge_orders(
    uint32_t const* rows,
    uint64_t const* first,
    uint32_t portion_count,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t* order,
    wgs_merge_progress progress,
    void* userdata,
    wgs_failure* failure);

/* Portion p is values[first[p]] to values[first[p + 1] - 1], sorted. Writes all to `out`. */
bool wgs_merge_values(
    wgs_key_type type,
    bool descending,
    unsigned key_bits,
    void const* values,
    uint64_t const* first,
    uint32_t portion_count,
    void* out,
    wgs_merge_progress progress,
    void* userdata,
    wgs_failure* failure);

#endif
