/* SPDX-License-Identifier: MIT */
/* The command graph of a sort as `wgsort sort` would run it, without data. */
#ifndef WGSORT_TOOLS_SORT_GRAPH_H
#define WGSORT_TOOLS_SORT_GRAPH_H

#include "host_keys.h"

/* What is sorted: `rows` rows by keys of which only type, direction and bits are read. */
typedef struct wgs_sort_shape {
    uint64_t rows;
    size_t key_count;
    WGSHostKey const* keys;
    bool values_only; /* the sorted keys are wanted, not the order */
    WGSAlgorithm algorithm;
} wgs_sort_shape;

/* *graph is the caller's to release. */
bool wgs_sort_graph_make(
    WGSContext context, wgs_sort_shape const* shape, WGSGraph* graph, wgs_failure* failure);

/* Rows of such a shape that the device sorts at once. */
bool wgs_sort_graph_room(
    WGSContext context, wgs_sort_shape const* shape, uint64_t* rows, wgs_failure* failure);

#endif
