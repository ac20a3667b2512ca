/* SPDX-License-Identifier: MIT */
/* One encode in the making: its memory and the order of its steps. */
#include "gpu/frame.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/access.h"

wgs_bound wgs_frame_range(wgs_frame const* frame, wgs_use const* use) {
    if (frame->buffers == NULL) /* at compile: every buffer starts at 0 */
        return (wgs_bound){NULL, use->offset, use->size};
    wgs_bound const* buffer = &frame->buffers[use->buffer->index];
    /* A buffer that may be short ends early, and never before its rows do. */
    uint64_t const rest = use->offset < buffer->size ? buffer->size - use->offset : 0;
    return (wgs_bound){buffer->buffer, buffer->offset + use->offset, wgs_min_u64(use->size, rest)};
}

wgs_bound wgs_frame_binding(wgs_frame const* frame, wgs_use const* use) {
    wgs_bound bound = wgs_frame_range(frame, use);
    if (!wgs_access_is_storage(use->access))
        return bound;
    uint64_t const mask =
        frame->program->context->capabilities.limits.minStorageBufferOffsetAlignment - 1;
    bound.size += bound.offset & mask;
    bound.offset &= ~mask;
    return bound;
}

static bool allocate(wgs_frame* frame) {
    WGSProgram program = frame->program;
    WGSGraph graph = program->graph;
    WGSAllocator const* allocator = &program->allocator;
    frame->buffers = wgs_allocate(allocator, graph->buffer_count, sizeof *frame->buffers);
    frame->values = wgs_allocate(allocator, graph->value_count, sizeof *frame->values);
    frame->replaced =
        wgs_allocate(allocator, graph->buffer_count + graph->value_count, sizeof *frame->replaced);
    frame->nodes = wgs_allocate(allocator, program->node_count, sizeof *frame->nodes);
    return frame->buffers != NULL && frame->values != NULL && frame->replaced != NULL &&
           frame->nodes != NULL;
}

static WGSStatus prepare(wgs_frame* frame, WGSError* error) {
    if (!allocate(frame))
        return wgs_error_memory(error, frame->function);
    WGS_TRY(wgs_frame_resolve(frame, error));
    WGS_TRY(wgs_frame_check_aliases(frame, error));
    WGS_TRY(wgs_frame_ask_conditions(frame, error));
    WGS_TRY(wgs_frame_launch(frame, error));
    return wgs_frame_bind(frame, error);
}

WGSStatus wgs_frame_init(
    wgs_frame* frame,
    WGSProgram program,
    WGSEncodeDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    memset(frame, 0, sizeof *frame);
    frame->program = program;
    frame->descriptor = descriptor;
    frame->function = function;
    WGSStatus const status = prepare(frame, error);
    if (status != WGSStatus_Success)
        wgs_frame_free(frame);
    return status;
}

void wgs_frame_free(wgs_frame* frame) {
    WGSAllocator const* allocator = &frame->program->allocator;
    for (size_t i = 0; frame->nodes != NULL && i < frame->program->node_count; ++i)
        if (frame->nodes[i].group != NULL)
            wgpuBindGroupRelease(frame->nodes[i].group);
    wgs_gpu_buffer_release(frame->params);
    wgs_free(allocator, frame->buffers);
    wgs_free(allocator, frame->values);
    wgs_free(allocator, frame->replaced);
    wgs_free(allocator, frame->nodes);
    memset(frame, 0, sizeof *frame);
}
