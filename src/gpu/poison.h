/* SPDX-License-Identifier: MIT */
/* A dispatch that leaves rubbish in workgroup memory. */
#ifndef WGS_GPU_POISON_H
#define WGS_GPU_POISON_H

#include "plan/graph.h"

/* Adds the node, with a small transient that it writes to. */
WGSStatus
wgs_graph_add_poison(WGSGraph graph, uint32_t value, char const* function, WGSError* error);

#endif
