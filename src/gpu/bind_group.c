/* SPDX-License-Identifier: MIT */
/* Bind groups of an encode: from the node's cache, or its own where the params are its own. */
#include "gpu/params.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "plan/access.h"

void wgs_cached_group_clear(wgs_cached_group* entry, size_t count) {
    if (entry->group == NULL)
        return;
    wgpuBindGroupRelease(entry->group);
    entry->group = NULL;
    for (size_t i = 0; i < count; ++i)
        wgpuBufferRelease(entry->bounds[i].buffer);
}

static bool same_bounds(wgs_bound const* a, wgs_bound const* b, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (a[i].buffer != b[i].buffer || a[i].offset != b[i].offset || a[i].size != b[i].size)
            return false;
    return true;
}

static WGPUBindGroup create_group(
    wgs_frame const* frame,
    wgs_program_node const* node,
    WGPUBuffer params,
    wgs_bound const* bounds,
    WGPUBindGroupEntry* entries) {
    WGSNode const made_from = node->node;
    bool const kernel = made_from->kind == WGS_NODE_KERNEL;
    uint32_t const* numbers =
        kernel ? made_from->as.kernel.binding_numbers : made_from->as.compute.binding_numbers;
    size_t count = 0;
    if (kernel && node->pipeline->params_size > 0)
        entries[count++] = (WGPUBindGroupEntry){
            .binding = 0, .buffer = params, .offset = 0, .size = node->pipeline->params_size};
    for (size_t i = 0; i < wgs_node_binding_count(made_from); ++i)
        entries[count++] = (WGPUBindGroupEntry){
            .binding = numbers[i],
            .buffer = bounds[i].buffer,
            .offset = bounds[i].offset,
            .size = bounds[i].size};
    WGPUBindGroupDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(made_from->label),
        .layout = kernel ? node->pipeline->layout : node->layout,
        .entryCount = count,
        .entries = entries};
    return wgpuDeviceCreateBindGroup(frame->program->context->device, &descriptor);
}

/* The node's cached group for these bounds, made in place of the oldest when there is none, with a
 * reference of its own. */
static WGPUBindGroup cached_group(
    wgs_frame const* frame,
    wgs_program_node* node,
    wgs_bound const* bounds,
    WGPUBindGroupEntry* entries) {
    size_t const count = wgs_node_binding_count(node->node);
    for (size_t i = 0; i < WGS_CACHED_GROUPS; ++i)
        if (node->groups[i].group != NULL && same_bounds(node->groups[i].bounds, bounds, count)) {
            wgpuBindGroupAddRef(node->groups[i].group);
            return node->groups[i].group;
        }
    WGPUBindGroup made = create_group(frame, node, frame->program->params, bounds, entries);
    if (made == NULL)
        return NULL;
    wgs_cached_group* entry = &node->groups[node->oldest_group];
    node->oldest_group = (node->oldest_group + 1) % WGS_CACHED_GROUPS;
    wgs_cached_group_clear(entry, count);
    entry->group = made;
    wgpuBindGroupAddRef(made);
    for (size_t i = 0; i < count; ++i) {
        entry->bounds[i] = bounds[i];
        wgpuBufferAddRef(bounds[i].buffer);
    }
    return made;
}

/* Rounding a replaced buffer's offset down makes bindings larger than they were at compile. */
static WGSStatus check_bound(
    wgs_frame const* frame,
    wgs_program_node const* node,
    size_t use,
    wgs_bound const* bound,
    WGSError* error) {
    wgs_use const* wanted = &node->node->uses[use];
    if (!wgs_access_is_storage(wanted->access))
        return WGSStatus_Success;
    WGSLimits const* limits = &frame->program->context->capabilities.limits;
    wgs_bound const range = wgs_frame_range(frame, wanted);
    bool const has_base = node->node->kind == WGS_NODE_KERNEL && node->base_words[use] >= 0;
    if (range.offset != bound->offset && !has_base)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: %s is bound by %s at offset %" PRIu64 ", which is not a multiple of %" PRIu32,
            frame->function,
            wanted->buffer->label,
            node->node->label,
            range.offset,
            limits->minStorageBufferOffsetAlignment);
    if (bound->size > limits->maxStorageBufferBindingSize)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BindingTooLarge,
            "%s: %s is bound by %s with %" PRIu64 " bytes but a binding holds %" PRIu64,
            frame->function,
            wanted->buffer->label,
            node->node->label,
            bound->size,
            limits->maxStorageBufferBindingSize);
    return WGSStatus_Success;
}

static WGSStatus bind_node(
    wgs_frame* frame,
    wgs_program_node* node,
    wgs_node_frame* made,
    wgs_bound* bounds,
    WGPUBindGroupEntry* entries,
    WGSError* error) {
    size_t const count = wgs_node_binding_count(node->node);
    for (size_t i = 0; i < count; ++i) {
        bounds[i] = wgs_frame_binding(frame, &node->node->uses[i]);
        WGS_TRY(check_bound(frame, node, i, &bounds[i], error));
    }
    if (count == 0 && node->node->kind == WGS_NODE_COMPUTE)
        return WGSStatus_Success;
    made->group = made->fresh ? create_group(frame, node, frame->params, bounds, entries)
                              : cached_group(frame, node, bounds, entries);
    if (made->group == NULL)
        return wgs_error(
            error,
            WGSStatus_OutOfMemory,
            WGSErrorId_DeviceMemory,
            "%s: no bind group for %s",
            frame->function,
            node->node->label);
    return WGSStatus_Success;
}

WGSStatus wgs_frame_bind(wgs_frame* frame, WGSError* error) {
    WGSProgram program = frame->program;
    size_t most = 0;
    for (size_t i = 0; i < program->node_count; ++i)
        if (program->nodes[i].node->use_count > most)
            most = program->nodes[i].node->use_count;
    wgs_bound* bounds = wgs_allocate(&program->allocator, most, sizeof *bounds);
    WGPUBindGroupEntry* entries = wgs_allocate(&program->allocator, most + 1, sizeof *entries);
    WGSStatus status = WGSStatus_Success;
    if (bounds == NULL || entries == NULL)
        status = wgs_error_memory(error, frame->function);
    for (size_t i = 0; i < program->node_count && status == WGSStatus_Success; ++i)
        if (frame->nodes[i].active && wgs_node_is_compute(program->nodes[i].node))
            status = bind_node(frame, &program->nodes[i], &frame->nodes[i], bounds, entries, error);
    wgs_free(&program->allocator, entries);
    wgs_free(&program->allocator, bounds);
    return status;
}
