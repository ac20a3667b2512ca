/* SPDX-License-Identifier: MIT */
/* Gathers for use inside other primitives: views are checked already. */
#ifndef WGS_PRIMITIVES_GATHER_H
#define WGS_PRIMITIVES_GATHER_H

#include "primitives/common/launch.h"

/* out[i] = in[rows[i]] for the rows of `source`. */
WGSStatus wgs_gather_add(
    WGSGraph graph,
    char const* parent,
    char const* role,
    WGSView rows,
    WGSView in,
    WGSView out,
    wgs_row_source const* source,
    char const* function,
    WGSError* error);

/* column[i] = in[column[i]], 4-byte elements. */
WGSStatus wgs_gather_add_in_place(
    WGSGraph graph,
    char const* parent,
    char const* role,
    WGSView in,
    WGSView column,
    wgs_row_source const* source,
    char const* function,
    WGSError* error);

#endif
