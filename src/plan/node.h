/* SPDX-License-Identifier: MIT */
/* Making and freeing nodes, for the files of this folder. */
#ifndef WGS_PLAN_NODE_H
#define WGS_PLAN_NODE_H

#include "plan/graph.h"

/* "<parent>.<role>", or the role alone when the parent has no label. NULL when memory fails. */
char* wgs_join_label(WGSAllocator const* allocator, char const* parent, char const* role);

/* Appends a node whose uses and dependencies were checked; all of it or nothing. Takes over `label`
 * and `note` when it succeeds. */
WGSStatus wgs_node_append(
    WGSGraph graph,
    wgs_node_kind kind,
    char* label,
    char* note,
    size_t use_count,
    wgs_use const* uses,
    size_t dependency_count,
    WGSNode const* dependencies,
    WGSNode* node,
    char const* function,
    WGSError* error);

/* Checks the nodes that a new one is to depend on: there, and of this graph. */
WGSStatus wgs_dependencies_check(
    WGSGraph graph,
    size_t count,
    WGSNode const* dependencies,
    char const* function,
    WGSError* error);

/* Makes room for one more addition to a node that is there. */
bool wgs_graph_reserve_addition(WGSGraph graph);

void wgs_node_free(WGSAllocator const* allocator, WGSNode node);

#endif
