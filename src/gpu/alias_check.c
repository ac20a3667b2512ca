/* SPDX-License-Identifier: MIT */
/*
 * Imports that turn out to be one physical buffer, or to be the scratch. The graph's order and its
 * hazards were found with logical buffers, so:
 *   - two used imports of which one is written must not overlap;
 *   - in one node, one physical buffer is never both read-only and writable, and two writable
 *     bindings of it do not meet after rounding, which WebGPU refuses too.
 * Sharing without a write is free.
 */
#include <stdlib.h>

#include "base/error.h"
#include "gpu/frame.h"
#include "plan/access.h"

static bool ranges_meet(wgs_bound const* a, wgs_bound const* b) {
    return a->buffer == b->buffer && a->offset < b->offset + b->size &&
           b->offset < a->offset + a->size;
}

static WGSStatus
refuse(wgs_frame const* frame, WGSBuffer a, WGSBuffer b, char const* why, WGSError* error) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_AliasedImports,
        "%s: %s and %s resolve to one buffer, and %s",
        frame->function,
        a->label,
        b->label,
        why);
}

/* One used logical buffer and the handle that it resolved to. */
typedef struct entry {
    WGPUBuffer buffer;
    size_t index;
} entry;

static int compare_entries(void const* a, void const* b) {
    entry const* x = a;
    entry const* y = b;
    if (x->buffer != y->buffer)
        return (uintptr_t)x->buffer < (uintptr_t)y->buffer ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Checks all pairs of a run of entries with one handle. Transients may share among themselves: the
 * plan keeps their lifetimes apart. `*shared` tells that an import is in company. */
static WGSStatus
check_run(wgs_frame const* frame, entry const* run, size_t count, bool* shared, WGSError* error) {
    WGSProgram program = frame->program;
    WGSBuffer const* buffers = program->graph->buffers;
    for (size_t i = 0; i < count; ++i)
        for (size_t j = i + 1; j < count; ++j) {
            size_t const a = run[i].index, b = run[j].index;
            if (!buffers[a]->imported && !buffers[b]->imported)
                continue;
            if (!program->written[a] && !program->written[b])
                continue;
            *shared = true;
            bool const scratch = !buffers[a]->imported || !buffers[b]->imported;
            if (scratch || ranges_meet(&frame->buffers[a], &frame->buffers[b]))
                return refuse(
                    frame,
                    buffers[a],
                    buffers[b],
                    scratch ? "one of them is scratch" : "one of them is written",
                    error);
        }
    return WGSStatus_Success;
}

static WGSStatus check_handles(wgs_frame const* frame, bool* shared, WGSError* error) {
    WGSProgram program = frame->program;
    size_t const buffer_count = program->graph->buffer_count;
    entry* entries = wgs_allocate(&program->allocator, buffer_count, sizeof *entries);
    if (entries == NULL)
        return wgs_error_memory(error, frame->function);
    size_t count = 0;
    for (size_t i = 0; i < buffer_count; ++i)
        if (program->used[i])
            entries[count++] = (entry){frame->buffers[i].buffer, i};
    if (count > 1)
        qsort(entries, count, sizeof *entries, compare_entries);
    WGSStatus status = WGSStatus_Success;
    for (size_t first = 0, end; first < count && status == WGSStatus_Success; first = end) {
        for (end = first + 1; end < count && entries[end].buffer == entries[first].buffer;)
            ++end;
        status = check_run(frame, entries + first, end - first, shared, error);
    }
    wgs_free(&program->allocator, entries);
    return status;
}

/* Two uses of one node whose physical buffer is the same. */
static WGSStatus check_pair(
    wgs_frame const* frame, WGSNode node, wgs_use const* a, wgs_use const* b, WGSError* error) {
    wgs_bound const x = wgs_frame_binding(frame, a), y = wgs_frame_binding(frame, b);
    bool const a_writes = wgs_access_writes(a->access), b_writes = wgs_access_writes(b->access);
    if (x.buffer != y.buffer || (!a_writes && !b_writes))
        return WGSStatus_Success;
    if (node->kind == WGS_NODE_CALLBACK && a->buffer == b->buffer)
        return WGSStatus_Success;
    if (node->kind == WGS_NODE_COPY)
        return refuse(frame, a->buffer, b->buffer, "a copy needs two", error);
    if (a_writes != b_writes)
        return refuse(frame, a->buffer, b->buffer, "one node has it read-only and writable", error);
    if (ranges_meet(&x, &y))
        return refuse(
            frame,
            a->buffer,
            b->buffer,
            "two writable bindings meet after rounding to the offset alignment",
            error);
    return WGSStatus_Success;
}

/* Whether some import starts where views of it may round in another way than at compile. */
static bool any_moved(wgs_frame const* frame) {
    uint64_t const mask =
        frame->program->context->capabilities.limits.minStorageBufferOffsetAlignment - 1;
    for (size_t i = 0; i < frame->program->graph->buffer_count; ++i)
        if (frame->program->used[i] && (frame->buffers[i].offset & mask) != 0)
            return true;
    return false;
}

WGSStatus wgs_frame_check_aliases(wgs_frame const* frame, WGSError* error) {
    bool shared = false;
    WGS_TRY(check_handles(frame, &shared, error));
    if (!shared && !any_moved(frame))
        return WGSStatus_Success;
    for (size_t n = 0; n < frame->program->node_count; ++n) {
        WGSNode node = frame->program->nodes[n].node;
        for (size_t i = 0; i < node->use_count; ++i)
            for (size_t j = i + 1; j < node->use_count; ++j)
                WGS_TRY(check_pair(frame, node, &node->uses[i], &node->uses[j], error));
    }
    return WGSStatus_Success;
}
