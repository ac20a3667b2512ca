/* SPDX-License-Identifier: MIT */
/* Public functions that submit and wait: opening, submitting, moving bytes. */
#include <inttypes.h>

#include "api/self_test.h"
#include "base/error.h"
#include "gpu/gpu.h"

static WGSStatus null_argument(char const* function, char const* name, WGSError* error) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_NullArgument,
        "%s: %s is NULL",
        function,
        name);
}

WGSStatus wgsListAdapters(size_t* count, WGSAdapterInfo* infos, WGSError* error) {
    char const* const function = "wgsListAdapters";
    if (count == NULL)
        return null_argument(function, "count", error);
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    size_t const capacity = infos != NULL ? *count : 0;
    return wgs_adapters_list(&allocator, capacity, infos, count, function, error);
}

WGSStatus
wgsOpenContext(WGSOpenDescriptor const* descriptor, WGSContext* context, WGSError* error) {
    char const* const function = "wgsOpenContext";
    if (context == NULL)
        return null_argument(function, "context", error);
    if (descriptor != NULL &&
        (descriptor->allocator.allocate == NULL) != (descriptor->allocator.release == NULL))
        return null_argument(function, "one of allocator.allocate and allocator.release", error);
    WGSContext made = NULL;
    WGS_TRY(wgs_context_open(descriptor, &made, function, error));
    if (descriptor == NULL || !descriptor->skipSelfTest) {
        WGSStatus const status = wgs_self_test(made, function, error);
        if (status != WGSStatus_Success) {
            wgsContextRelease(made);
            return status;
        }
    }
    *context = made;
    return WGSStatus_Success;
}

WGSStatus wgsContextSelfTest(WGSContext context, WGSError* error) {
    char const* const function = "wgsContextSelfTest";
    if (context == NULL)
        return null_argument(function, "context", error);
    return wgs_self_test(context, function, error);
}

WGSStatus wgsContextSubmit(WGSContext context, WGPUCommandEncoder encoder, WGSError* error) {
    char const* const function = "wgsContextSubmit";
    if (context == NULL || encoder == NULL)
        return null_argument(function, context == NULL ? "context" : "encoder", error);
    WGS_TRY(wgs_gpu_submit(context, encoder, function, error));
    return wgs_gpu_wait(context, function, error);
}

/* The checks that both directions share; `usage` is the flag that the buffer needs. */
static WGSStatus check_transfer(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    WGPUBufferUsage usage,
    char const* function,
    WGSError* error) {
    if (context == NULL || buffer == NULL || (data == NULL && size > 0))
        return null_argument(
            function,
            context == NULL  ? "context"
            : buffer == NULL ? "buffer"
                             : "data",
            error);
    WGS_TRY(wgs_context_check_alive(context, function, error));
    if (offset % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: offset is %" PRIu64 ", not a multiple of 4",
            function,
            offset);
    uint64_t const whole = wgs_gpu_buffer_size(buffer);
    if (size % 4 != 0 || offset > whole || size > whole - offset)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: size is %" PRIu64 " at offset %" PRIu64
            ": not a multiple of 4, or beyond the buffer's %" PRIu64 " bytes",
            function,
            size,
            offset,
            whole);
    if ((wgs_gpu_buffer_usage(buffer) & usage) == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: the buffer lacks the usage %s",
            function,
            usage == WGPUBufferUsage_CopyDst ? "CopyDst" : "CopySrc");
    return WGSStatus_Success;
}

WGSStatus wgsContextWriteBuffer(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    WGSError* error) {
    char const* const function = "wgsContextWriteBuffer";
    WGS_TRY(check_transfer(
        context, buffer, offset, data, size, WGPUBufferUsage_CopyDst, function, error));
    WGS_TRY(wgs_gpu_upload(context, buffer, offset, data, size, function, error));
    return wgs_gpu_wait(context, function, error);
}

WGSStatus wgsContextReadBuffer(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    WGSError* error) {
    char const* const function = "wgsContextReadBuffer";
    WGS_TRY(check_transfer(
        context, buffer, offset, data, size, WGPUBufferUsage_CopySrc, function, error));
    return wgs_gpu_read_back(context, buffer, offset, data, size, function, error);
}

WGSStatus wgsContextReadTimestamps(
    WGSContext context,
    WGPUQuerySet querySet,
    uint32_t firstQuery,
    uint32_t count,
    uint64_t* nanoseconds,
    WGSError* error) {
    char const* const function = "wgsContextReadTimestamps";
    if (context == NULL || querySet == NULL || nanoseconds == NULL)
        return null_argument(
            function,
            context == NULL    ? "context"
            : querySet == NULL ? "querySet"
                               : "nanoseconds",
            error);
    return wgs_query_set_read(context, querySet, firstQuery, count, nanoseconds, function, error);
}
