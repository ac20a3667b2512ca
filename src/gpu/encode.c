/* SPDX-License-Identifier: MIT */
/*
 * Recording. Neighbouring compute nodes share a pass; copies and callbacks end it. Nothing here can
 * fail: all that can was done by the frame.
 */
#include <inttypes.h>
#include <time.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/frame.h"
#include "gpu/params.h"

typedef struct recorder {
    wgs_frame const* frame;
    WGPUCommandEncoder encoder;
    WGPUComputePassEncoder pass; /* NULL: none is open */
    WGSTiming timing;
    uint32_t pass_count; /* that this encode will open */
    uint32_t next_query;
    WGPUBuffer* callback_buffers;
    WGSEncodeStats stats;
} recorder;

static bool records_in_pass(wgs_frame const* frame, size_t index) {
    return frame->nodes[index].active && wgs_node_is_compute(frame->program->nodes[index].node);
}

/* Passes without node timing: runs of compute nodes with nothing recorded between them. */
static uint32_t count_passes(wgs_frame const* frame) {
    uint32_t count = 0;
    bool open = false;
    for (size_t i = 0; i < frame->program->node_count; ++i) {
        if (!frame->nodes[i].active)
            continue;
        bool const compute = records_in_pass(frame, i);
        count += compute && !open;
        open = compute;
    }
    return count;
}

/* The queries that the next pass writes. False: none. */
static bool pass_queries(recorder* r, WGPUPassTimestampWrites* writes) {
    *writes = (WGPUPassTimestampWrites){
        .nextInChain = NULL,
        .querySet = r->frame->descriptor->querySet,
        .beginningOfPassWriteIndex = WGPU_QUERY_SET_INDEX_UNDEFINED,
        .endOfPassWriteIndex = WGPU_QUERY_SET_INDEX_UNDEFINED};
    if (r->timing == WGSTiming_Nodes) {
        writes->beginningOfPassWriteIndex = r->next_query;
        writes->endOfPassWriteIndex = r->next_query + 1;
        r->next_query += 2;
        return true;
    }
    if (r->timing != WGSTiming_Program)
        return false;
    uint32_t const first = r->frame->descriptor->firstQuery;
    if (r->stats.passCount == 0)
        writes->beginningOfPassWriteIndex = first;
    if (r->stats.passCount + 1 >= r->pass_count)
        writes->endOfPassWriteIndex = first + 1;
    return r->stats.passCount == 0 || r->stats.passCount + 1 >= r->pass_count;
}

static void begin_pass(recorder* r, char const* label) {
    WGPUPassTimestampWrites writes;
    bool const timed = pass_queries(r, &writes);
    WGPUComputePassDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(label),
        .timestampWrites = timed ? &writes : NULL};
    r->pass = wgpuCommandEncoderBeginComputePass(r->encoder, &descriptor);
    ++r->stats.passCount;
}

static void end_pass(recorder* r) {
    if (r->pass == NULL)
        return;
    wgpuComputePassEncoderEnd(r->pass);
    wgpuComputePassEncoderRelease(r->pass);
    r->pass = NULL;
}

static void record_dispatch(recorder* r, wgs_program_node const* node, wgs_node_frame const* made) {
    wgpuComputePassEncoderSetPipeline(r->pass, wgs_program_pipeline(node));
    bool const dynamic = node->node->kind == WGS_NODE_KERNEL && node->pipeline->params_size > 0;
    if (made->group != NULL)
        wgpuComputePassEncoderSetBindGroup(
            r->pass, 0, made->group, dynamic ? 1 : 0, dynamic ? &made->params_offset : NULL);
    wgpuComputePassEncoderDispatchWorkgroups(r->pass, made->grid[0], made->grid[1], made->grid[2]);
    ++r->stats.dispatchCount;
}

/* With node timing every compute node gets its pass, also an empty one: all queries are written. */
static void record_compute(recorder* r, wgs_program_node const* node, wgs_node_frame const* made) {
    bool const alone = r->timing == WGSTiming_Nodes;
    if (!made->active && !alone)
        return;
    if (alone)
        end_pass(r);
    if (r->pass == NULL)
        begin_pass(r, alone ? node->node->label : r->frame->program->graph->label);
    if (made->active)
        record_dispatch(r, node, made);
    if (alone)
        end_pass(r);
}

