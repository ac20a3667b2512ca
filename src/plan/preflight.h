/* SPDX-License-Identifier: MIT */
/* What can be said of a plan, and refused of it, before it is compiled. */
#ifndef WGS_PLAN_PREFLIGHT_H
#define WGS_PLAN_PREFLIGHT_H

#include "plan/plan.h"

/* Refuses conditions that are open and slots of more than `max_scratch` bytes together; 0: any. */
WGSStatus wgs_preflight_check(
    WGSGraph graph,
    wgs_plan const* plan,
    uint64_t max_scratch,
    char const* function,
    WGSError* error);

/* Adds up; fills the first `node_count` of `nodes`, in run order. */
WGSPreflight
wgs_preflight(WGSGraph graph, wgs_plan const* plan, size_t node_count, WGSNodeWorkload* nodes);

#endif
