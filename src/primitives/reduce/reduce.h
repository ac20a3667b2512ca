/* SPDX-License-Identifier: MIT */
/* Reductions for use inside other primitives: views are checked already. */
#ifndef WGS_PRIMITIVES_REDUCE_H
#define WGS_PRIMITIVES_REDUCE_H

#include "primitives/common/chunk_list.h"
#include "wgsort/reduce.h"

typedef struct wgs_reduction {
    char const* parent;
    WGSReduceOperation operation;
    wgs_chunk_list const* in;
    wgs_chunk_list const* mask; /* with as many rows a chunk, of which those that are not 0 count;
                                   extents only; NULL: all rows count */
    bool finite_only;           /* extents of floats ignore infinities, too */
    WGSView out;
    wgs_row_source const* rows; /* how many rows of `in` */
} wgs_reduction;

/* Adds the nodes; after a failure the caller rolls back. */
WGSStatus wgs_reduce_add(
    WGSGraph graph, wgs_reduction const* reduction, char const* function, WGSError* error);

#endif
