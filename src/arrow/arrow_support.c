/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_support.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* "function: ", "function: key 0: ", "function: array 2: " or "function: key 0, array 2: " */
static void write_place(char* text, size_t size, wgs_arrow_place place) {
    bool const in_key = place.key != WGS_ARROW_NOWHERE;
    bool const in_array = place.array != WGS_ARROW_NOWHERE;
    char key[32] = "";
    char array[32] = "";
    if (in_key)
        (void)snprintf(key, sizeof key, "key %zu%s", place.key, in_array ? ", " : ": ");
    if (in_array)
        (void)snprintf(array, sizeof array, "array %zu: ", place.array);
    (void)snprintf(text, size, "%s: %s%s", place.function, key, array);
}

WGSStatus wgs_arrow_error(
    WGSError* error,
    WGSStatus status,
    WGSErrorId detail,
    wgs_arrow_place place,
    char const* format,
    ...) {
    if (error == NULL)
        return status;
    error->status = status;
    error->detail = detail;
    char prefix[96];
    char text[sizeof error->message];
    write_place(prefix, sizeof prefix, place);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)snprintf(
        error->message,
        sizeof error->message,
        "%.*s%.*s",
        (int)sizeof prefix,
        prefix,
        (int)(sizeof error->message - sizeof prefix),
        text);
    return status;
}

WGSStatus wgs_arrow_error_null(WGSError* error, wgs_arrow_place place, char const* name) {
    return wgs_arrow_error(
        error, WGSStatus_InvalidArgument, WGSErrorId_NullArgument, place, "%s is NULL", name);
}

WGSStatus wgs_arrow_error_memory(WGSError* error, wgs_arrow_place place) {
    return wgs_arrow_error(
        error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, place, "out of host memory");
}

static void* default_allocate(size_t size, void* userdata) {
    (void)userdata;
    return malloc(size);
}

static void default_release(void* memory, void* userdata) {
    (void)userdata;
    free(memory);
}

WGSStatus wgs_arrow_allocator_resolve(
    WGSAllocator const* allocator, WGSAllocator* resolved, wgs_arrow_place place, WGSError* error) {
    if (allocator == NULL || (allocator->allocate == NULL && allocator->release == NULL)) {
        *resolved = (WGSAllocator){.allocate = default_allocate, .release = default_release};
        return WGSStatus_Success;
    }
    if (allocator->allocate == NULL)
        return wgs_arrow_error_null(error, place, "allocator.allocate");
    if (allocator->release == NULL)
        return wgs_arrow_error_null(error, place, "allocator.release");
    *resolved = *allocator;
    return WGSStatus_Success;
}

void* wgs_arrow_allocate(WGSAllocator const* allocator, uint64_t count, size_t size) {
    if (count > SIZE_MAX / size)
        return NULL;
    size_t const bytes = (size_t)count * size;
    return allocator->allocate(bytes == 0 ? 1 : bytes, allocator->userdata);
}

void wgs_arrow_free(WGSAllocator const* allocator, void* memory) {
    if (memory != NULL)
        allocator->release(memory, allocator->userdata);
}
