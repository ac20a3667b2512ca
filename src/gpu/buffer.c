/* SPDX-License-Identifier: MIT */
/* Making buffers, and the small buffer functions that other layers call. */
#include "gpu/buffer.h"

#include <inttypes.h>

#include "base/error.h"
#include "gpu/error_scope.h"

WGPUStringView wgs_string_view(char const* text) {
    return (WGPUStringView){.data = text, .length = WGPU_STRLEN};
}

WGSStatus wgs_buffer_create(
    WGSContext context,
    char const* label,
    uint64_t size,
    WGPUBufferUsage usage,
    bool mapped,
    WGPUBuffer* buffer,
    char const* function,
    WGSError* error) {
    uint64_t const limit = context->capabilities.limits.maxBufferSize;
    if (size > limit)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BufferTooLarge,
            "%s: %s needs %" PRIu64 " bytes but a buffer holds %" PRIu64,
            function,
            label,
            size,
            limit);
    WGPUBufferDescriptor descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(label),
        .usage = usage,
        .size = size == 0 ? 4 : (size + 3) & ~(uint64_t)3,
        .mappedAtCreation = mapped};
    wgs_scope_error failure;
    wgs_scope_push(context);
    WGPUBuffer made = wgpuDeviceCreateBuffer(context->device, &descriptor);
    wgs_scope_pop(context, &failure);
    if (made != NULL && !failure.failed) {
        *buffer = made;
        return WGSStatus_Success;
    }
    if (made != NULL)
        wgpuBufferRelease(made);
    WGS_TRY(wgs_context_check_alive(context, function, error));
    return wgs_error(
        error,
        WGSStatus_OutOfMemory,
        WGSErrorId_DeviceMemory,
        "%s: no device memory for %s, %" PRIu64 " bytes: %s",
        function,
        label,
        descriptor.size,
        failure.text);
}

WGSStatus wgs_gpu_buffer_create(
    WGSContext context,
    char const* label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGPUBuffer* buffer,
    char const* function,
    WGSError* error) {
    return wgs_buffer_create(context, label, size, usage, false, buffer, function, error);
}

void wgs_gpu_buffer_add_ref(WGPUBuffer buffer) { wgpuBufferAddRef(buffer); }

void wgs_gpu_buffer_release(WGPUBuffer buffer) {
    if (buffer != NULL)
        wgpuBufferRelease(buffer);
}

uint64_t wgs_gpu_buffer_size(WGPUBuffer buffer) { return wgpuBufferGetSize(buffer); }

WGPUBufferUsage wgs_gpu_buffer_usage(WGPUBuffer buffer) { return wgpuBufferGetUsage(buffer); }

void wgs_gpu_pipeline_add_ref(WGPUComputePipeline pipeline) { wgpuComputePipelineAddRef(pipeline); }

void wgs_gpu_layout_add_ref(WGPUBindGroupLayout layout) { wgpuBindGroupLayoutAddRef(layout); }
