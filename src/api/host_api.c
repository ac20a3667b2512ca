/* SPDX-License-Identifier: MIT */
/* Public functions that submit and wait: opening, submitting, moving bytes. */
#include <inttypes.h>

#include "api/self_test.h"
#include "base/error.h"
#include "gpu/gpu.h"

WGSStatus wgsListAdapters(size_t* count, WGSAdapterInfo* infos, WGSError* error) {
    char const* const function = "wgsListAdapters";
    if (count == NULL)
        return wgs_error_null(error, function, "count");
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    size_t const capacity = infos != NULL ? *count : 0;
    return wgs_adapters_list(&allocator, capacity, infos, count, function, error);
}

WGSStatus
wgsOpenContext(WGSOpenDescriptor const* descriptor, WGSContext* context, WGSError* error) {
    char const* const function = "wgsOpenContext";
    if (context == NULL)
        return wgs_error_null(error, function, "context");
    if (descriptor != NULL &&
        (descriptor->allocator.allocate == NULL) != (descriptor->allocator.release == NULL))
        return wgs_error_null(error, function, "one of allocator.allocate and allocator.release");
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
        return wgs_error_null(error, function, "context");
    return wgs_self_test(context, function, error);
}

WGSStatus wgsContextSubmit(WGSContext context, WGPUCommandEncoder encoder, WGSError* error) {
    char const* const function = "wgsContextSubmit";
    if (context == NULL || encoder == NULL)
        return wgs_error_null(error, function, context == NULL ? "context" : "encoder");
    WGS_TRY(wgs_gpu_submit(context, encoder, function, error));
    return wgs_gpu_wait(context, function, error);
}

WGSStatus wgsProgramRun(
    WGSProgram program,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error) {
    char const* const function = "wgsProgramRun";
    if (program == NULL)
        return wgs_error_null(error, function, "program");
    WGSContext const context = wgs_program_context(program);
    WGPUCommandEncoder encoder = NULL;
    WGS_TRY(wgs_gpu_encoder_create(context, &encoder, function, error));
    WGSStatus status = wgs_program_encode(program, encoder, descriptor, stats, function, error);
    if (status == WGSStatus_Success)
        status = wgs_gpu_submit(context, encoder, function, error);
    wgs_gpu_encoder_release(encoder);
    return status == WGSStatus_Success ? wgs_gpu_wait(context, function, error) : status;
}

WGSStatus wgsContextCreateBuffer(
    WGSContext context,
    WGPUStringView label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGPUBuffer* buffer,
    WGSError* error) {
    char const* const function = "wgsContextCreateBuffer";
    if (context == NULL)
        return wgs_error_null(error, function, "context");
    if (buffer == NULL)
        return wgs_error_null(error, function, "buffer");
    if (size == 0 || size % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: size is %" PRIu64 " but must be a multiple of 4, and not 0",
            function,
            size);
    if (usage == 0)
        return wgs_error(
            error, WGSStatus_InvalidArgument, WGSErrorId_MissingUsage, "%s: usage is 0", function);
    WGSAllocator const allocator = wgs_context_allocator(context);
    char* const text = wgs_copy_string(&allocator, label);
    if (text == NULL)
        return wgs_error_memory(error, function);
    WGSStatus const status =
        wgs_gpu_buffer_create(context, text, size, usage, buffer, function, error);
    wgs_free(&allocator, text);
    return status;
}

void wgsReleaseBuffer(WGPUBuffer buffer) { wgs_gpu_buffer_release(buffer); }

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
        return wgs_error_null(
            error,
            function,
            context == NULL  ? "context"
            : buffer == NULL ? "buffer"
                             : "data");
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
        return wgs_error_null(
            error,
            function,
            context == NULL    ? "context"
            : querySet == NULL ? "querySet"
                               : "nanoseconds");
    return wgs_query_set_read(context, querySet, firstQuery, count, nanoseconds, function, error);
}
