/* SPDX-License-Identifier: MIT */
#include "plan/plan.h"

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/order.h"
#include "plan/slots.h"

static void find_lifetimes(wgs_plan* plan) {
    for (size_t b = 0; b < plan->buffer_count; b++) {
        plan->first_use[b] = plan->last_use[b] = WGS_NEVER_USED;
        plan->slot_of_buffer[b] = WGS_NO_SLOT;
    }
    for (size_t place = 0; place < plan->node_count; place++) {
        WGSNode const node = plan->order[place];
        for (size_t u = 0; u < node->use_count; u++) {
            uint32_t const b = node->uses[u].buffer->index;
            if (plan->first_use[b] == WGS_NEVER_USED)
                plan->first_use[b] = (uint32_t)place;
            plan->last_use[b] = (uint32_t)place;
        }
    }
}

static uint32_t collect_transients(WGSGraph graph, wgs_plan const* plan, wgs_lifetime* lifetimes) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < plan->buffer_count; b++) {
        WGSBuffer const buffer = graph->buffers[b];
        bool const scratch = !buffer->imported && buffer->table == NULL;
        if (!scratch || plan->first_use[b] == WGS_NEVER_USED)
            continue;
        lifetimes[count++] = (wgs_lifetime){
            .buffer = b,
            .first = plan->first_use[b],
            .last = plan->last_use[b],
            .size = buffer->size,
            .usage = buffer->usage};
    }
    return count;
}

/* Physical bytes are at most the logical ones, so that one check covers both. */
static WGSStatus
add_up(wgs_plan* plan, wgs_lifetime const* lifetimes, char const* function, WGSError* error) {
    for (uint32_t i = 0; i < plan->transient_count; i++)
        if (!wgs_add_u64(plan->logical_bytes, lifetimes[i].size, &plan->logical_bytes))
            return wgs_error(
                error,
                WGSStatus_TooLarge,
                WGSErrorId_BufferTooLarge,
                "%s: the %u transients of the graph together exceed 2^64 bytes",
                function,
                (unsigned)plan->transient_count);
    for (size_t s = 0; s < plan->slot_count; s++)
        plan->physical_bytes += plan->slots[s].size;
    return WGSStatus_Success;
}

static WGSStatus
assign_slots(WGSGraph graph, wgs_plan* plan, char const* function, WGSError* error) {
    WGSAllocator const* const allocator = &plan->allocator;
    wgs_lifetime* const lifetimes = wgs_allocate(allocator, plan->buffer_count, sizeof *lifetimes);
    if (lifetimes == NULL)
        return wgs_error_memory(error, function);
    plan->transient_count = collect_transients(graph, plan, lifetimes);
    WGSStatus status;
    if (wgs_slots_assign(
            allocator,
            plan->node_count,
            plan->transient_count,
            lifetimes,
            plan->slots,
            plan->slot_of_buffer,
            &plan->slot_count))
        status = add_up(plan, lifetimes, function, error);
    else
        status = wgs_error_memory(error, function);
    wgs_free(allocator, lifetimes);
    return status;
}

static bool allocate_plan(wgs_plan* plan) {
    WGSAllocator const* const allocator = &plan->allocator;
    plan->order = wgs_allocate(allocator, plan->node_count, sizeof *plan->order);
    plan->first_use = wgs_allocate(allocator, plan->buffer_count, sizeof *plan->first_use);
    plan->last_use = wgs_allocate(allocator, plan->buffer_count, sizeof *plan->last_use);
    plan->slot_of_buffer =
        wgs_allocate(allocator, plan->buffer_count, sizeof *plan->slot_of_buffer);
    plan->slots = wgs_allocate(allocator, plan->buffer_count, sizeof *plan->slots);
    return plan->order != NULL && plan->first_use != NULL && plan->last_use != NULL &&
           plan->slot_of_buffer != NULL && plan->slots != NULL;
}

WGSStatus wgs_plan_build(WGSGraph graph, wgs_plan* plan, char const* function, WGSError* error) {
    *plan = (wgs_plan){
        .allocator = graph->allocator,
        .node_count = graph->node_count,
        .buffer_count = graph->buffer_count};
    WGSStatus status;
    if (!allocate_plan(plan))
        status = wgs_error_memory(error, function);
    else
        status = wgs_order_nodes(graph, plan->order, function, error);
    if (status == WGSStatus_Success) {
        find_lifetimes(plan);
        status = assign_slots(graph, plan, function, error);
    }
    if (status != WGSStatus_Success)
        wgs_plan_free(plan);
    return status;
}

void wgs_plan_free(wgs_plan* plan) {
    WGSAllocator const allocator = plan->allocator;
    wgs_free(&allocator, plan->slots);
    wgs_free(&allocator, plan->slot_of_buffer);
    wgs_free(&allocator, plan->last_use);
    wgs_free(&allocator, plan->first_use);
    wgs_free(&allocator, plan->order);
    *plan = (wgs_plan){.allocator = allocator};
}

void wgs_plan_launch(WGSNode node, uint32_t const* values_by_index, wgs_launch* launch) {
    wgs_kernel_node const* const kernel = &node->as.kernel;
    uint32_t values[WGS_NODE_MAX_VALUES] = {0};
    for (uint32_t i = 0; i < kernel->value_count; i++)
        values[i] = values_by_index != NULL ? values_by_index[kernel->values[i]->index]
                                            : kernel->values[i]->value;
    *launch = (wgs_launch){0};
    kernel->prepare(kernel->data, values, launch);
}
