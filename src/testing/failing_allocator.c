/* SPDX-License-Identifier: MIT */
#include "testing/failing_allocator.h"

#include <stdlib.h>

static void* allocate(size_t size, void* userdata) {
    wgs_failing_allocator* const memory = userdata;
    if (++memory->calls == memory->fail_at)
        return NULL;
    void* const block = malloc(size);
    memory->live += block != NULL ? 1 : 0;
    return block;
}

static void release(void* block, void* userdata) {
    wgs_failing_allocator* const memory = userdata;
    memory->live--;
    free(block);
}

WGSAllocator wgs_failing_allocator_hooks(wgs_failing_allocator* memory) {
    return (WGSAllocator){.allocate = allocate, .release = release, .userdata = memory};
}

void wgs_fail_allocation(wgs_failing_allocator* memory, size_t n) {
    memory->calls = 0;
    memory->fail_at = n;
}
