/* SPDX-License-Identifier: MIT */
/* The inside of an inspector. */
#ifndef WGS_API_INSPECTOR_STATE_H
#define WGS_API_INSPECTOR_STATE_H

#include "base/memory.h"
#include "base/sample_ring.h"
#include "plan/explain.h"
#include "wgsort/inspector.h"

enum {
    WGS_NODE_QUANTITIES = 2,    /* the first of WGSInspectorQuantity */
    WGS_PROGRAM_QUANTITIES = 6, /* all of it */
    WGS_NODE_OUTCOMES = 4,
};

typedef struct wgs_inspected_node {
    char const* label;                    /* in node_labels of its program */
    uint64_t outcomes[WGS_NODE_OUTCOMES]; /* reports, by WGSNodeOutcome */
    wgs_sample_ring rings[WGS_NODE_QUANTITIES];
} wgs_inspected_node;

typedef struct wgs_inspected_program {
    uint64_t number; /* of its attachment */
    char* label;
    uint64_t encode_count;
    uint64_t failed_count;
    uint64_t recorded_count; /* nodes, of all encodes; so are the following */
    uint64_t skipped_count;
    uint64_t empty_count;
    uint64_t gpu_resolved_count;
    wgs_sample_ring rings[WGS_PROGRAM_QUANTITIES];
    uint32_t node_count;
    wgs_inspected_node* nodes; /* in run order */
    char* node_labels;         /* one after the other, each terminated */
} wgs_inspected_program;

/* What inspector.h promises. */
_Static_assert(sizeof(wgs_inspected_program) <= 6 * 1024, "an attached program grew");
_Static_assert(sizeof(wgs_inspected_node) <= 2 * 1024, "an inspected node grew");
_Static_assert((int)WGS_RING_SAMPLES == WGS_INSPECTOR_SAMPLES, "two sizes of one ring");

struct WGSInspectorImpl {
    uint32_t references;
    WGSContext context; /* referenced */
    WGSAllocator allocator;
    char* label;
    uint64_t last_number;
    size_t program_count, program_capacity;
    wgs_inspected_program** programs;
};

/* The place of an attachment among the programs; program_count when it is none of them. */
size_t wgs_inspector_find(WGSInspector inspector, WGSInspectorAttachment attachment);

/* The same with an error. */
WGSStatus wgs_inspector_get(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    wgs_inspected_program** program,
    char const* function,
    WGSError* error);

WGSInspectorSummary wgs_inspector_summary(wgs_sample_ring const* ring);

void wgs_inspector_print_text(wgs_explain_writer* writer, WGSInspector inspector);
void wgs_inspector_print_json(wgs_explain_writer* writer, WGSInspector inspector);

#endif
