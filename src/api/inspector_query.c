/* SPDX-License-Identifier: MIT */
/* What an inspector has gathered. */
#include <inttypes.h>

#include "api/inspector_state.h"
#include "base/error.h"

static WGSStatus
check_room(size_t count, size_t needed, char const* what, char const* function, WGSError* error) {
    if (count >= needed)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_InvalidSize,
        "%s: count is %zu but there are %zu %s",
        function,
        count,
        needed,
        what);
}

WGSStatus wgsInspectorGetAttachments(
    WGSInspector inspector, size_t* count, WGSInspectorAttachment* attachments, WGSError* error) {
    char const* const function = "wgsInspectorGetAttachments";
    if (inspector == NULL || count == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "count");
    if (attachments != NULL) {
        WGS_TRY(check_room(*count, inspector->program_count, "programs", function, error));
        for (size_t p = 0; p < inspector->program_count; p++)
            attachments[p] = (WGSInspectorAttachment){
                .inspector = inspector, .number = inspector->programs[p]->number};
    }
    *count = inspector->program_count;
    return WGSStatus_Success;
}

WGSStatus wgsInspectorGetProgramInfo(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    WGSInspectorProgramInfo* info,
    WGSError* error) {
    char const* const function = "wgsInspectorGetProgramInfo";
    if (inspector == NULL || info == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "info");
    wgs_inspected_program* program = NULL;
    WGS_TRY(wgs_inspector_get(inspector, attachment, &program, function, error));
    *info = (WGSInspectorProgramInfo){
        .label = program->label,
        .nodeCount = program->node_count,
        .encodeCount = program->encode_count,
        .failedEncodeCount = program->failed_count,
        .recordedCount = program->recorded_count,
        .skippedCount = program->skipped_count,
        .emptyCount = program->empty_count,
        .gpuResolvedCount = program->gpu_resolved_count,
    };
    return WGSStatus_Success;
}

static WGSStatus get_node(
    wgs_inspected_program const* program,
    uint32_t index,
    wgs_inspected_node const** node,
    char const* function,
    WGSError* error) {
    if (index >= program->node_count)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ValueOutOfRange,
            "%s: node is %" PRIu32 " but \"%.100s\" has %" PRIu32 " nodes",
            function,
            index,
            program->label,
            program->node_count);
    *node = &program->nodes[index];
    return WGSStatus_Success;
}

WGSStatus wgsInspectorGetNodeInfo(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorNodeInfo* info,
    WGSError* error) {
    char const* const function = "wgsInspectorGetNodeInfo";
    if (inspector == NULL || info == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "info");
    wgs_inspected_program* program = NULL;
    wgs_inspected_node const* found = NULL;
    WGS_TRY(wgs_inspector_get(inspector, attachment, &program, function, error));
    WGS_TRY(get_node(program, node, &found, function, error));
    *info = (WGSInspectorNodeInfo){
        .label = found->label,
        .recordedCount = found->outcomes[WGSNodeOutcome_Recorded],
        .emptyCount = found->outcomes[WGSNodeOutcome_Empty],
        .skippedCount = found->outcomes[WGSNodeOutcome_Skipped],
        .gpuResolvedCount = found->outcomes[WGSNodeOutcome_GpuResolved],
    };
    return WGSStatus_Success;
}

/* The ring of a quantity of a node or, for WGS_INSPECTOR_PROGRAM, of the program. */
static WGSStatus get_ring(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t index,
    WGSInspectorQuantity quantity,
    wgs_sample_ring const** ring,
    char const* function,
    WGSError* error) {
    wgs_inspected_program* program = NULL;
    wgs_inspected_node const* node = NULL;
    WGS_TRY(wgs_inspector_get(inspector, attachment, &program, function, error));
    if (index != WGS_INSPECTOR_PROGRAM)
        WGS_TRY(get_node(program, index, &node, function, error));
    unsigned const limit = node != NULL ? WGS_NODE_QUANTITIES : WGS_PROGRAM_QUANTITIES;
    if ((unsigned)quantity >= limit)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: quantity is %d, which is none of a %s's",
            function,
            (int)quantity,
            node != NULL ? "node" : "program");
    *ring = node != NULL ? &node->rings[quantity] : &program->rings[quantity];
    return WGSStatus_Success;
}

WGSInspectorSummary wgs_inspector_summary(wgs_sample_ring const* ring) {
    wgs_ring_summary const summary = wgs_ring_summarize(ring);
    return (WGSInspectorSummary){
        .sampleCount = wgs_ring_count(ring),
        .totalCount = ring->total,
        .latest = summary.latest,
        .p50 = summary.p50,
        .p95 = summary.p95,
    };
}

WGSStatus wgsInspectorGetSummary(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorQuantity quantity,
    WGSInspectorSummary* summary,
    WGSError* error) {
    char const* const function = "wgsInspectorGetSummary";
    if (inspector == NULL || summary == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "summary");
    wgs_sample_ring const* ring = NULL;
    WGS_TRY(get_ring(inspector, attachment, node, quantity, &ring, function, error));
    *summary = wgs_inspector_summary(ring);
    return WGSStatus_Success;
}

WGSStatus wgsInspectorGetSamples(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorQuantity quantity,
    size_t* count,
    uint64_t* samples,
    WGSError* error) {
    char const* const function = "wgsInspectorGetSamples";
    if (inspector == NULL || count == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "count");
    wgs_sample_ring const* ring = NULL;
    WGS_TRY(get_ring(inspector, attachment, node, quantity, &ring, function, error));
    if (samples != NULL) {
        WGS_TRY(check_room(*count, wgs_ring_count(ring), "samples", function, error));
        (void)wgs_ring_copy(ring, samples);
    }
    *count = wgs_ring_count(ring);
    return WGSStatus_Success;
}

WGSStatus wgsInspectorPrint(
    WGSInspector inspector, WGSExplainFormat format, char* text, size_t* size, WGSError* error) {
    char const* const function = "wgsInspectorPrint";
    if (inspector == NULL || size == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "size");
    if (text == NULL && *size > 0)
        return wgs_error_null(error, function, "text");
    if (format != WGSExplainFormat_Text && format != WGSExplainFormat_JSON)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: format is %d, which is neither text nor JSON",
            function,
            (int)format);
    wgs_explain_writer writer = {.text = text, .capacity = *size};
    if (format == WGSExplainFormat_Text)
        wgs_inspector_print_text(&writer, inspector);
    else
        wgs_inspector_print_json(&writer, inspector);
    *size = writer.length + 1;
    return WGSStatus_Success;
}
