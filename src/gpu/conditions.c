/* SPDX-License-Identifier: MIT */
/* The conditions of an encode, each asked at most once, before anything is recorded. */
#include <inttypes.h>

#include "base/error.h"
#include "gpu/frame.h"

static WGSStatus ask(wgs_frame const* frame, uint32_t index, bool* holds, WGSError* error) {
    wgs_condition const* const condition = &frame->program->graph->conditions[index];
    int const answer = condition->evaluate(frame->descriptor->parameters, condition->userdata);
    *holds = answer > 0;
    if (answer >= 0)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidState,
        WGSErrorId_ConditionFailed,
        "%s: condition %" PRIu32 ", \"%.60s\", answered %d",
        frame->function,
        index,
        condition->label,
        answer);
}

WGSStatus wgs_frame_ask_conditions(wgs_frame* frame, WGSError* error) {
    WGSProgram const program = frame->program;
    WGSGraph const graph = program->graph;
    if (graph->condition_count == 0)
        return WGSStatus_Success;
    bool* const holds = wgs_allocate(&program->allocator, graph->condition_count, sizeof *holds);
    if (holds == NULL)
        return wgs_error_memory(error, frame->function);
    WGSStatus status = WGSStatus_Success;
    /* A condition comes after the one around it. */
    for (uint32_t c = 0; c < graph->condition_count && status == WGSStatus_Success; ++c) {
        uint32_t const parent = graph->conditions[c].parent;
        if (parent == WGS_NO_CONDITION || holds[parent])
            status = ask(frame, c, &holds[c], error);
    }
    for (size_t i = 0; i < program->node_count; ++i) {
        uint32_t const condition = program->nodes[i].node->condition;
        frame->nodes[i].skipped = condition != WGS_NO_CONDITION && !holds[condition];
    }
    wgs_free(&program->allocator, holds);
    return status;
}
