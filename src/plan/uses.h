/* SPDX-License-Identifier: MIT */
/* The checks of a node's buffer uses that need the whole node. */
#ifndef WGS_PLAN_USES_H
#define WGS_PLAN_USES_H

#include "plan/graph.h"

/* The offset that is bound for a storage use: the start rounded down to the device's alignment. */
uint64_t wgs_use_bound_offset(WGSGraph graph, wgs_use const* use);

/* Checks ownership, accesses, ranges, usage flags; for dispatches also offsets of uniforms, sizes
 * of bindings, their number, and aliasing; for copies that the buffers differ. `names` are those of
 * the uses in messages; NULL: as wgs_graph_add_node says. */
WGSStatus wgs_uses_check(
    WGSGraph graph,
    wgs_node_kind kind,
    size_t use_count,
    wgs_use const* uses,
    char const* const* names,
    char const* function,
    WGSError* error);

#endif
