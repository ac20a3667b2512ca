/* SPDX-License-Identifier: MIT */
/* The checks of a counting sort, apart from its nodes. */
#ifndef WGS_PRIMITIVES_COUNTING_SORT_H
#define WGS_PRIMITIVES_COUNTING_SORT_H

#include "plan/graph.h"
#include "wgsort/counting_sort.h"

/* Columns that move along with a key: what the bindings of one dispatch hold. */
enum { WGS_COUNTING_MAX_COLUMNS = 2 };

/* Everything that wgsGraphAddCountingSort promises to refuse, except what is found while nodes are
 * added. */
WGSStatus wgs_counting_sort_check(
    WGSGraph graph,
    WGSCountingSortDescriptor const* descriptor,
    char const* function,
    WGSError* error);

#endif
