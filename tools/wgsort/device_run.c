/* SPDX-License-Identifier: MIT */
#include "device_run.h"

#include "exit_status.h"
#include "sort_engine.h"

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

bool wgs_device_buffer_make(
    WGSContext context,
    char const* label,
    uint64_t elements,
    wgs_device_buffer* buffer,
    wgs_failure* failure) {
    WGPUBufferUsage const usage =
        WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    WGPUStringView const name = {label, strlen(label)};
    WGSError error;
    return wgsContextCreateBuffer(context, name, elements * 4, usage, &buffer->buffer, &error) ==
               WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

void wgs_device_buffer_free(wgs_device_buffer* buffer) {
    wgsReleaseBuffer(buffer->buffer);
    buffer->buffer = NULL;
}

bool wgs_device_rows_value(
    WGSGraph graph, uint64_t capacity, WGSValue* value, wgs_failure* failure) {
    WGSValueDescriptor const descriptor = {
        .label = {"rows", 4}, .value = (uint32_t)capacity, .maximum = (uint32_t)capacity};
    WGSError error;
    return wgsGraphCreateValue(graph, &descriptor, value, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

bool wgs_device_compile(WGSGraph graph, WGSProgram* program, wgs_failure* failure) {
    WGSError error;
    return wgsGraphCompile(graph, NULL, program, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

bool wgs_device_run(
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
    WGSError error;
    return wgsProgramRun(program, &descriptor, NULL, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}
