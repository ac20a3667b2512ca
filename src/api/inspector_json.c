/* SPDX-License-Identifier: MIT */
/* An inspector for programs. The members are described in docs/inspector.md; names never change. */
#include <inttypes.h>

#include "api/inspector_state.h"

static char const* const quantity_names[WGS_PROGRAM_QUANTITIES] = {
    [WGSInspectorQuantity_EncodeNanoseconds] = "encodeNanoseconds",
    [WGSInspectorQuantity_GpuNanoseconds] = "gpuNanoseconds",
    [WGSInspectorQuantity_GpuSpanNanoseconds] = "gpuSpanNanoseconds",
    [WGSInspectorQuantity_PassCount] = "passCount",
    [WGSInspectorQuantity_NodeCount] = "nodeCount",
    [WGSInspectorQuantity_SkippedNodeCount] = "skippedNodeCount",
};

/* A member that is null as long as there is no sample. */
static void print_ring(wgs_explain_writer* writer, char const* name, wgs_sample_ring const* ring) {
    WGSInspectorSummary const s = wgs_inspector_summary(ring);
    if (s.totalCount == 0) {
        wgs_explain_print(writer, "\"%s\": null", name);
        return;
    }
    wgs_explain_print(
        writer,
        "\"%s\": {\"latest\": %" PRIu64 ", \"p50\": %" PRIu64 ", \"p95\": %" PRIu64
        ", \"sampleCount\": %" PRIu32 ", \"totalCount\": %" PRIu64 "}",
        name,
        s.latest,
        s.p50,
        s.p95,
        s.sampleCount,
        s.totalCount);
}

static void print_label(wgs_explain_writer* writer, char const* label) {
    wgs_explain_print(writer, "\"label\": ");
    wgs_explain_json_string(writer, label);
    wgs_explain_print(writer, ", ");
}

/* The counters of WGSNodeOutcome. */
static void print_counts(
    wgs_explain_writer* writer,
    uint64_t recorded,
    uint64_t empty,
    uint64_t skipped,
    uint64_t gpu_resolved) {
    wgs_explain_print(
        writer,
        "\"recordedCount\": %" PRIu64 ", \"emptyCount\": %" PRIu64 ", \"skippedCount\": %" PRIu64
        ", \"gpuResolvedCount\": %" PRIu64,
        recorded,
        empty,
        skipped,
        gpu_resolved);
}

static void print_node(wgs_explain_writer* writer, wgs_inspected_node const* node, uint32_t n) {
    wgs_explain_print(writer, "%s\n        {\"order\": %" PRIu32 ", ", n > 0 ? "," : "", n);
    print_label(writer, node->label);
    print_counts(
        writer,
        node->outcomes[WGSNodeOutcome_Recorded],
        node->outcomes[WGSNodeOutcome_Empty],
        node->outcomes[WGSNodeOutcome_Skipped],
        node->outcomes[WGSNodeOutcome_GpuResolved]);
    for (int q = 0; q < WGS_NODE_QUANTITIES; q++) {
        wgs_explain_print(writer, ",\n          ");
        print_ring(writer, quantity_names[q], &node->rings[q]);
    }
    wgs_explain_print(writer, "}");
}

static void
print_program(wgs_explain_writer* writer, wgs_inspected_program const* p, size_t index) {
    wgs_explain_print(writer, "%s\n    {", index > 0 ? "," : "");
    print_label(writer, p->label);
    wgs_explain_print(
        writer,
        "\"encodeCount\": %" PRIu64 ", \"failedEncodeCount\": %" PRIu64 ",\n      ",
        p->encode_count,
        p->failed_count);
    print_counts(
        writer, p->recorded_count, p->empty_count, p->skipped_count, p->gpu_resolved_count);
    for (int q = 0; q < WGS_PROGRAM_QUANTITIES; q++) {
        wgs_explain_print(writer, ",\n      ");
        print_ring(writer, quantity_names[q], &p->rings[q]);
    }
    wgs_explain_print(writer, ",\n      \"nodes\": [");
    for (uint32_t n = 0; n < p->node_count; n++)
        print_node(writer, &p->nodes[n], n);
    wgs_explain_print(writer, "%s]}", p->node_count > 0 ? "\n      " : "");
}

void wgs_inspector_print_json(wgs_explain_writer* writer, WGSInspector inspector) {
    wgs_explain_print(writer, "{\n  \"version\": 1,\n  ");
    print_label(writer, inspector->label);
    wgs_explain_print(writer, "\"sampleCapacity\": %d,\n  \"programs\": [", WGS_RING_SAMPLES);
    for (size_t p = 0; p < inspector->program_count; p++)
        print_program(writer, inspector->programs[p], p);
    wgs_explain_print(writer, "%s]\n}\n", inspector->program_count > 0 ? "\n  " : "");
}