static void record_copy(recorder* r, WGSNode node) {
    end_pass(r);
    wgs_bound const from = wgs_frame_range(r->frame, &node->uses[0]);
    wgs_bound const to = wgs_frame_range(r->frame, &node->uses[1]);
    wgpuCommandEncoderCopyBufferToBuffer(
        r->encoder, from.buffer, from.offset, to.buffer, to.offset, from.size);
    ++r->stats.copyCount;
}

static void record_callback(recorder* r, WGSNode node) {
    end_pass(r);
    for (size_t i = 0; i < node->use_count; ++i)
        r->callback_buffers[i] = r->frame->buffers[node->uses[i].buffer->index].buffer;
    WGSRecording const recording = {
        .encoder = r->encoder, .bufferCount = node->use_count, .buffers = r->callback_buffers};
    node->as.callback.callback(&recording, node->as.callback.userdata);
}

static void record_node(recorder* r, size_t index) {
    wgs_program_node const* node = &r->frame->program->nodes[index];
    wgs_node_frame const* made = &r->frame->nodes[index];
    r->stats.nodeCount += made->active;
    if (wgs_node_is_compute(node->node))
        record_compute(r, node, made);
    else if (made->active && node->node->kind == WGS_NODE_COPY)
        record_copy(r, node->node);
    else if (made->active)
        record_callback(r, node->node);
}

static void record_all(recorder* r) {
    for (size_t i = 0; i < r->frame->program->node_count; ++i)
        record_node(r, i);
    end_pass(r);
    /* Two queries are promised, also by an encode without a pass. */
    if (r->timing == WGSTiming_Program && r->stats.passCount == 0) {
        begin_pass(r, r->frame->program->graph->label);
        end_pass(r);
    }
}

static WGSStatus check_timing(
    WGSProgram program, WGSEncodeDescriptor const* given, char const* function, WGSError* error) {
    if (given->timing == WGSTiming_None)
        return WGSStatus_Success;
    if (given->timing != WGSTiming_Program && given->timing != WGSTiming_Nodes)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: timing is %d",
            function,
            (int)given->timing);
    if (!program->context->capabilities.timestamps)
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: the device was opened without timestamp queries",
            function);
    if (given->querySet == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: querySet is NULL but timing is %d",
            function,
            (int)given->timing);
    if (wgpuQuerySetGetType(given->querySet) != WGPUQueryType_Timestamp)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: querySet is not of type Timestamp",
            function);
    uint64_t const count = given->timing == WGSTiming_Program ? program->stats.timestampCountProgram
                                                              : program->stats.timestampCountNodes;
    uint32_t const size = wgpuQuerySetGetCount(given->querySet);
    if (given->firstQuery + count > size)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: querySet has %" PRIu32 " queries but %" PRIu64 " from %" PRIu32 " on are written",
            function,
            size,
            count,
            given->firstQuery);
    return WGSStatus_Success;
}

/* Room for the callbacks' buffers, taken before anything is recorded. */
static WGPUBuffer* allocate_callback_buffers(WGSProgram program) {
    size_t most = 0;
    for (size_t i = 0; i < program->node_count; ++i)
        if (program->nodes[i].node->use_count > most)
            most = program->nodes[i].node->use_count;
    return wgs_allocate(&program->allocator, most, sizeof(WGPUBuffer));
}

static uint64_t now_nanoseconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

WGSStatus wgs_program_encode(
    WGSProgram program,
    WGPUCommandEncoder encoder,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    char const* function,
    WGSError* error) {
    uint64_t const start = now_nanoseconds();
    WGSEncodeDescriptor const given = descriptor != NULL ? *descriptor : (WGSEncodeDescriptor){0};
    WGS_TRY(wgs_context_check_alive(program->context, function, error));
    WGS_TRY(check_timing(program, &given, function, error));
    WGPUBuffer* callback_buffers = allocate_callback_buffers(program);
    if (callback_buffers == NULL)
        return wgs_error_memory(error, function);
    wgs_frame frame;
    WGSStatus const status = wgs_frame_init(&frame, program, &given, function, error);
    if (status == WGSStatus_Success) {
        recorder r = {
            .frame = &frame,
            .encoder = encoder,
            .timing = given.timing,
            .pass_count = count_passes(&frame),
            .next_query = given.firstQuery,
            .callback_buffers = callback_buffers};
        record_all(&r);
        wgs_frame_free(&frame);
        r.stats.encodeNanoseconds = now_nanoseconds() - start;
        if (stats != NULL)
            *stats = r.stats;
    }
    wgs_free(&program->allocator, callback_buffers);
    return status;
}
