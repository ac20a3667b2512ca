/* SPDX-License-Identifier: MIT */
/*
 * Parameters. Blocks that are the same as at compile lie in one uniform buffer of the program.
 * Blocks that an encode changed go into a buffer of that encode, mapped at creation and released
 * once recorded: a block that was recorded is never written again, whatever is submitted together.
 */
#include "gpu/params.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "plan/grid.h"

static size_t block_size(wgs_program_node const* node) {
    return (size_t)node->node->as.kernel.variant.kernel->params_words * sizeof(uint32_t);
}

/* Fills the words `<binding>_base`: how far the view starts behind the bound offset, in words. */
static void fill_bases(wgs_frame const* frame, wgs_program_node const* node, uint32_t* params) {
    for (size_t i = 0; i < node->node->use_count; ++i) {
        if (node->base_words[i] < 0)
            continue;
        wgs_bound const range = wgs_frame_range(frame, &node->node->uses[i]);
        wgs_bound const bound = wgs_frame_binding(frame, &node->node->uses[i]);
        params[node->base_words[i]] = (uint32_t)((range.offset - bound.offset) / 4);
    }
}

/* Makes a uniform buffer of `count` blocks, mapped. NULL: why not is in `*status`. */
static unsigned char* create_blocks(
    WGSProgram program,
    size_t count,
    WGPUBuffer* buffer,
    WGSStatus* status,
    char const* function,
    WGSError* error) {
    uint64_t const size = (uint64_t)count * program->params_stride;
    uint64_t const limit = program->context->capabilities.limits.maxBufferSize;
    if (size > limit) {
        *status = wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BufferTooLarge,
            "%s: the parameters of %zu nodes need %" PRIu64 " bytes but a buffer holds %" PRIu64,
            function,
            count,
            size,
            limit);
        return NULL;
    }
    WGPUBufferDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view("wgs.params"),
        .usage = WGPUBufferUsage_Uniform,
        .size = size,
        .mappedAtCreation = true};
    WGPUBuffer made = wgpuDeviceCreateBuffer(program->context->device, &descriptor);
    unsigned char* mapped = NULL;
    if (made != NULL)
        mapped = wgpuBufferGetMappedRange(made, 0, (size_t)size);
    if (mapped != NULL) {
        *buffer = made;
        return mapped;
    }
    wgs_gpu_buffer_release(made);
    *status = wgs_error(
        error,
        WGSStatus_OutOfMemory,
        WGSErrorId_DeviceMemory,
        "%s: no device memory for parameters, %" PRIu64 " bytes",
        function,
        size);
    return NULL;
}

WGSStatus wgs_params_create(WGSProgram program, char const* function, WGSError* error) {
    uint32_t const alignment =
        program->context->capabilities.limits.minUniformBufferOffsetAlignment;
    size_t count = 0;
    uint64_t largest = 0;
    for (size_t i = 0; i < program->node_count; ++i) {
        wgs_program_node* node = &program->nodes[i];
        if (node->node->kind != WGS_NODE_KERNEL)
            continue;
        wgs_plan_launch(node->node, NULL, &node->launch);
        largest = node->pipeline->params_size > largest ? node->pipeline->params_size : largest;
        ++count;
    }
    if (largest == 0)
        return WGSStatus_Success;
    program->params_stride = (uint32_t)((largest + alignment - 1) / alignment * alignment);
    WGSStatus status = WGSStatus_Success;
    unsigned char* const mapped =
        create_blocks(program, count, &program->params, &status, function, error);
    if (mapped == NULL)
        return status;
    /* With every import at offset 0, a view's own offset decides its base. */
    wgs_frame const unmoved = {.program = program};
    uint32_t offset = 0;
    for (size_t i = 0; i < program->node_count; ++i) {
        wgs_program_node* node = &program->nodes[i];
        if (node->node->kind != WGS_NODE_KERNEL)
            continue;
        fill_bases(&unmoved, node, node->launch.params);
        node->params_offset = offset;
        memcpy(mapped + offset, node->launch.params, block_size(node));
        offset += program->params_stride;
    }
    wgpuBufferUnmap(program->params);
    return WGSStatus_Success;
}

/* Copies the changed blocks, in run order, into a buffer of the frame. */
static WGSStatus write_fresh(wgs_frame* frame, size_t count, WGSError* error) {
    WGSProgram program = frame->program;
    WGSStatus status = WGSStatus_Success;
    unsigned char* const mapped =
        create_blocks(program, count, &frame->params, &status, frame->function, error);
    if (mapped == NULL)
        return status;
    uint32_t offset = 0;
    for (size_t i = 0; i < program->node_count; ++i) {
        wgs_node_frame* node = &frame->nodes[i];
        if (!node->fresh)
            continue;
        node->params_offset = offset;
        memcpy(mapped + offset, node->launch.params, block_size(&program->nodes[i]));
        offset += program->params_stride;
    }
    wgpuBufferUnmap(frame->params);
    return WGSStatus_Success;
}

static WGSStatus launch_kernel(
    wgs_frame* frame, wgs_program_node const* node, wgs_node_frame* made, WGSError* error) {
    uint32_t const limit =
        frame->program->context->capabilities.limits.maxComputeWorkgroupsPerDimension;
    wgs_plan_launch(node->node, frame->values, &made->launch);
    if (made->launch.workgroups > wgs_grid_capacity(limit))
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_DispatchTooLarge,
            "%s: %s needs %" PRIu64 " workgroups but the device dispatches %" PRIu64,
            frame->function,
            node->node->label,
            made->launch.workgroups,
            wgs_grid_capacity(limit));
    made->active = made->launch.workgroups != 0;
    wgs_grid_split(made->launch.workgroups, limit, made->grid);
    fill_bases(frame, node, made->launch.params);
    made->params_offset = node->params_offset;
    made->fresh =
        made->active && memcmp(made->launch.params, node->launch.params, block_size(node)) != 0;
    return WGSStatus_Success;
}

WGSStatus wgs_frame_launch(wgs_frame* frame, WGSError* error) {
    WGSProgram program = frame->program;
    size_t fresh = 0;
    for (size_t i = 0; i < program->node_count; ++i) {
        wgs_program_node const* node = &program->nodes[i];
        wgs_node_frame* made = &frame->nodes[i];
        if (made->skipped)
            continue;
        switch (node->node->kind) {
        case WGS_NODE_KERNEL:
            WGS_TRY(launch_kernel(frame, node, made, error));
            fresh += made->fresh;
            break;
        case WGS_NODE_COMPUTE:
            memcpy(made->grid, node->node->as.compute.workgroups, sizeof made->grid);
            made->active = wgs_node_is_indirect(node->node) ||
                           (made->grid[0] != 0 && made->grid[1] != 0 && made->grid[2] != 0);
            break;
        case WGS_NODE_COPY:
            made->active = node->node->uses[0].size != 0;
            break;
        case WGS_NODE_CALLBACK:
            made->active = true;
            break;
        }
    }
    return fresh == 0 ? WGSStatus_Success : write_fresh(frame, fresh, error);
}
