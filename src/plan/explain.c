/* SPDX-License-Identifier: MIT */
#include "plan/explain.h"

size_t wgs_explain(
    WGSGraph graph, wgs_plan const* plan, WGSExplainFormat format, char* text, size_t capacity) {
    wgs_explain_writer writer = {.text = text, .capacity = capacity};
    switch (format) {
    case WGSExplainFormat_Text:
        wgs_explain_text(&writer, graph, plan);
        break;
    case WGSExplainFormat_JSON:
        wgs_explain_json(&writer, graph, plan);
        break;
    case WGSExplainFormat_DOT:
        wgs_explain_dot(&writer, graph, plan);
        break;
    case WGSExplainFormat_Force32:
        break;
    }
    return writer.length + 1;
}

char const* wgs_buffer_kind_name(WGSBuffer buffer) {
    if (buffer->table != NULL)
        return "table";
    return buffer->imported ? "import" : "transient";
}

char const* wgs_node_kind_name(wgs_node_kind kind) {
    switch (kind) {
    case WGS_NODE_KERNEL:
        return "kernel";
    case WGS_NODE_COMPUTE:
        return "compute";
    case WGS_NODE_COPY:
        return "copy";
    case WGS_NODE_CALLBACK:
        break;
    }
    return "callback";
}

char const* wgs_publication_name(WGSPublicationKind kind) {
    return kind == WGSPublicationKind_Complete ? "complete" : "partial";
}

bool wgs_explain_workgroups(WGSNode node, uint64_t* workgroups) {
    if (node->kind == WGS_NODE_KERNEL) {
        wgs_launch launch;
        wgs_plan_launch(node, NULL, &launch);
        *workgroups = launch.workgroups;
        return true;
    }
    if (node->kind == WGS_NODE_COMPUTE && !wgs_node_is_indirect(node)) {
        /* Each dimension is within a limit of the device: in practice 65,535. A product that wraps
         * would need three of over 2^21, which no device has. */
        uint32_t const* const counts = node->as.compute.workgroups;
        *workgroups = (uint64_t)counts[0] * counts[1] * counts[2];
        return true;
    }
    return false;
}
