/* SPDX-License-Identifier: MIT */
#include "bench_buffer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

WGSStatus
wgs_bench_error(WGSError* error, WGSStatus status, WGSErrorId detail, char const* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    error->detail = detail;
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

/* Set by the callback of an error scope. */
typedef struct scope_result {
    bool failed;
    char text[160];
} scope_result;

static void on_scope(
    WGPUPopErrorScopeStatus status,
    WGPUErrorType type,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)unused;
    scope_result* const result = userdata;
    if (status != WGPUPopErrorScopeStatus_Success || type == WGPUErrorType_NoError)
        return;
    result->failed = true;
    int const length = message.length < sizeof result->text ? (int)message.length : 159;
    (void)snprintf(result->text, sizeof result->text, "%.*s", length, message.data);
}

/* wgpu-native calls back before it returns. Where that is later, a failed buffer is found when the
 * library writes to it. */
static void pop_scope(WGPUDevice device, scope_result* result) {
    WGPUPopErrorScopeCallbackInfo const info = {
        .mode = WGPUCallbackMode_AllowSpontaneous, .callback = on_scope, .userdata1 = result};
    (void)wgpuDevicePopErrorScope(device, info);
}

static WGSStatus check_size(WGSContext context, char const* role, uint64_t size, WGSError* error) {
    WGSContextInfo info;
    WGS_TRY(wgsContextGetInfo(context, &info, error));
    if (size > info.limits.maxStorageBufferBindingSize)
        return wgs_bench_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BindingTooLarge,
            "%s need %" PRIu64 " bytes but a binding holds %" PRIu64,
            role,
            size,
            info.limits.maxStorageBufferBindingSize);
    if (size > info.limits.maxBufferSize)
        return wgs_bench_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BufferTooLarge,
            "%s need %" PRIu64 " bytes but a buffer holds %" PRIu64,
            role,
            size,
            info.limits.maxBufferSize);
    return WGSStatus_Success;
}

WGSStatus wgs_bench_buffer_create(
    WGSContext context, char const* role, uint64_t size, WGPUBuffer* buffer, WGSError* error) {
    uint64_t const rounded = (size + 15) / 16 * 16;
    WGS_TRY(check_size(context, role, rounded, error));
    WGPUBufferDescriptor const descriptor = {
        .label = {role, WGPU_STRLEN},
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = rounded,
    };
    WGPUDevice const device = wgsContextGetDevice(context);
    static scope_result results[2]; /* outlive a late callback */
    results[0].failed = results[1].failed = false;
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_OutOfMemory);
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
    WGPUBuffer made = wgpuDeviceCreateBuffer(device, &descriptor);
    pop_scope(device, &results[0]);
    pop_scope(device, &results[1]);
    if (made != NULL && !results[0].failed && !results[1].failed) {
        *buffer = made;
        return WGSStatus_Success;
    }
    if (made != NULL)
        wgpuBufferRelease(made);
    return wgs_bench_error(
        error,
        WGSStatus_OutOfMemory,
        WGSErrorId_DeviceMemory,
        "no buffer of %" PRIu64 " bytes for %s: %s",
        rounded,
        role,
        results[0].failed ? results[0].text : results[1].text);
}

WGSStatus wgs_bench_buffer_fill(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t rows,
    uint32_t words,
    wgs_bench_fill fill,
    void const* source,
    WGSError* error) {
    uint64_t const slice = rows < WGS_BENCH_SLICE_ROWS ? rows : WGS_BENCH_SLICE_ROWS;
    uint64_t const row_size = UINT64_C(4) * words;
    uint32_t* const data = malloc(slice * row_size);
    if (data == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for a slice of rows");
    WGSStatus status = WGSStatus_Success;
    for (uint64_t first = 0; first < rows && status == WGSStatus_Success; first += slice) {
        uint64_t const count = rows - first < slice ? rows - first : slice;
        fill(source, first, count, data);
        status =
            wgsContextWriteBuffer(context, buffer, row_size * first, data, row_size * count, error);
    }
    free(data);
    return status;
}
