/* SPDX-License-Identifier: MIT */
/* Counts the values of a column in bins, on the device. */
#ifndef WGSORT_TOOLS_BIN_COUNT_H
#define WGSORT_TOOLS_BIN_COUNT_H

#include "bin_edges.h"
#include "device_run.h"
#include "progress_bar.h"

/* Every row is in one of these numbers. */
typedef struct wgs_tally {
    uint64_t counted;
    uint64_t nulls;
    uint64_t not_finite;
    uint64_t below;
    uint64_t above;
} wgs_tally;

/* The graph that counts up to `capacity` values: offsets of integers, or f32 numbers. */
typedef struct wgs_bin_graph {
    WGSGraph graph;
    WGSBuffer values;
    WGSBuffer counts;
    WGSValue rows;
} wgs_bin_graph;

bool wgs_bin_graph_make(
    WGSContext context,
    wgs_bins const* bins,
    uint64_t capacity,
    wgs_bin_graph* graph,
    wgs_failure* failure);

/* Adds the count of each bin to counts[0, bins->count), in portions of at most `portion_rows` values
 * (0: what the device takes). *portions is how many there were. */
bool wgs_bins_count(
    WGSContext context,
    wgs_numbers const* numbers,
    wgs_bins const* bins,
    uint64_t portion_rows,
    uint64_t* counts,
    wgs_tally* tally,
    uint64_t* portions,
    wgs_progress_bar* bar,
    wgs_failure* failure);

#endif
