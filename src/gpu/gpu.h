/* SPDX-License-Identifier: MIT */
/*
 * What the api layer calls of the gpu layer, the only one that calls wgpu* functions.
 */
#ifndef WGS_GPU_GPU_H
#define WGS_GPU_GPU_H

#include "plan/plan.h"
#include "wgsort/execution.h"
#include "wgsort/host.h"

/* Hooks that give a graph its references to WebGPU objects. */
wgs_graph_hooks wgs_gpu_graph_hooks(void);
void wgs_gpu_buffer_add_ref(WGPUBuffer buffer);
void wgs_gpu_buffer_release(WGPUBuffer buffer);
uint64_t wgs_gpu_buffer_size(WGPUBuffer buffer);
WGPUBufferUsage wgs_gpu_buffer_usage(WGPUBuffer buffer);
void wgs_gpu_pipeline_add_ref(WGPUComputePipeline pipeline);
void wgs_gpu_layout_add_ref(WGPUBindGroupLayout layout);

/* Makes a context that takes over nothing: it references device, instance and adapter. */
WGSStatus wgs_context_create(
    WGSContextDescriptor const* descriptor,
    WGSContext* context,
    char const* function,
    WGSError* error);

/* The parts of a context that other layers may know. wgsContextAddRef, wgsContextRelease and
 * wgsContextNotifyDeviceLost are in context.c. */
wgs_capabilities const* wgs_context_capabilities(WGSContext context);
WGSAllocator wgs_context_allocator(WGSContext context);
WGPUDevice wgs_context_device(WGSContext context);
WGSContextInfo wgs_context_info(WGSContext context);
void wgs_context_set_self_test(WGSContext context, WGSSelfTest verdict, char const* reason);
WGSStatus wgs_context_check_alive(WGSContext context, char const* function, WGSError* error);

/* Compiles a planned graph; takes over nothing of the plan (copies what it needs). */
WGSStatus wgs_program_create(
    WGSGraph graph,
    wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor,
    WGSProgram* program,
    char const* function,
    WGSError* error);
void wgs_program_add_ref(WGSProgram program);
void wgs_program_release(WGSProgram program); /* NULL is allowed */
WGSProgramStats wgs_program_stats(WGSProgram program);

/* The label of the program's graph, and of the node at a place in the run order, below nodeCount. */
char const* wgs_program_label(WGSProgram program);
WGSContext wgs_program_context(WGSProgram program);
char const* wgs_program_node_label(WGSProgram program, uint32_t place);

/* The label of the compute node with this place among the compute nodes in run order, or NULL. */
char const* wgs_program_timed_label(WGSProgram program, uint32_t index);

/* Records the program; `descriptor` and `stats` may be NULL. A failure has recorded nothing. */
WGSStatus wgs_program_encode(
    WGSProgram program,
    WGPUCommandEncoder encoder,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    char const* function,
    WGSError* error);

/* Executions in steps: wgsort/execution.h. */
WGSStatus wgs_execution_create(
    WGSProgram program,
    WGSExecutionDescriptor const* descriptor,
    WGSExecution* execution,
    char const* function,
    WGSError* error);
void wgs_execution_add_ref(WGSExecution execution);
void wgs_execution_release(WGSExecution execution); /* NULL is allowed */
WGSStatus wgs_execution_encode_step(
    WGSExecution execution,
    WGPUCommandEncoder encoder,
    WGSStepDescriptor const* descriptor,
    WGSStep* step,
    char const* function,
    WGSError* error);

/* A buffer of the library's own; the label names it in messages. Errors: BufferTooLarge,
 * DeviceMemory. */
WGSStatus wgs_gpu_buffer_create(
    WGSContext context,
    char const* label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGPUBuffer* buffer,
    char const* function,
    WGSError* error);

/* A command encoder of the context's device. Errors: DeviceLost, DeviceMemory. */
WGSStatus wgs_gpu_encoder_create(
    WGSContext context, WGPUCommandEncoder* encoder, char const* function, WGSError* error);
