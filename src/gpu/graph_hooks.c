/* SPDX-License-Identifier: MIT */
/* What a graph lets go of at its end, and what is rolled back. */
#include "gpu/context.h"

static void release_objects(WGSGraph graph, wgs_graph_mark from) {
    for (size_t i = from.buffer_count; i < graph->buffer_count; ++i)
        wgs_gpu_buffer_release(graph->buffers[i]->default_buffer);
    for (size_t i = from.node_count; i < graph->node_count; ++i) {
        WGSNode node = graph->nodes[i];
        if (node->kind != WGS_NODE_COMPUTE)
            continue;
        if (node->as.compute.pipeline != NULL)
            wgpuComputePipelineRelease(node->as.compute.pipeline);
        if (node->as.compute.layout != NULL)
            wgpuBindGroupLayoutRelease(node->as.compute.layout);
    }
}

static void release_graph(WGSGraph graph) { wgsContextRelease(graph->context); }

wgs_graph_hooks wgs_gpu_graph_hooks(void) {
    return (wgs_graph_hooks){.release_graph = release_graph, .release_objects = release_objects};
}
