/* SPDX-License-Identifier: MIT */
/* Mapped buffers on the way to and from the device. */
#include "gpu/staging.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/buffer.h"

static void
on_mapped(WGPUMapAsyncStatus status, WGPUStringView message, void* userdata, void* unused) {
    (void)unused;
    wgs_signal* signal = userdata;
    signal->status = (uint32_t)status;
    wgs_signal_finish(signal, message);
}

WGSStatus wgs_stage_map(
    WGSContext context,
    wgs_stage* stage,
    WGPUMapMode mode,
    uint64_t size,
    char const* function,
    WGSError* error) {
    stage->mapping = wgs_signal_create(&context->allocator);
    if (stage->mapping == NULL)
        return wgs_error_memory(error, function);
    WGPUBufferMapCallbackInfo const info = {
        .nextInChain = NULL,
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = on_mapped,
        .userdata1 = stage->mapping,
        .userdata2 = NULL};
    (void)wgpuBufferMapAsync(stage->buffer, mode, 0, (size_t)size, info);
    return WGSStatus_Success;
}

WGSStatus
wgs_stage_wait(WGSContext context, wgs_stage* stage, char const* function, WGSError* error) {
    wgs_signal* signal = stage->mapping;
    stage->mapping = NULL;
    bool const came = wgs_wait_signal(context, signal, false);
    WGSStatus status = wgs_context_check_alive(context, function, error);
    if (status == WGSStatus_Success &&
        (!came || signal->status != (uint32_t)WGPUMapAsyncStatus_Success))
        status = wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Mapping,
            "%s: a staging buffer can't be mapped: %s",
            function,
            came ? signal->text : "no answer");
    stage->mapped = status == WGSStatus_Success;
    wgs_signal_release(signal);
    return status;
}

void wgs_stage_free(WGSContext context, wgs_stage* stage) {
    if (stage->mapping != NULL) {
        (void)wgs_wait_signal(context, stage->mapping, false);
        wgs_signal_release(stage->mapping);
    }
    wgs_gpu_buffer_release(stage->buffer);
    memset(stage, 0, sizeof *stage);
}

WGSStatus wgs_stage_copy(
    WGSContext context,
    bool own,
    wgs_bound from,
    wgs_bound to,
    char const* function,
    WGSError* error) {
    WGPUCommandEncoder encoder = NULL;
    WGS_TRY(wgs_gpu_encoder_create(context, &encoder, function, error));
    wgpuCommandEncoderCopyBufferToBuffer(
        encoder, from.buffer, from.offset, to.buffer, to.offset, from.size);
    WGSStatus status = WGSStatus_Success;
    if (own) {
        WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
        wgpuQueueSubmit(context->queue, 1, &commands);
        wgpuCommandBufferRelease(commands);
    } else {
        status = wgs_gpu_submit(context, encoder, function, error);
    }
    wgs_gpu_encoder_release(encoder);
    return status;
}

static WGSStatus
create_stages(wgs_transfer* transfer, uint64_t largest, char const* function, WGSError* error) {
    WGPUBufferUsage const usage = transfer->upward
                                      ? WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc
                                      : WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    uint64_t const pieces = wgs_max_u64(wgs_divide_up(largest, WGS_STAGING_PIECE), 1);
    transfer->stage_count = (size_t)wgs_min_u64(pieces, WGS_STAGING_BUFFERS);
    for (size_t i = 0; i < transfer->stage_count; ++i) {
        WGS_TRY(wgs_buffer_create(
            transfer->context,
            "wgs.staging",
            wgs_min_u64(largest, WGS_STAGING_PIECE),
            usage,
            transfer->upward,
            &transfer->stages[i].buffer,
            function,
            error));
        transfer->stages[i].mapped = transfer->upward;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_transfer_create(
    WGSContext context,
    bool upward,
    uint64_t largest,
    bool own_buffers,
    wgs_transfer** transfer,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    if (!wgs_wait_possible(context))
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: waiting needs the instance in WGSContextDescriptor",
            function);
    wgs_transfer* made = wgs_allocate(&context->allocator, 1, sizeof *made);
    if (made == NULL)
        return wgs_error_memory(error, function);
    made->context = context;
    made->allocator = context->allocator;
    made->upward = upward;
    made->own_buffers = own_buffers;
    WGSStatus const status = create_stages(made, largest, function, error);
    if (status == WGSStatus_Success)
        *transfer = made;
    else
        wgs_transfer_free(made);
    return status;
}

void wgs_transfer_free(wgs_transfer* transfer) {
    if (transfer == NULL)
        return;
    for (size_t i = 0; i < transfer->stage_count; ++i)
        wgs_stage_free(transfer->context, &transfer->stages[i]);
    WGSAllocator const allocator = transfer->allocator;
    wgs_free(&allocator, transfer);
}
