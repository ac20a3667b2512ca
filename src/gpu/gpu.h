/* SPDX-License-Identifier: MIT */
/*
 * What the api layer calls of the gpu layer, the only one that calls wgpu* functions.
 */
#ifndef WGS_GPU_GPU_H
#define WGS_GPU_GPU_H

#include "plan/plan.h"
#include "wgsort/host.h"

/* Hooks that give a graph its references to WebGPU objects. */
wgs_graph_hooks wgs_gpu_graph_hooks(void);
void wgs_gpu_buffer_add_ref(WGPUBuffer buffer);
void wgs_gpu_buffer_release(WGPUBuffer buffer);
uint64_t wgs_gpu_buffer_size(WGPUBuffer buffer);
WGPUBufferUsage wgs_gpu_buffer_usage(WGPUBuffer buffer);
void wgs_gpu_pipeline_add_ref(WGPUComputePipeline pipeline);
void wgs_gpu_layout_add_ref(WGPUBindGroupLayout layout);

/* The parts of a context that other layers may know. */
wgs_capabilities const* wgs_context_capabilities(WGSContext context);
WGSAllocator wgs_context_allocator(WGSContext context);
WGSStatus wgs_context_check_alive(WGSContext context, char const* function, WGSError* error);

/* Compiles a planned graph; takes over nothing of the plan (copies what it needs). */
WGSStatus wgs_program_create(WGSGraph graph, wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor, WGSProgram* program, char const* function,
    WGSError* error);

#endif
