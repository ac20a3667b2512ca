/* SPDX-License-Identifier: MIT */
#include "plan/workload.h"

#include "base/arithmetic.h"
#include "plan/access.h"
#include "plan/explain.h"

static uint64_t add_or_most(uint64_t a, uint64_t b) {
    uint64_t sum;
    return wgs_add_u64(a, b, &sum) ? sum : UINT64_MAX;
}

WGSWorkload wgs_node_workload(WGSNode node) {
    WGSWorkload cost = {.rows = node->rows, .commandCount = 1};
    for (size_t u = 0; u < node->use_count; u++) {
        wgs_use const* const use = &node->uses[u];
        if (wgs_access_writes(use->access))
            cost.writtenBytes = add_or_most(cost.writtenBytes, use->size);
        if (wgs_access_reads(use->access))
            cost.readBytes = add_or_most(cost.readBytes, use->size);
    }
    WGSWorkload const* const stated = &node->stated;
    if (stated->commandCount != 0)
        cost.commandCount = stated->commandCount;
    if (stated->readBytes != 0)
        cost.readBytes = stated->readBytes;
    if (stated->writtenBytes != 0)
        cost.writtenBytes = stated->writtenBytes;
    return cost;
}

void wgs_workload_add(WGSWorkload* sum, WGSWorkload more) {
    uint64_t const commands = (uint64_t)sum->commandCount + more.commandCount;
    sum->rows = add_or_most(sum->rows, more.rows);
    sum->commandCount = (uint32_t)wgs_min_u64(commands, UINT32_MAX);
    sum->readBytes = add_or_most(sum->readBytes, more.readBytes);
    sum->writtenBytes = add_or_most(sum->writtenBytes, more.writtenBytes);
}

uint64_t wgs_node_most_workgroups(WGSNode node) {
    if (node->kind != WGS_NODE_KERNEL) {
        uint64_t workgroups = 0;
        (void)wgs_explain_workgroups(node, &workgroups);
        return workgroups;
    }
    wgs_kernel_node const* const kernel = &node->as.kernel;
    uint32_t most[WGS_NODE_MAX_VALUES] = {0};
    for (uint32_t i = 0; i < kernel->value_count; i++)
        most[i] = kernel->values[i]->maximum;
    wgs_launch launch = {0};
    kernel->prepare(kernel->data, most, &launch);
    return launch.workgroups;
}

bool wgs_node_is_conditional(WGSNode node) {
    return node->condition != WGS_NO_CONDITION || wgs_node_is_indirect(node);
}
