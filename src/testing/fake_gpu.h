/* SPDX-License-Identifier: MIT */
/* What the graph functions of src/api need of the gpu layer, without a device: for tests that link
 * fake_gpu.c in place of src/gpu. The fakes count references. */
#ifndef WGS_TESTING_FAKE_GPU_H
#define WGS_TESTING_FAKE_GPU_H

#include "gpu/gpu.h"
#include "testing/failing_allocator.h"

typedef struct wgs_fake_gpu {
    wgs_failing_allocator memory;
    wgs_capabilities capabilities; /* WebGPU's default limits */
    int context_references;
} wgs_fake_gpu;

/* A context over `gpu`, which must outlive it. */
WGSContext wgs_fake_context(wgs_fake_gpu* gpu);

/* An object that fake_gpu.c counts references to. */
typedef struct wgs_fake_object {
    int references;
    uint64_t size;         /* of buffers */
    WGPUBufferUsage usage; /* of buffers */
} wgs_fake_object;

/* A program that has been compiled, as far as its labels tell. */
typedef struct wgs_fake_program {
    char const* label; /* of its graph */
    uint32_t node_count;
    char const* const* node_labels;
} wgs_fake_program;

WGSProgram wgs_fake_program_handle(wgs_fake_program* program);

WGPUBuffer wgs_fake_buffer(wgs_fake_object* object);
WGPUComputePipeline wgs_fake_pipeline(wgs_fake_object* object);
WGPUBindGroupLayout wgs_fake_layout(wgs_fake_object* object);

#endif
