/* SPDX-License-Identifier: MIT */
#include "device_run.h"

#include "exit_status.h"
#include "sort_engine.h"

#include <stdio.h>
#include <string.h>

/* 256 MiB: beyond, a larger portion gains nothing. */
enum { MOST_ELEMENTS = 1 << 26, MOST_BUFFERS = 4 };

bool wgs_device_room(
    WGSContext context, uint64_t wanted, uint64_t* elements, wgs_failure* failure) {
    WGSContextInfo info;
    WGSError error;
    if (wgsContextGetInfo(context, &info, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    uint64_t size = info.limits.maxStorageBufferBindingSize;
    if (size > info.limits.maxBufferSize)
        size = info.limits.maxBufferSize;
    *elements = size / 4 < MOST_ELEMENTS ? size / 4 : MOST_ELEMENTS;
    if (wanted > 0 && *elements > wanted)
        *elements = wanted;
    return *elements > 0 ||
           wgs_fail(failure, WGS_EXIT_DEVICE, "the device has no room for a single row");
}

bool wgs_device_import(
    WGSGraph graph, char const* label, uint64_t elements, WGSBuffer* import, wgs_failure* failure) {
    WGSImportDescriptor const descriptor = {
        .label = {label, strlen(label)}, .size = elements * 4, .usage = WGPUBufferUsage_Storage};
    WGSError error;
    return wgsGraphImportBuffer(graph, &descriptor, import, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

/* Set by the callback of an error scope. */
typedef struct scope_result {
    bool failed;
    char text[160];
} scope_result;

static void note_error(
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
    int const room = (int)sizeof result->text - 1;
    int const length = message.length < (size_t)room ? (int)message.length : room;
    (void)snprintf(result->text, sizeof result->text, "%.*s", length, message.data);
}

/* An implementation that calls back later leaves the failure to the first use of the buffer. */
static void pop_scope(WGPUDevice device, scope_result* result) {
    WGPUPopErrorScopeCallbackInfo const info = {
        .mode = WGPUCallbackMode_AllowSpontaneous, .callback = note_error, .userdata1 = result};
    (void)wgpuDevicePopErrorScope(device, info);
}

bool wgs_device_buffer_make(
    WGSContext context,
    char const* label,
    uint64_t elements,
    wgs_device_buffer* buffer,
    wgs_failure* failure) {
    static scope_result memory; /* both outlive a late callback */
    static scope_result other;
    memory.failed = other.failed = false;
    WGPUBufferDescriptor const descriptor = {
        .label = {label, WGPU_STRLEN},
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = elements * 4,
    };
    WGPUDevice const device = wgsContextGetDevice(context);
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_OutOfMemory);
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
    buffer->buffer = wgpuDeviceCreateBuffer(device, &descriptor);
    pop_scope(device, &other);
    pop_scope(device, &memory);
    if (buffer->buffer && !memory.failed && !other.failed)
        return true;
    wgs_device_buffer_free(buffer);
    return wgs_fail(
        failure,
        WGS_EXIT_DEVICE,
        "no buffer of %llu bytes for %s: %s",
        (unsigned long long)(elements * 4),
        label,
        memory.failed  ? memory.text
        : other.failed ? other.text
                       : "the device gave none");
}

void wgs_device_buffer_free(wgs_device_buffer* buffer) {
    if (buffer->buffer)
        wgpuBufferRelease(buffer->buffer);
    buffer->buffer = NULL;
}

bool wgs_device_compile(WGSGraph graph, WGSProgram* program, wgs_failure* failure) {
    WGSError error;
    return wgsGraphCompile(graph, NULL, program, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

bool wgs_device_run(
    WGSContext context,
    WGSProgram program,
    wgs_device_buffer const* buffers,
    size_t buffer_count,
    WGSValue value,
    uint32_t count,
    wgs_failure* failure) {
    WGSBufferReplacement replaced[MOST_BUFFERS];
    for (size_t i = 0; i < buffer_count; i++)
        replaced[i] =
            (WGSBufferReplacement){.buffer = buffers[i].import, .replacement = buffers[i].buffer};
    WGSValueReplacement const number = {.value = value, .replacement = count};
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = buffer_count,
        .buffers = replaced,
        .valueCount = value ? 1 : 0,
        .values = &number,
    };
    WGPUCommandEncoder const encoder =
        wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(context), NULL);
    if (!encoder)
        return wgs_fail(failure, WGS_EXIT_DEVICE, "the device gave no command encoder");
    WGSError error;
    WGSStatus status = wgsProgramEncode(program, encoder, &descriptor, NULL, &error);
    if (status == WGSStatus_Success)
        status = wgsContextSubmit(context, encoder, &error);
    wgpuCommandEncoderRelease(encoder);
    return status == WGSStatus_Success || wgs_fail_library(failure, &error);
}