void wgs_gpu_encoder_release(WGPUCommandEncoder encoder); /* NULL is allowed */

/* Finishes, submits; wgs_gpu_submit_and_wait also waits. What was recorded wrongly is an error and
 * is not submitted. Errors: Recording, Submission, DeviceLost, HostMemory. */
WGSStatus wgs_gpu_submit(
    WGSContext context, WGPUCommandEncoder encoder, char const* function, WGSError* error);
WGSStatus wgs_gpu_wait(WGSContext context, char const* function, WGSError* error);

/* Called as bytes move; may be NULL. */
typedef void (*wgs_transfer_progress)(uint64_t done, uint64_t total, void* userdata);

/* Staging for transfers in one direction, up to `largest` bytes at a time. With `own_buffers` only
 * buffers of this library are given to it. Errors: DeviceMemory, HostMemory, FeatureUnsupported
 * (the context can't wait). */
typedef struct wgs_transfer wgs_transfer;
WGSStatus wgs_transfer_create(
    WGSContext context,
    bool upward,
    uint64_t largest,
    bool own_buffers,
    wgs_transfer** transfer,
    char const* function,
    WGSError* error);
void wgs_transfer_free(wgs_transfer* transfer); /* NULL is allowed */

/* Copies to a buffer [CopyDst] or from one [CopySrc], in pieces. An upload may still be under way
 * on the device when it returns: later submissions come after it. Offset and size are multiples
 * of 4. Errors: Mapping, Recording, Submission, DeviceMemory, DeviceLost, HostMemory. */
WGSStatus wgs_transfer_upload(
    wgs_transfer* transfer,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error);
WGSStatus wgs_transfer_read_back(
    wgs_transfer* transfer,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error);

/* The same once, with any buffer. */
WGSStatus wgs_gpu_upload(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    char const* function,
    WGSError* error);
WGSStatus wgs_gpu_read_back(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    char const* function,
    WGSError* error);

/* Timestamps of one encode: a query set and the way to read it. */
typedef struct wgs_timestamps {
    WGPUQuerySet queries;
    WGPUBuffer resolved;
    uint32_t count;
} wgs_timestamps;

/* Makes `count` queries; without the feature `queries` is NULL and the other functions do nothing.
 */
WGSStatus wgs_timestamps_create(
    WGSContext context,
    uint32_t count,
    wgs_timestamps* timestamps,
    char const* function,
    WGSError* error);
void wgs_timestamps_free(wgs_timestamps* timestamps);

/* Records the way of the queries into a buffer: after the passes that write them. */
void wgs_timestamps_resolve(wgs_timestamps const* timestamps, WGPUCommandEncoder encoder);

/* Reads them, in nanoseconds from the first, after the encoder was submitted. */
WGSStatus wgs_timestamps_read(
    WGSContext context,
    wgs_timestamps const* timestamps,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error);

/* The same for queries of a caller's set. Errors: FeatureUnsupported, InvalidEnum, InvalidSize,
 * DeviceMemory, Mapping, Submission, DeviceLost. */
WGSStatus wgs_query_set_read(
    WGSContext context,
    WGPUQuerySet set,
    uint32_t first,
    uint32_t count,
    uint64_t* nanoseconds,
    char const* function,
    WGSError* error);

/* Lists the adapters, up to `capacity`; `*count` is how many there are. Errors: NoAdapter,
 * HostMemory. */
WGSStatus wgs_adapters_list(
    WGSAllocator const* allocator,
    size_t capacity,
    WGSAdapterInfo* infos,
    size_t* count,
    char const* function,
    WGSError* error);

/* Opens a device and makes a context that owns it; no self-test. Errors as wgsOpenContext. */
WGSStatus wgs_context_open(
    WGSOpenDescriptor const* descriptor,
    WGSContext* context,
    char const* function,
    WGSError* error);

#endif
