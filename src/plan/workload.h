/* SPDX-License-Identifier: MIT */
/* What nodes cost, from what the graph says of them. */
#ifndef WGS_PLAN_WORKLOAD_H
#define WGS_PLAN_WORKLOAD_H

#include "plan/plan.h"

/* The cost of a node at its capacities; what a caller stated comes before what the uses say. */
WGSWorkload wgs_node_workload(WGSNode node);

/* Adds `more` to `sum`; a sum that would wrap stays at the largest number. */
void wgs_workload_add(WGSWorkload* sum, WGSWorkload more);

/* The most workgroups that an encode can dispatch for a node. */
uint64_t wgs_node_most_workgroups(WGSNode node);

/* Whether some encode may leave the node out. */
bool wgs_node_is_conditional(WGSNode node);

#endif
