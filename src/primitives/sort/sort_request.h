/* SPDX-License-Identifier: MIT */
/* The steps from a sort's description to its nodes. */
#ifndef WGS_PRIMITIVES_SORT_REQUEST_H
#define WGS_PRIMITIVES_SORT_REQUEST_H

#include "primitives/common/word_sort.h"
#include "wgsort/sort.h"

/* The bits of a key that are compared, as [first, first + count) of its mapped bits. */
typedef struct wgs_bit_window {
    uint32_t first;
    uint32_t count;
} wgs_bit_window;

wgs_bit_window wgs_key_window(WGSSortKey const* key);

/* Checks everything about a sort that can be checked before nodes are added. */
WGSStatus wgs_sort_check(
    WGSGraph graph, WGSSortDescriptor const* descriptor, char const* function, WGSError* error);

/* Resolves the algorithm and writes the reason. */
WGSAlgorithm wgs_sort_choose(WGSSortDescriptor const* descriptor, char reason[120]);

/* Whether one 32-bit key is sorted with all columns travelling. */
bool wgs_sort_travels(WGSSortDescriptor const* descriptor);

/* Adds the nodes of a checked sort of at least one row. Fills `info` when it is not NULL. On
 * failure the graph is as it was. */
WGSStatus wgs_sort_add(
    WGSGraph graph,
    WGSSortDescriptor const* descriptor,
    WGSSortInfo* info,
    char const* function,
    WGSError* error);

#endif
