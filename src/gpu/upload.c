/* SPDX-License-Identifier: MIT */
/*
 * To the device: queue writes in pieces, each flushed by a submission, so that the device copies
 * one piece while the CPU writes the next.
 */
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/error_scope.h"
#include "gpu/staging.h"

WGSStatus wgs_gpu_upload(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    unsigned char const* bytes = data;
    for (uint64_t done = 0; done < size;) {
        uint64_t const piece = wgs_min_u64(size - done, WGS_STAGING_PIECE);
        wgs_scope_error failure;
        wgs_scope_push(context);
        wgpuQueueWriteBuffer(context->queue, buffer, offset + done, bytes + done, (size_t)piece);
        wgpuQueueSubmit(context->queue, 0, NULL);
        wgs_scope_pop(context, &failure);
        if (failure.failed)
            return wgs_error(
                error,
                failure.out_of_memory ? WGSStatus_OutOfMemory : WGSStatus_DeviceError,
                failure.out_of_memory ? WGSErrorId_DeviceMemory : WGSErrorId_Submission,
                "%s: a write of %zu bytes failed: %s",
                function,
                (size_t)piece,
                failure.text);
        done += piece;
        if (progress != NULL)
            progress(done, size, userdata);
    }
    return wgs_context_check_alive(context, function, error);
}
