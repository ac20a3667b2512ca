/* SPDX-License-Identifier: MIT */
/* Pipelines by variant. Compiled outside the lock, so that a slow compiler holds up nobody else. */
#include "gpu/pipeline_cache.h"

#include <string.h>

#include "base/error.h"
#include "gpu/pipeline.h"

bool wgs_pipeline_cache_init(wgs_pipeline_cache* cache, WGSAllocator const* allocator) {
    memset(cache, 0, sizeof *cache);
    cache->allocator = *allocator;
    return pthread_mutex_init(&cache->mutex, NULL) == 0;
}

void wgs_pipeline_cache_free(wgs_pipeline_cache* cache) {
    for (size_t i = 0; i < cache->count; ++i)
        wgs_pipeline_free(&cache->allocator, cache->entries[i]);
    wgs_free(&cache->allocator, cache->entries);
    for (size_t i = 0; i < cache->kernel_count; ++i)
        wgs_free(&cache->allocator, cache->kernels[i]);
    wgs_free(&cache->allocator, cache->kernels);
    (void)pthread_mutex_destroy(&cache->mutex);
}

static wgs_pipeline* find(wgs_pipeline_cache const* cache, wgs_variant const* variant) {
    for (size_t i = 0; i < cache->count; ++i)
        if (wgs_variant_equal(&cache->entries[i]->variant, variant))
            return cache->entries[i];
    return NULL;
}

wgs_pipeline* wgs_pipeline_find(wgs_pipeline_cache* cache, wgs_variant const* variant) {
    (void)pthread_mutex_lock(&cache->mutex);
    wgs_pipeline* found = find(cache, variant);
    (void)pthread_mutex_unlock(&cache->mutex);
    return found;
}

wgs_pipeline* wgs_pipeline_insert(wgs_pipeline_cache* cache, wgs_pipeline* made) {
    (void)pthread_mutex_lock(&cache->mutex);
    wgs_pipeline* kept = find(cache, &made->variant);
    void* entries = cache->entries;
    if (kept == NULL &&
        wgs_reserve_one(
            &cache->allocator, &entries, cache->count, &cache->capacity, sizeof *cache->entries)) {
        cache->entries = entries;
        cache->entries[cache->count++] = made;
        kept = made;
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    return kept;
}

WGSStatus wgs_pipeline_get(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline const** pipeline,
    char const* function,
    WGSError* error) {
    wgs_pipeline* found = wgs_pipeline_find(&context->pipelines, variant);
    if (found == NULL) {
        wgs_pipeline* made = NULL;
        WGS_TRY(wgs_pipeline_compile(context, variant, &made, function, error));
        found = wgs_pipeline_insert(&context->pipelines, made);
        if (found != made)
            wgs_pipeline_free(&context->allocator, made);
        if (found == NULL)
            return wgs_error_memory(error, function);
    }
    *pipeline = found;
    return WGSStatus_Success;
}
