/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void* default_allocate(size_t size, void* userdata) {
    (void)userdata;
    return malloc(size);
}

static void default_release(void* memory, void* userdata) {
    (void)userdata;
    free(memory);
}

WGSAllocator wgs_allocator_or_default(WGSAllocator allocator) {
    if (allocator.allocate != NULL && allocator.release != NULL)
        return allocator;
    return (WGSAllocator){.allocate = default_allocate, .release = default_release};
}

void* wgs_allocate(WGSAllocator const* allocator, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    size_t const bytes = count * size > 0 ? count * size : 1;
    void* const memory = allocator->allocate(bytes, allocator->userdata);
    if (memory != NULL)
        memset(memory, 0, bytes);
    return memory;
}

void wgs_free(WGSAllocator const* allocator, void* memory) {
    if (memory != NULL)
        allocator->release(memory, allocator->userdata);
}

bool wgs_reserve_one(
    WGSAllocator const* allocator, void** array, size_t count, size_t* capacity, size_t size) {
    if (count < *capacity)
        return true;
    if (*capacity > SIZE_MAX / 2)
        return false;
    size_t const larger = *capacity == 0 ? 8 : *capacity * 2;
    void* const moved = wgs_allocate(allocator, larger, size);
    if (moved == NULL)
        return false;
    if (count > 0)
        memcpy(moved, *array, count * size);
    wgs_free(allocator, *array);
    *array = moved;
    *capacity = larger;
    return true;
}

char* wgs_copy_string(WGSAllocator const* allocator, WGPUStringView view) {
    size_t length = view.length;
    if (view.data == NULL)
        length = 0;
    else if (length == WGPU_STRLEN)
        length = strlen(view.data);
    if (length == SIZE_MAX)
        return NULL;
    char* const copy = wgs_allocate(allocator, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, view.data, length);
    return copy;
}
