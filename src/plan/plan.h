/* SPDX-License-Identifier: MIT */
/*
 * From a graph to a plan: the order of its nodes, the lifetimes of its transients and the physical
 * slots behind them. Pure arithmetic.
 */
#ifndef WGS_PLAN_PLAN_H
#define WGS_PLAN_PLAN_H

#include "plan/graph.h"

#define WGS_NO_SLOT UINT32_MAX
#define WGS_NEVER_USED UINT32_MAX

typedef struct wgs_slot {
    uint64_t size;
    WGPUBufferUsage usage;
} wgs_slot;

typedef struct wgs_plan {
    WGSAllocator allocator;
    size_t node_count;
    WGSNode* order; /* nodes in run order */
    size_t buffer_count;
    uint32_t* first_use;      /* by buffer index, a place in `order`; WGS_NEVER_USED */
    uint32_t* last_use;       /* likewise */
    uint32_t* slot_of_buffer; /* by buffer index; WGS_NO_SLOT for imports, tables and unused
                                 transients */
    size_t slot_count;
    wgs_slot* slots;
    uint32_t transient_count; /* used ones */
    uint64_t logical_bytes;   /* of used transients */
    uint64_t physical_bytes;
} wgs_plan;

/* Fills `plan`, which the caller frees; after a failure there is nothing to free.
 *
 * Orders the nodes (insertion order, unless an explicit dependency points forward; a cycle is
 * DependencyCycle) and assigns slots by best fit: the largest transient first, each into the
 * smallest slot that is free all its life, else into a new one (plan/slots.h). Lifetimes are whole
 * buffers, first to last use, both ends included. So what one node uses never shares a slot: a
 * buffer of indirect arguments is never one that the same node writes. */
WGSStatus wgs_plan_build(WGSGraph graph, wgs_plan* plan, char const* function, WGSError* error);
void wgs_plan_free(wgs_plan* plan);

/* The launch of a kernel node. `values_by_index` NULL: with the default values of its graph. */
void wgs_plan_launch(WGSNode node, uint32_t const* values_by_index, wgs_launch* launch);

/* Prints into text[0..capacity), always terminated when capacity > 0; returns the bytes needed,
 * with the terminating zero. `format` is one of the three. What is printed: docs/explain.md. */
size_t wgs_explain(
    WGSGraph graph, wgs_plan const* plan, WGSExplainFormat format, char* text, size_t capacity);

#endif
