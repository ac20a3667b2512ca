/* SPDX-License-Identifier: MIT */
/*
 * Recording. Neighbouring compute nodes share a pass; copies and callbacks end it. Nothing here can
 * fail once it has begun: all that can was done by the frame.
 */
#include "gpu/recorder.h"

#include <inttypes.h>
#include <time.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/params.h"

typedef struct recorder {
    wgs_frame const* frame;
    wgs_recording const* given;
    WGPUComputePassEncoder pass; /* NULL: none is open */
    bool alone;                  /* every compute node gets a pass of its own */
    uint32_t pass_count;         /* that this recording will open */
    uint32_t next_query;
    WGPUBuffer* callback_buffers;
    WGSEncodeStats stats;
} recorder;

static size_t end_of(wgs_recording const* given) { return given->first + given->count; }

/* Passes that will be opened: for runs of compute nodes with nothing recorded between them, or for
 * each of those nodes. */
static uint32_t count_passes(recorder const* r) {
    uint32_t count = 0;
    bool open = false;
    for (size_t i = r->given->first; i < end_of(r->given); ++i) {
        if (!r->frame->nodes[i].active)
            continue;
        bool const compute = wgs_node_is_compute(r->frame->program->nodes[i].node);
        count += compute && (!open || r->alone);
        open = compute;
    }
    return count;
}

/* The queries that the next pass writes. False: none. */
static bool pass_queries(recorder* r, WGPUPassTimestampWrites* writes) {
    *writes = (WGPUPassTimestampWrites){
        .nextInChain = NULL,
        .querySet = r->given->queries,
        .beginningOfPassWriteIndex = WGPU_QUERY_SET_INDEX_UNDEFINED,
        .endOfPassWriteIndex = WGPU_QUERY_SET_INDEX_UNDEFINED};
    if (r->given->timing == WGSTiming_Nodes) {
        writes->beginningOfPassWriteIndex = r->next_query;
        writes->endOfPassWriteIndex = r->next_query + 1;
        r->next_query += 2;
        return true;
    }
    if (r->given->timing != WGSTiming_Program)
        return false;
    uint32_t const first = r->given->first_query;
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
    r->pass = wgpuCommandEncoderBeginComputePass(r->given->encoder, &descriptor);
    ++r->stats.passCount;
}

static void end_pass(recorder* r) {
    if (r->pass == NULL)
        return;
    wgpuComputePassEncoderEnd(r->pass);
    wgpuComputePassEncoderRelease(r->pass);
    r->pass = NULL;
}

static void dispatch(recorder* r, WGSNode node, wgs_node_frame const* made) {
    if (wgs_node_is_indirect(node)) {
        wgs_bound const counts = wgs_frame_range(r->frame, &node->uses[node->use_count - 1]);
        wgpuComputePassEncoderDispatchWorkgroupsIndirect(r->pass, counts.buffer, counts.offset);
    } else {
        wgpuComputePassEncoderDispatchWorkgroups(
            r->pass, made->grid[0], made->grid[1], made->grid[2]);
    }
    ++r->stats.dispatchCount;
}

static void record_dispatch(recorder* r, wgs_program_node const* node, wgs_node_frame const* made) {
    wgpuComputePassEncoderPushDebugGroup(r->pass, wgs_string_view(node->node->label));
    wgpuComputePassEncoderSetPipeline(r->pass, wgs_program_pipeline(node));
    bool const dynamic = node->node->kind == WGS_NODE_KERNEL && node->pipeline->params_size > 0;
    if (made->group != NULL)
        wgpuComputePassEncoderSetBindGroup(
            r->pass, 0, made->group, dynamic ? 1 : 0, dynamic ? &made->params_offset : NULL);
    dispatch(r, node->node, made);
    wgpuComputePassEncoderPopDebugGroup(r->pass);
}

/* With node timing every compute node gets its pass, also an empty one: all queries are written. */
static void record_compute(recorder* r, wgs_program_node const* node, wgs_node_frame const* made) {
    bool const timed = r->given->timing == WGSTiming_Nodes;
    if (!made->active && !timed)
        return;
    if (r->alone)
        end_pass(r);
    r->stats.coalescedNodeCount += r->pass != NULL;
    if (r->pass == NULL)
        begin_pass(r, r->alone ? node->node->label : r->frame->program->graph->label);
    if (made->active)
        record_dispatch(r, node, made);
    r->stats.timedNodeCount += timed;
    if (r->alone)
        end_pass(r);
}

static void record_copy(recorder* r, WGSNode node) {
    wgs_bound const from = wgs_frame_range(r->frame, &node->uses[0]);
    wgs_bound const to = wgs_frame_range(r->frame, &node->uses[1]);
    wgpuCommandEncoderCopyBufferToBuffer(
        r->given->encoder, from.buffer, from.offset, to.buffer, to.offset, from.size);
    ++r->stats.copyCount;
}

