/* SPDX-License-Identifier: MIT */
/* Timestamp queries: written by passes, resolved into a buffer, read back, scaled. */
#include <inttypes.h>
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

/* Reads back `count` queries, and counts them in nanoseconds from the first. */
static WGSStatus read_resolved(
    WGSContext context,
    WGPUBuffer resolved,
    uint32_t count,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error) {
    WGS_TRY(
        wgs_gpu_read_back(context, resolved, 0, nanoseconds, (uint64_t)count * 8, function, error));
    double const period = wgs_native_timestamp_period(context->queue);
    uint64_t const first = nanoseconds[0];
    for (uint32_t i = 0; i < count; ++i)
        nanoseconds[i] =
            nanoseconds[i] > first ? (uint64_t)((double)(nanoseconds[i] - first) * period) : 0;
    return WGSStatus_Success;
}

WGSStatus wgs_timestamps_read(
    WGSContext context,
    wgs_timestamps const* timestamps,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error) {
    if (timestamps->queries == NULL)
        return WGSStatus_Success;
    return read_resolved(
        context, timestamps->resolved, timestamps->count, nanoseconds, function, error);
}

static WGSStatus check_set(
    WGSContext context,
    WGPUQuerySet set,
    uint32_t first,
    uint32_t count,
    char const* function,
    WGSError* error) {
    if (!context->capabilities.timestamps)
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: the device was opened without timestamp queries",
            function);
    if (wgpuQuerySetGetType(set) != WGPUQueryType_Timestamp)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: querySet is not of type Timestamp",
            function);
    uint32_t const size = wgpuQuerySetGetCount(set);
    if (count == 0 || first > size || count > size - first)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: count is %" PRIu32 " from query %" PRIu32 " on but querySet has %" PRIu32,
            function,
            count,
            first,
            size);
    return WGSStatus_Success;
}

static WGSStatus resolve_and_read(
    WGSContext context,
    WGPUQuerySet set,
    uint32_t first,
    uint32_t count,
    WGPUBuffer resolved,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error) {
    WGPUCommandEncoder encoder = NULL;
    WGS_TRY(wgs_gpu_encoder_create(context, &encoder, function, error));
    wgpuCommandEncoderResolveQuerySet(encoder, set, first, count, resolved, 0);
    WGSStatus status = wgs_gpu_submit(context, encoder, function, error);
    wgs_gpu_encoder_release(encoder);
    if (status == WGSStatus_Success)
        status = read_resolved(context, resolved, count, nanoseconds, function, error);
    return status;
}

WGSStatus wgs_query_set_read(
    WGSContext context,
    WGPUQuerySet set,
    uint32_t first,
    uint32_t count,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    WGS_TRY(check_set(context, set, first, count, function, error));
    WGPUBuffer resolved = NULL;
    WGS_TRY(wgs_buffer_create(
        context,
        "wgs.timestamps",
        (uint64_t)count * 8,
        WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc,
        false,
        &resolved,
        function,
        error));
    WGSStatus const status =
        resolve_and_read(context, set, first, count, resolved, nanoseconds, function, error);
    wgs_gpu_buffer_release(resolved);
    return status;
}
