/* SPDX-License-Identifier: MIT */
/* Pipelines by variant, compiled when first wanted and kept as long as the context. */
#ifndef WGS_GPU_PIPELINE_CACHE_H
#define WGS_GPU_PIPELINE_CACHE_H

#include <pthread.h>

#include "base/memory.h"
#include "kernels/kernel.h"

/* Constant once it is in the cache. */
typedef struct wgs_pipeline {
    wgs_variant variant;
    char* text; /* that of the variant, nullable */
    WGPUComputePipeline pipeline;
    WGPUBindGroupLayout layout; /* binding 0: the params, with a dynamic offset */
    uint64_t params_size;       /* bytes bound at binding 0 */
} wgs_pipeline;

typedef struct wgs_pipeline_cache {
    WGSAllocator allocator;
    pthread_mutex_t mutex;
    wgs_pipeline** entries;
    size_t count, capacity;
    struct wgs_kept_kernel** kernels; /* of callers (caller_kernel.h): entries point to them */
    size_t kernel_count, kernel_capacity;
} wgs_pipeline_cache;

bool wgs_pipeline_cache_init(wgs_pipeline_cache* cache, WGSAllocator const* allocator);
void wgs_pipeline_cache_free(wgs_pipeline_cache* cache);

/* The entry of a variant, or NULL. */
wgs_pipeline* wgs_pipeline_find(wgs_pipeline_cache* cache, wgs_variant const* variant);

/* Adds a new entry, or finds that another thread was faster. NULL: no memory. */
wgs_pipeline* wgs_pipeline_insert(wgs_pipeline_cache* cache, wgs_pipeline* made);

/* The pipeline of a variant, from the cache or compiled. Two threads may compile the same one at
 * the same time; the first to finish wins. Errors: ShaderModule, Pipeline, HostMemory, DeviceLost.
 */
WGSStatus wgs_pipeline_get(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline const** pipeline,
    char const* function,
    WGSError* error);

/* Compiles those of `count` variants that are not in the cache, several at a time: drivers take
 * most of the time, and one core each. Only failures of memory are errors: whatever a compiler
 * refuses is left to wgs_pipeline_get, which tells what and where. Errors: HostMemory. */
WGSStatus wgs_pipelines_prepare(
    WGSContext context,
    size_t count,
    wgs_variant const* const* variants,
    char const* function,
    WGSError* error);

#endif
