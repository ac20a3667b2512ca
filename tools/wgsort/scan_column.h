/* SPDX-License-Identifier: MIT */
/*
 * Scans a column of numbers on the device. Sums of integers are exact: wherever the sum of a portion
 * would leave 32 bits, the device begins anew, and what came before is added in 64 bits. Nulls add
 * nothing and stay null.
 */
#ifndef WGSORT_TOOLS_SCAN_COLUMN_H
#define WGSORT_TOOLS_SCAN_COLUMN_H

#include "device_run.h"
#include "number_extent.h"
#include "progress_bar.h"
#include "scan_options.h"

/* How a column's values become words of 32 bits. */
typedef struct wgs_scan_plan {
    char const* path; /* for messages, as `name` */
    char const* name;
    WGSScanOperation operation;
    WGSScanMode mode;
    WGSFormat format;
    wgs_wide base; /* least and greatest of integers: words are offsets from it */
    wgs_key_type result;
    bool by_flags; /* there may be segments */
    bool wrap;
} wgs_scan_plan;

/* The result's type: the column's, but --f32 and halves make f32. */
wgs_key_type wgs_scan_result_type(wgs_scan_options const* options, wgs_key_type type);

/* `path` and `name`, for messages, stay in the plan. */
bool wgs_scan_plan_make(
    wgs_scan_options const* options,
    wgs_key_column const* column,
    char const* path,
    char const* name,
    wgs_scan_plan* plan,
    wgs_failure* failure);

/* The graph that scans up to `capacity` words in place. */
typedef struct wgs_scan_graph {
    WGSGraph graph;
    WGSBuffer values;
    WGSBuffer flags; /* NULL without segments */
    WGSValue rows;
} wgs_scan_graph;

bool wgs_scan_graph_make(
    WGSContext context,
    wgs_scan_plan const* plan,
    uint64_t capacity,
    wgs_scan_graph* graph,
    wgs_failure* failure);

/* The result of each row. nulls[row] is WGS_RESULT_NULL where the column is null, and
 * WGS_RESULT_DEFAULT where there is no value that could be the least or greatest yet: the value is then what scan.h
 * says of no elements. Both arrays are the caller's to free(). */
typedef struct wgs_scan_result {
    wgs_key_type type;
    void* values;
    uint8_t* nulls;
    uint64_t portions;
} wgs_scan_result;

/* `starts` (NULL: none) says which rows begin a segment. `first_row` counts rows in messages. */
bool wgs_scan_column(
    WGSContext context,
    wgs_scan_plan const* plan,
    wgs_key_column const* column,
    uint8_t const* starts,
    uint64_t portion_rows,
    uint64_t first_row,
    wgs_scan_result* result,
    wgs_progress_bar* bar,
    wgs_failure* failure);
void wgs_scan_result_free(wgs_scan_result* result);

#endif
