/* SPDX-License-Identifier: MIT */
/* Mapped buffers on the way to and from the device. */
#include "gpu/staging.h"

#include "base/error.h"

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
    wgs_signal_release(signal);
    return status;
}

void wgs_stage_free(WGSContext context, wgs_stage* stage) {
    if (stage->mapping != NULL) {
        (void)wgs_wait_signal(context, stage->mapping, false);
        wgs_signal_release(stage->mapping);
    }
    if (stage->buffer != NULL)
        wgpuBufferRelease(stage->buffer);
    *stage = (wgs_stage){NULL, NULL};
}

WGSStatus wgs_stage_copy(
    WGSContext context,
    WGPUBuffer from,
    uint64_t from_offset,
    WGPUBuffer to,
    uint64_t to_offset,
    uint64_t size,
    char const* function,
    WGSError* error) {
    WGPUCommandEncoder encoder = NULL;
    WGS_TRY(wgs_gpu_encoder_create(context, &encoder, function, error));
    wgpuCommandEncoderCopyBufferToBuffer(encoder, from, from_offset, to, to_offset, size);
    WGSStatus const status = wgs_gpu_submit(context, encoder, function, error);
    wgs_gpu_encoder_release(encoder);
    return status;
}
