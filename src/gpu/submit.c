/* SPDX-License-Identifier: MIT */
/*
 * Encoders, submissions. Submitting an invalid command buffer ends the process in wgpu-native, even
 * inside an error scope: the scope is popped after Finish, and what failed is never submitted.
 */
#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/error_scope.h"
#include "gpu/wait.h"

WGSStatus wgs_gpu_encoder_create(
    WGSContext context, WGPUCommandEncoder* encoder, char const* function, WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    WGPUCommandEncoderDescriptor const descriptor = {
        .nextInChain = NULL, .label = wgs_string_view("wgs.encoder")};
    *encoder = wgpuDeviceCreateCommandEncoder(context->device, &descriptor);
    if (*encoder == NULL)
        return wgs_error(
            error,
            WGSStatus_OutOfMemory,
            WGSErrorId_DeviceMemory,
            "%s: no command encoder",
            function);
    return WGSStatus_Success;
}

void wgs_gpu_encoder_release(WGPUCommandEncoder encoder) {
    if (encoder != NULL)
        wgpuCommandEncoderRelease(encoder);
}

WGSStatus wgs_gpu_submit(
    WGSContext context, WGPUCommandEncoder encoder, char const* function, WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    wgs_scope_error failure;
    wgs_scope_push(context);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgs_scope_pop(context, &failure);
    if (commands == NULL || failure.failed) {
        if (commands != NULL)
            wgpuCommandBufferRelease(commands);
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Recording,
            "%s: the recorded commands are refused: %s",
            function,
            failure.text);
    }
    wgs_scope_push(context);
    wgpuQueueSubmit(context->queue, 1, &commands);
    wgs_scope_pop(context, &failure);
    wgpuCommandBufferRelease(commands);
    if (failure.failed)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Submission,
            "%s: the submission is refused: %s",
            function,
            failure.text);
    return WGSStatus_Success;
}

WGSStatus wgs_gpu_wait(WGSContext context, char const* function, WGSError* error) {
    return wgs_wait_queue(context, function, error);
}
