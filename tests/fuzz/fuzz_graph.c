/* SPDX-License-Identifier: MIT */
/*
 * Any bytes make a command graph: up to 24 primitives, dispatches, copies and callbacks over imports
 * and transients, some under conditions, encoded several times with other buffers and numbers, at
 * once or in steps. Afterwards every word of the caller's memory is what the oracles of the
 * primitives give, node by node, on the host.
 */
#include "fuzz_graph.h"

#include <stdlib.h>
#include <string.h>

#include "testing/test_device.h"

static void close_device(void) {
    wgs_fuzz_release_pipelines();
    wgs_test_close();
}

/* The device and its pipelines last for all inputs of a process. */
static void open_device(void) {
    static bool opened;
    if (opened)
        return;
    opened = true;
    (void)wgs_test_context();
    FUZZ_CHECK(atexit(close_device) == 0);
}

static void make_memories(wgs_fuzz_rig* rig, wgs_fuzz_state const* state) {
    for (uint32_t i = 0; i < rig->description->memory_count; i++) {
        WGPUBufferDescriptor const descriptor = {
            .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_Uniform | WGPUBufferUsage_CopySrc |
                     WGPUBufferUsage_CopyDst | WGPUBufferUsage_Indirect,
            .size = 4ull * rig->description->memories[i].words,
            .mappedAtCreation = true};
        rig->memories[i] = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
        FUZZ_CHECK(rig->memories[i] != NULL);
        void* const mapped = wgpuBufferGetMappedRange(rig->memories[i], 0, descriptor.size);
        memcpy(mapped, state->memories[i], descriptor.size);
        wgpuBufferUnmap(rig->memories[i]);
    }
}

static void free_rig(wgs_fuzz_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgsGraphRelease(rig->other);
    for (uint32_t i = 0; i < rig->description->memory_count; i++)
        wgpuBufferRelease(rig->memories[i]);
}

/* items 3, 14, 15, 17, 18, 20: encodes of random graphs, with other buffers and numbers each time, do
 * what their nodes do one by one. */
int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    open_device();
    wgs_fuzz_graph* const graph = malloc(sizeof *graph);
    wgs_fuzz_state* const state = malloc(sizeof *state);
    wgs_fuzz_rig* const rig = calloc(1, sizeof *rig);
    FUZZ_CHECK(graph != NULL && state != NULL && rig != NULL);
    wgs_fuzz_decode(data, size, graph);
    wgs_fuzz_state_init(graph, state);
    rig->description = graph;
    make_memories(rig, state);
    wgs_fuzz_build(rig);
    wgs_fuzz_run(rig, state);
    free_rig(rig);
    wgs_fuzz_state_free(graph, state);
    free(rig);
    free(state);
    free(graph);
    return 0;
}
