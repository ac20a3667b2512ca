/* SPDX-License-Identifier: MIT */
/* Variants compare their kernels by address: equal kernels of callers become one here. */
#include "gpu/caller_kernel.h"

#include <string.h>

#include "gpu/context.h"

static bool same_bindings(wgs_caller_kernel const* a, wgs_caller_kernel const* b) {
    if (a->binding_count != b->binding_count)
        return false;
    for (uint32_t i = 0; i < a->binding_count; ++i)
        if (a->bindings[i].kind != b->bindings[i].kind ||
            a->bindings[i].number != b->bindings[i].number ||
            strcmp(a->bindings[i].name, b->bindings[i].name) != 0)
            return false;
    return true;
}

static bool
same_names(uint32_t count, char const* const* a, uint32_t other_count, char const* const* b) {
    if (count != other_count)
        return false;
    for (uint32_t i = 0; i < count; ++i)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static bool is_same(wgs_caller_kernel const* a, wgs_caller_kernel const* b) {
    return strcmp(a->name, b->name) == 0 && a->source_size == b->source_size &&
           memcmp(a->source, b->source, a->source_size) == 0 && same_bindings(a, b) &&
           same_names(a->params_words, a->params_names, b->params_words, b->params_names) &&
           same_names(a->constant_count, a->constant_names, b->constant_count, b->constant_names);
}

/* Copies a text to where there is room, and steps past it. */
static char const* put(char** at, char const* text, size_t size) {
    char* const copy = *at;
    memcpy(copy, text, size);
    *at += size;
    return copy;
}

/* One block: the kernel, then its texts. */
static wgs_kept_kernel*
copy_kernel(WGSAllocator const* allocator, wgs_caller_kernel const* wanted) {
    size_t const name_size = strlen(wanted->name) + 1;
    size_t size = sizeof(wgs_kept_kernel) + name_size + wanted->source_size;
    for (uint32_t i = 0; i < wanted->constant_count; ++i)
        size += strlen(wanted->constant_names[i]) + 1;
    wgs_kept_kernel* const made = wgs_allocate(allocator, size, 1);
    if (made == NULL)
        return NULL;
    char* at = (char*)(made + 1);
    made->parts = *wanted;
    made->parts.name = put(&at, wanted->name, name_size);
    made->parts.source = put(&at, wanted->source, wanted->source_size);
    for (uint32_t i = 0; i < wanted->constant_count; ++i)
        made->parts.constant_names[i] =
            put(&at, wanted->constant_names[i], strlen(wanted->constant_names[i]) + 1);
    made->kernel = (wgs_kernel){
        .name = made->parts.name,
        .primitive = "caller",
        .source = (unsigned char const*)made->parts.source,
        .source_size = wanted->source_size,
        .binding_count = wanted->binding_count,
        .bindings = made->parts.bindings,
        .params_words = wanted->params_words,
        .params_names = made->parts.params_names,
        .plain = true};
    return made;
}

static wgs_kept_kernel const*
find_or_copy(wgs_pipeline_cache* cache, wgs_caller_kernel const* wanted) {
    for (size_t i = 0; i < cache->kernel_count; ++i)
        if (is_same(&cache->kernels[i]->parts, wanted))
            return cache->kernels[i];
    void* kernels = cache->kernels;
    if (!wgs_reserve_one(
            &cache->allocator,
            &kernels,
            cache->kernel_count,
            &cache->kernel_capacity,
            sizeof *cache->kernels))
        return NULL;
    cache->kernels = kernels;
    wgs_kept_kernel* const made = copy_kernel(&cache->allocator, wanted);
    if (made != NULL)
        cache->kernels[cache->kernel_count++] = made;
    return made;
}

wgs_kept_kernel const*
wgs_context_keep_kernel(WGSContext context, wgs_caller_kernel const* wanted) {
    wgs_pipeline_cache* const cache = &context->pipelines;
    (void)pthread_mutex_lock(&cache->mutex);
    wgs_kept_kernel const* const kept = find_or_copy(cache, wanted);
    (void)pthread_mutex_unlock(&cache->mutex);
    return kept;
}
