/* SPDX-License-Identifier: MIT */
/* Generated columns for sorts by one key. */
#ifndef WGS_TESTING_SORT_TABLE_H
#define WGS_TESTING_SORT_TABLE_H

#include "primitives/sort/sort_cases.h"
#include "testing/distribution.h"
#include "testing/sort_rig.h"

typedef struct wgs_sort_table {
    wgs_distribution distribution;
    WGSFormat format;
    uint64_t seed;
    size_t row_count;
    void* keys;
    uint32_t* values[2];
} wgs_sort_table;

/* Ends the process when memory runs out. */
wgs_sort_table wgs_sort_table_make(
    wgs_distribution distribution, WGSFormat format, uint64_t seed, size_t row_count);
void wgs_sort_table_free(wgs_sort_table* table);

/* A sort of the table in a shape. The table must outlive it. */
wgs_test_sort wgs_sort_table_case(
    wgs_sort_table const* table,
    wgs_sort_shape const* shape,
    WGSDirection direction,
    WGSAlgorithm algorithm);

#endif
