/* SPDX-License-Identifier: MIT */
/* Timestamp queries: written by passes, resolved into a buffer, read back, scaled. */
#include <string.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/error_scope.h"
#include "gpu/native.h"

WGSStatus wgs_timestamps_create(
    WGSContext context,
    uint32_t count,
    wgs_timestamps* timestamps,
    char const* function,
    WGSError* error) {
    memset(timestamps, 0, sizeof *timestamps);
    if (!context->capabilities.timestamps || count == 0)
        return WGSStatus_Success;
    WGPUQuerySetDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view("wgs.timestamps"),
        .type = WGPUQueryType_Timestamp,
        .count = count};
    wgs_scope_error failure;
    wgs_scope_push(context);
    WGPUQuerySet queries = wgpuDeviceCreateQuerySet(context->device, &descriptor);
    wgs_scope_pop(context, &failure);
    timestamps->queries = queries;
    timestamps->count = count;
    WGSStatus status = WGSStatus_Success;
    if (queries == NULL || failure.failed)
        status = wgs_error(
            error,
            WGSStatus_OutOfMemory,
            WGSErrorId_DeviceMemory,
            "%s: no query set of %u timestamps: %s",
            function,
            (unsigned)count,
            failure.text);
    if (status == WGSStatus_Success)
        status = wgs_buffer_create(
            context,
            "wgs.timestamps",
            (uint64_t)count * 8,
            WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc,
            false,
            &timestamps->resolved,
            function,
            error);
    if (status != WGSStatus_Success)
        wgs_timestamps_free(timestamps);
    return status;
}

void wgs_timestamps_free(wgs_timestamps* timestamps) {
    if (timestamps->queries != NULL)
        wgpuQuerySetRelease(timestamps->queries);
    wgs_gpu_buffer_release(timestamps->resolved);
    memset(timestamps, 0, sizeof *timestamps);
}

void wgs_timestamps_resolve(wgs_timestamps const* timestamps, WGPUCommandEncoder encoder) {
    if (timestamps->queries != NULL)
        wgpuCommandEncoderResolveQuerySet(
            encoder, timestamps->queries, 0, timestamps->count, timestamps->resolved, 0);
}

WGSStatus wgs_timestamps_read(
    WGSContext context,
    wgs_timestamps const* timestamps,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error) {
    if (timestamps->queries == NULL)
        return WGSStatus_Success;
    WGS_TRY(wgs_gpu_read_back(
        context,
        timestamps->resolved,
        0,
        nanoseconds,
        (uint64_t)timestamps->count * 8,
        NULL,
        NULL,
        function,
        error));
    double const period = wgs_native_timestamp_period(context->queue);
    uint64_t const first = nanoseconds[0];
    for (uint32_t i = 0; i < timestamps->count; ++i)
        nanoseconds[i] =
            nanoseconds[i] > first ? (uint64_t)((double)(nanoseconds[i] - first) * period) : 0;
    return WGSStatus_Success;
}
