/* SPDX-License-Identifier: MIT */
/* Host memory through the context's allocator: zeroed, with checked sizes. */
#ifndef WGS_BASE_MEMORY_H
#define WGS_BASE_MEMORY_H

#include <stdbool.h>

#include "wgsort/context.h"

/* The caller's hooks, or malloc and free when it gave none. */
WGSAllocator wgs_allocator_or_default(WGSAllocator allocator);

/* Zeroed memory for `count` elements; NULL when it fails or the size wraps. 0 elements: one byte.
 */
void* wgs_allocate(WGSAllocator const* allocator, size_t count, size_t size);
void wgs_free(WGSAllocator const* allocator, void* memory);

/* Makes room for one more element at the end of an array that doubles. On failure the array is
 * unchanged. `*capacity` is in elements. */
bool wgs_reserve_one(
    WGSAllocator const* allocator, void** array, size_t count, size_t* capacity, size_t size);

/* A terminated copy of a webgpu.h string view (NULL data: ""). NULL when memory fails. */
char* wgs_copy_string(WGSAllocator const* allocator, WGPUStringView view);

#endif
