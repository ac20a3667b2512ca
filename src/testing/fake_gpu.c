/* SPDX-License-Identifier: MIT */
#include "testing/fake_gpu.h"

#include "testing/plan_fixture.h"

/* Handles are pointers to the fakes: nothing else ever looks behind them. */
static wgs_fake_object* object_of(void* handle) { return handle; }
static wgs_fake_gpu* gpu_of(WGSContext context) { return (wgs_fake_gpu*)(void*)context; }

WGSContext wgs_fake_context(wgs_fake_gpu* gpu) {
    *gpu = (wgs_fake_gpu){.capabilities = wgs_default_capabilities(), .context_references = 1};
    return (WGSContext)(void*)gpu;
}

WGPUBuffer wgs_fake_buffer(wgs_fake_object* object) { return (WGPUBuffer)(void*)object; }

WGPUComputePipeline wgs_fake_pipeline(wgs_fake_object* object) {
    return (WGPUComputePipeline)(void*)object;
}

WGPUBindGroupLayout wgs_fake_layout(wgs_fake_object* object) {
    return (WGPUBindGroupLayout)(void*)object;
}

WGSProgram wgs_fake_program_handle(wgs_fake_program* program) { return (WGSProgram)(void*)program; }

WGSProgramStats wgs_program_stats(WGSProgram program) {
    return (WGSProgramStats){.nodeCount = ((wgs_fake_program*)(void*)program)->node_count};
}

char const* wgs_program_label(WGSProgram program) {
    return ((wgs_fake_program*)(void*)program)->label;
}

char const* wgs_program_node_label(WGSProgram program, uint32_t place) {
    return ((wgs_fake_program*)(void*)program)->node_labels[place];
}

void wgsContextAddRef(WGSContext context) { gpu_of(context)->context_references++; }
void wgsContextRelease(WGSContext context) { gpu_of(context)->context_references--; }

wgs_capabilities const* wgs_context_capabilities(WGSContext context) {
    return &gpu_of(context)->capabilities;
}

WGSAllocator wgs_context_allocator(WGSContext context) {
    return wgs_failing_allocator_hooks(&gpu_of(context)->memory);
}

void wgs_gpu_buffer_add_ref(WGPUBuffer buffer) { object_of(buffer)->references++; }
void wgs_gpu_pipeline_add_ref(WGPUComputePipeline pipeline) { object_of(pipeline)->references++; }
void wgs_gpu_layout_add_ref(WGPUBindGroupLayout layout) { object_of(layout)->references++; }
uint64_t wgs_gpu_buffer_size(WGPUBuffer buffer) { return object_of(buffer)->size; }
WGPUBufferUsage wgs_gpu_buffer_usage(WGPUBuffer buffer) { return object_of(buffer)->usage; }

static void release_object(void* handle) {
    if (handle != NULL)
        object_of(handle)->references--;
}

static void release_objects(WGSGraph graph, wgs_graph_mark from) {
    for (size_t b = from.buffer_count; b < graph->buffer_count; b++)
        release_object(graph->buffers[b]->default_buffer);
    for (size_t n = from.node_count; n < graph->node_count; n++)
        if (graph->nodes[n]->kind == WGS_NODE_COMPUTE) {
            release_object(graph->nodes[n]->as.compute.pipeline);
            release_object(graph->nodes[n]->as.compute.layout);
        }
}

static void release_graph(WGSGraph graph) { wgsContextRelease(graph->context); }

wgs_graph_hooks wgs_gpu_graph_hooks(void) {
    return (wgs_graph_hooks){.release_graph = release_graph, .release_objects = release_objects};
}
