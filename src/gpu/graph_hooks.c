/* SPDX-License-Identifier: MIT */
/* What a graph lets go of at its end. */
#include "gpu/context.h"

static void release_graph(WGSGraph graph) {
    for (size_t i = 0; i < graph->buffer_count; ++i)
        wgs_gpu_buffer_release(graph->buffers[i]->default_buffer);
    for (size_t i = 0; i < graph->node_count; ++i) {
        WGSNode node = graph->nodes[i];
        if (node->kind != WGS_NODE_COMPUTE)
            continue;
        if (node->as.compute.pipeline != NULL)
            wgpuComputePipelineRelease(node->as.compute.pipeline);
        if (node->as.compute.layout != NULL)
            wgpuBindGroupLayoutRelease(node->as.compute.layout);
    }
    wgsContextRelease(graph->context);
}

wgs_graph_hooks wgs_gpu_graph_hooks(void) {
    return (wgs_graph_hooks){.release_graph = release_graph};
}
