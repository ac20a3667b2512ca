/* SPDX-License-Identifier: MIT */
/* The adapters of an instance. */
#ifndef WGS_GPU_ADAPTERS_H
#define WGS_GPU_ADAPTERS_H

#include "base/memory.h"
#include "wgsort/host.h"

typedef struct wgs_adapter_list {
    WGSAllocator allocator;
    size_t count;
    WGPUAdapter* adapters;
    WGSAdapterInfo* infos;
} wgs_adapter_list;

/* All adapters, at least one; nothing to free after a failure. Errors: NoAdapter, HostMemory. */
WGSStatus wgs_adapters_find(
    WGPUInstance instance,
    WGSAllocator const* allocator,
    wgs_adapter_list* list,
    char const* function,
    WGSError* error);
void wgs_adapters_free(wgs_adapter_list* list);

/* The adapter that `wanted` names (see WGSOpenDescriptor). Pure. Errors: NoAdapter. */
WGSStatus wgs_adapters_choose(
    WGSAdapterInfo const* infos,
    size_t count,
    WGPUStringView wanted,
    size_t* chosen,
    char const* function,
    WGSError* error);

#endif
