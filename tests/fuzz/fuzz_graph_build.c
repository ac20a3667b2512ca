/* SPDX-License-Identifier: MIT */
/* The graph of a description: its buffers, values, nodes and dependencies. What the description
 * spoils is refused by the right rule, and leaves the graph as it was. */
#include "fuzz_graph.h"

#include <stdlib.h>
#include <string.h>

#include "testing/test_device.h"

static WGPUBufferUsage const usages = WGPUBufferUsage_Storage | WGPUBufferUsage_Uniform |
                                      WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst |
                                      WGPUBufferUsage_Indirect;

static void check(wgs_fuzz_rig* rig, WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        wgs_fuzz_fail(rig->description, "refused: %s", error->message);
}

/* Sizes and usages that the import could learn from its buffer are left out now and then. */
static void add_import(wgs_fuzz_rig* rig, uint32_t index) {
    wgs_fuzz_buffer const* const buffer = &rig->description->buffers[index];
    WGSImportDescriptor descriptor = {.size = 4ull * buffer->words, .usage = usages};
    if (buffer->with_default) {
        descriptor.buffer = rig->memories[buffer->default_at];
        if (rig->description->memories[buffer->default_at].words == buffer->words)
            descriptor = (WGSImportDescriptor){.buffer = descriptor.buffer};
    }
    WGSError error;
    check(rig, wgsGraphImportBuffer(rig->graph, &descriptor, &rig->buffers[index], &error), &error);
}

static void add_buffers(wgs_fuzz_rig* rig) {
    WGSError error;
    for (uint32_t i = 0; i < rig->description->buffer_count; i++) {
        WGSTransientDescriptor const transient = {
            .size = 4ull * rig->description->buffers[i].words, .usage = usages};
        if (rig->description->buffers[i].imported)
            add_import(rig, i);
        else
            check(
                rig,
                wgsGraphCreateTransient(rig->graph, &transient, &rig->buffers[i], &error),
                &error);
    }
    WGSTransientDescriptor const any = {.size = 4};
    WGSTransientDescriptor const plain = {.size = 4, .usage = WGPUBufferUsage_CopyDst};
    check(rig, wgsGraphCreateTransient(rig->other, &any, &rig->foreign, &error), &error);
    check(rig, wgsGraphCreateTransient(rig->graph, &plain, &rig->plain, &error), &error);
}

static void add_values(wgs_fuzz_rig* rig) {
    for (uint32_t i = 0; i < rig->description->value_count; i++) {
        wgs_fuzz_value const* const value = &rig->description->values[i];
        WGSValueDescriptor const descriptor = {.value = value->value, .maximum = value->maximum};
        WGSError error;
        check(rig, wgsGraphCreateValue(rig->graph, &descriptor, &rig->values[i], &error), &error);
    }
}

/* The graph as the API tells it. NULL when it has a cycle already. */
static char* explain(wgs_fuzz_rig* rig) {
    size_t size = 0;
    WGSError error;
    WGSStatus status = wgsGraphExplain(rig->graph, WGSExplainFormat_JSON, NULL, &size, &error);
    check(rig, status, &error);
    char* const text = malloc(size);
    FUZZ_CHECK(text != NULL);
    status = wgsGraphExplain(rig->graph, WGSExplainFormat_JSON, text, &size, &error);
    check(rig, status, &error);
    return text;
}

static void try_spoiled(wgs_fuzz_rig* rig, uint32_t index) {
    WGSErrorId const wanted = wgs_fuzz_refusal(rig->description->nodes[index].spoil);
    char* const before = explain(rig);
    WGSError error = {.message = "success"};
    (void)wgs_fuzz_call(rig, index, true, &error);
    char* const after = explain(rig);
    if (error.detail != wanted)
        wgs_fuzz_fail(
            rig->description,
            "node %u, spoiled, should be refused by %s: %s",
            (unsigned)index,
            wgsErrorIdGetName(wanted),
            error.message);
    if (strcmp(before, after) != 0)
        wgs_fuzz_fail(rig->description, "node %u was refused and left a trace", (unsigned)index);
    free(before);
    free(after);
}

static void add_dependencies(wgs_fuzz_rig* rig) {
    for (uint32_t i = 0; i < rig->description->dependency_count; i++) {
        wgs_fuzz_dependency const* const given = &rig->description->dependencies[i];
        WGSError error;
        if (!given->with_node)
            check(
                rig,
                wgsGraphAddDependency(
                    rig->graph, rig->nodes[given->node], rig->nodes[given->dependency], &error),
                &error);
    }
}

/* Whether `condition` is `inner` or around it. */
static bool is_around(wgs_fuzz_graph const* graph, uint32_t condition, uint32_t inner) {
    while (inner != condition && inner != WGS_FUZZ_NONE)
        inner = graph->parents[inner];
    return inner == condition;
}

/* Opens all conditions from the one that is open to the one that is wanted. */
static void push_conditions(wgs_fuzz_rig* rig, uint32_t open, uint32_t wanted) {
    if (wanted == open)
        return;
    push_conditions(rig, open, rig->description->parents[wanted]);
    rig->conditions[wanted] = (wgs_fuzz_recorder){rig, wanted};
    WGSConditionDescriptor const descriptor = {
        .evaluate = wgs_fuzz_evaluate, .userdata = &rig->conditions[wanted]};
    WGSError error;
    check(rig, wgsGraphPushCondition(rig->graph, &descriptor, &error), &error);
}

/* Closes conditions until the one that is wanted is open, or one that is around it. */
static uint32_t pop_conditions(wgs_fuzz_rig* rig, uint32_t open, uint32_t wanted) {
    WGSError error;
    while (open != WGS_FUZZ_NONE && !is_around(rig->description, open, wanted)) {
        check(rig, wgsGraphPopCondition(rig->graph, &error), &error);
        open = rig->description->parents[open];
    }
    return open;
}

static void add_nodes(wgs_fuzz_rig* rig) {
    uint32_t open = WGS_FUZZ_NONE;
    WGSError error;
    for (uint32_t i = 0; i < rig->description->node_count; i++) {
        wgs_fuzz_node const* const node = &rig->description->nodes[i];
        push_conditions(rig, pop_conditions(rig, open, node->condition), node->condition);
        open = node->condition;
        if (node->spoil != WGS_FUZZ_SPOIL_NOTHING)
            try_spoiled(rig, i);
        check(rig, wgs_fuzz_call(rig, i, false, &error), &error);
        WGSPublicationDescriptor const publication = {.node = rig->nodes[i]};
        if (node->publishes)
            check(rig, wgsGraphAddPublication(rig->graph, &publication, &error), &error);
    }
    (void)pop_conditions(rig, open, WGS_FUZZ_NONE);
}

void wgs_fuzz_build(wgs_fuzz_rig* rig) {
    WGSError error;
    WGSContext const context = wgs_test_context();
    check(rig, wgsContextCreateGraph(context, NULL, &rig->graph, &error), &error);
    check(rig, wgsContextCreateGraph(context, NULL, &rig->other, &error), &error);
    add_buffers(rig);
    add_values(rig);
    add_nodes(rig);
    add_dependencies(rig);
}
