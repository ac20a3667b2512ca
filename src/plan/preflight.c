/* SPDX-License-Identifier: MIT */
#include "plan/preflight.h"

#include <inttypes.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/access.h"
#include "plan/uses.h"
#include "plan/workload.h"

WGSStatus wgs_preflight_check(
    WGSGraph graph,
    wgs_plan const* plan,
    uint64_t max_scratch,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_conditions_closed(graph, function, error));
    if (max_scratch == 0 || plan->physical_bytes <= max_scratch)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_TooLarge,
        WGSErrorId_ScratchTooLarge,
        "%s: %zu scratch buffers need %" PRIu64 " bytes but maxScratchBytes is %" PRIu64,
        function,
        plan->slot_count,
        plan->physical_bytes,
        max_scratch);
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void add_node(WGSPreflight* sum, WGSNodeWorkload const* node) {
    sum->statedCount += node->workload.rows != 0;
    sum->conditionalCount += node->conditional != 0;
    sum->largestDispatch = larger(sum->largestDispatch, node->workgroupCount);
    wgs_workload_add(&sum->workload, node->workload);
}

static void add_buffers(WGSPreflight* sum, WGSGraph graph, WGSNode node) {
    for (size_t u = 0; u < node->use_count; u++) {
        wgs_use const* const use = &node->uses[u];
        sum->largestBuffer = larger(sum->largestBuffer, use->buffer->size);
        if (wgs_access_is_storage(use->access))
            sum->largestBinding = larger(
                sum->largestBinding, use->offset - wgs_use_bound_offset(graph, use) + use->size);
    }
}

WGSPreflight
wgs_preflight(WGSGraph graph, wgs_plan const* plan, size_t node_count, WGSNodeWorkload* nodes) {
    WGSPreflight sum = {
        .nodeCount = (uint32_t)plan->node_count, .scratchBytes = plan->physical_bytes};
    for (size_t i = 0; i < plan->node_count; i++) {
        WGSNode const node = plan->order[i];
        WGSNodeWorkload const one = {
            .label = node->label,
            .workload = wgs_node_workload(node),
            .workgroupCount = wgs_node_most_workgroups(node),
            .conditional = wgs_node_is_conditional(node)};
        add_node(&sum, &one);
        add_buffers(&sum, graph, node);
        if (nodes != NULL && i < node_count)
            nodes[i] = one;
    }
    for (size_t s = 0; s < plan->slot_count; s++)
        sum.largestBuffer = larger(sum.largestBuffer, plan->slots[s].size);
    return sum;
}
