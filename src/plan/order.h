/* SPDX-License-Identifier: MIT */
/* The order in which nodes run. */
#ifndef WGS_PLAN_ORDER_H
#define WGS_PLAN_ORDER_H

#include "plan/graph.h"

/* Fills order[0 .. node_count). Hazards are inferred in insertion order, per whole buffer: a read
 * waits for the last write, a write for the last write and all reads since. To these come the
 * explicit dependencies. Of the nodes that wait for nothing, the one added first runs next, so that
 * the order is that of insertion unless an explicit dependency points forward.
 * Errors: DependencyCycle, HostMemory. */
WGSStatus wgs_order_nodes(WGSGraph graph, WGSNode* order, char const* function, WGSError* error);

#endif