static void record_callback(recorder* r, WGSNode node) {
    for (size_t i = 0; i < node->use_count; ++i)
        r->callback_buffers[i] = r->frame->buffers[node->uses[i].buffer->index].buffer;
    WGSRecording const recording = {
        .encoder = r->given->encoder,
        .bufferCount = node->use_count,
        .buffers = r->callback_buffers};
    node->as.callback.callback(&recording, node->as.callback.userdata);
}

static void record_outside(recorder* r, WGSNode node) {
    end_pass(r);
    wgpuCommandEncoderPushDebugGroup(r->given->encoder, wgs_string_view(node->label));
    if (node->kind == WGS_NODE_COPY)
        record_copy(r, node);
    else
        record_callback(r, node);
    wgpuCommandEncoderPopDebugGroup(r->given->encoder);
}

static void record_node(recorder* r, size_t index) {
    wgs_program_node const* node = &r->frame->program->nodes[index];
    wgs_node_frame const* made = &r->frame->nodes[index];
    r->stats.nodeCount += made->active;
    r->stats.skippedNodeCount += made->skipped;
    if (wgs_node_is_compute(node->node))
        record_compute(r, node, made);
    else if (made->active)
        record_outside(r, node->node);
}

static WGSNodeOutcome outcome_of(WGSNode node, wgs_node_frame const* made) {
    if (made->skipped)
        return WGSNodeOutcome_Skipped;
    if (!made->active)
        return WGSNodeOutcome_Empty;
    return wgs_node_is_indirect(node) ? WGSNodeOutcome_GpuResolved : WGSNodeOutcome_Recorded;
}

static void record_and_report(recorder* r, size_t index, WGSNodeReport* report) {
    WGSNode const node = r->frame->program->nodes[index].node;
    uint32_t const timed_before = r->stats.timedNodeCount;
    uint64_t const start = wgs_now_nanoseconds();
    record_node(r, index);
    *report = (WGSNodeReport){
        .label = node->label,
        .outcome = outcome_of(node, &r->frame->nodes[index]),
        .timing = r->stats.timedNodeCount != timed_before ? timed_before : UINT32_MAX,
        .encodeNanoseconds = wgs_now_nanoseconds() - start};
}

static void record_all(recorder* r) {
    wgs_recording const* given = r->given;
    for (size_t i = 0; i < given->count; ++i) {
        if (given->reports != NULL && i < given->report_count)
            record_and_report(r, given->first + i, &given->reports[i]);
        else
            record_node(r, given->first + i);
    }
    end_pass(r);
    /* Two queries are promised, also by a recording without a pass. */
    if (given->timing == WGSTiming_Program && r->stats.passCount == 0) {
        begin_pass(r, r->frame->program->graph->label);
        end_pass(r);
    }
}

/* The queries that will be written. */
static uint64_t query_count(WGSProgram program, wgs_recording const* given) {
    uint64_t count = 0;
    for (size_t i = given->first; i < end_of(given); ++i)
        count += wgs_node_is_compute(program->nodes[i].node) ? 2 : 0;
    return given->timing == WGSTiming_Program ? 2 : count;
}

WGSStatus wgs_recording_check(
    WGSProgram program, wgs_recording const* given, char const* function, WGSError* error) {
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
    if (given->queries == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: querySet is NULL but timing is %d",
            function,
            (int)given->timing);
    if (wgpuQuerySetGetType(given->queries) != WGPUQueryType_Timestamp)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: querySet is not of type Timestamp",
            function);
    uint64_t const count = query_count(program, given);
    uint32_t const size = wgpuQuerySetGetCount(given->queries);
    if (given->first_query + count > size)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: querySet has %" PRIu32 " queries but %" PRIu64 " from %" PRIu32 " on are written",
            function,
            size,
            count,
            given->first_query);
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

uint64_t wgs_now_nanoseconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

WGSStatus wgs_record(
    wgs_frame const* frame,
    wgs_recording const* recording,
    WGSEncodeStats* stats,
    char const* function,
    WGSError* error) {
    WGSAllocator const* const allocator = &frame->program->allocator;
    recorder r = {
        .frame = frame,
        .given = recording,
        .alone = recording->separate_passes || recording->timing == WGSTiming_Nodes,
        .next_query = recording->first_query,
        .callback_buffers = allocate_callback_buffers(frame->program)};
    if (r.callback_buffers == NULL)
        return wgs_error_memory(error, function);
    r.pass_count = count_passes(&r);
    record_all(&r);
    *stats = r.stats;
    wgs_free(allocator, r.callback_buffers);
    return WGSStatus_Success;
}
