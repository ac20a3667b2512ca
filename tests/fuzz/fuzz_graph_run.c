/* SPDX-License-Identifier: MIT */
/* A description on the device: compiled, encoded as often as it says, submitted, compared. */
#include "fuzz_graph.h"

#include <stdlib.h>

#include "testing/test_device.h"

static void check(wgs_fuzz_rig const* rig, WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        wgs_fuzz_fail(rig->description, "failed: %s", error->message);
}

/* Scratch as the graph asks for it, and a little more. */
static size_t make_scratch(wgs_fuzz_rig const* rig, WGPUBuffer** buffers) {
    size_t count = 0;
    WGSError error;
    check(rig, wgsGraphGetScratch(rig->graph, &count, NULL, &error), &error);
    WGSScratch* const scratches = calloc(count + 1, sizeof *scratches);
    *buffers = calloc(count + 1, sizeof **buffers);
    FUZZ_CHECK(scratches != NULL && *buffers != NULL);
    if (count > 0)
        check(rig, wgsGraphGetScratch(rig->graph, &count, scratches, &error), &error);
    for (size_t i = 0; i < count; i++) {
        WGPUBufferDescriptor const descriptor = {
            .usage = scratches[i].usage | WGPUBufferUsage_CopySrc,
            .size = scratches[i].size + 4 * (i % 3)};
        if (i % 4 != 3) /* the program allocates the others */
            (*buffers)[i] = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
    }
    free(scratches);
    return count;
}

static WGSStatus compile(wgs_fuzz_rig* rig, WGSError* error) {
    WGPUBuffer* buffers = NULL;
    WGSCompileDescriptor descriptor = {0};
    if (rig->description->own_scratch)
        descriptor.scratchCount = make_scratch(rig, &buffers);
    descriptor.scratches = buffers;
    WGSStatus const status = wgsGraphCompile(rig->graph, &descriptor, &rig->program, error);
    for (size_t i = 0; i < descriptor.scratchCount; i++)
        if (buffers[i] != NULL)
            wgpuBufferRelease(buffers[i]);
    free(buffers);
    return status;
}

/* Whether there is a program: a cycle is told as one, at every try, and nothing else is. */
static bool compile_or_cycle(wgs_fuzz_rig* rig, wgs_fuzz_order const* order) {
    WGSError error;
    size_t count = 0;
    WGSStatus status = wgsGraphGetScratch(rig->graph, &count, NULL, &error);
    if (status != WGSStatus_Success && error.detail == WGSErrorId_DependencyCycle) {
        status = wgsGraphCompile(rig->graph, NULL, &rig->program, &error);
        if (order->cycle == WGS_FUZZ_NO_CYCLE || status == WGSStatus_Success ||
            error.detail != WGSErrorId_DependencyCycle)
            wgs_fuzz_fail(rig->description, "is this a cycle? %s", error.message);
        return false;
    }
    check(rig, status, &error);
    if (order->cycle == WGS_FUZZ_CYCLE)
        wgs_fuzz_fail(rig->description, "a cycle was compiled");
    check(rig, compile(rig, &error), &error);
    return true;
}

/* Every callback that no condition leaves out, once, in an order that the dependencies allow. */
static void check_recorded(wgs_fuzz_rig const* rig, wgs_fuzz_order const* order) {
    wgs_fuzz_graph const* const graph = rig->description;
    uint32_t callbacks = 0;
    for (uint32_t n = 0; n < graph->node_count; n++)
        callbacks += graph->nodes[n].kind == WGS_FUZZ_CALLBACK &&
                     !wgs_fuzz_is_skipped(graph, rig->encode, &graph->nodes[n]);
    bool good = callbacks == rig->recorded_count;
    for (uint32_t j = 1; good && j < rig->recorded_count; j++)
        for (uint32_t i = 0; i < j; i++)
            good = good && rig->recorded[i] != rig->recorded[j] &&
                   !order->before[rig->recorded[j]][rig->recorded[i]] &&
                   (graph->dependency_count > 0 || rig->recorded[i] < rig->recorded[j]);
    if (!good)
        wgs_fuzz_fail(
            graph, "%u callbacks ran, or in the wrong order", (unsigned)rig->recorded_count);
}

/* Conditions are asked once; those inside of one that says no are not. */
static void check_asked(wgs_fuzz_rig const* rig) {
    wgs_fuzz_graph const* const graph = rig->description;
    for (uint32_t c = 0; c < graph->condition_count; c++) {
        bool const asked = wgs_fuzz_is_asked(graph, rig->encode, c);
        bool needed = false; /* primitives without rows are no nodes */
        for (uint32_t n = 0; n < graph->node_count; n++)
            needed =
                needed || (graph->nodes[n].condition == c && wgs_fuzz_has_handle(&graph->nodes[n]));
        if (rig->asked[c] > (asked ? 1 : 0) || (asked && needed && rig->asked[c] == 0))
            wgs_fuzz_fail(
                graph, "condition %u was asked %u times", (unsigned)c, (unsigned)rig->asked[c]);
    }
}

/* Without other numbers and conditions an encode records what the program says. */
static void check_stats(wgs_fuzz_rig const* rig, WGSEncodeStats const* stats) {
    WGSProgramStats program;
    WGSError error;
    check(rig, wgsProgramGetStats(rig->program, &program, &error), &error);
    bool plain = true;
    for (uint32_t i = 0; i < rig->description->value_count; i++)
        plain = plain && !rig->encode->value_replaced[i];
    for (uint32_t c = 0; c < rig->description->condition_count; c++)
        plain = plain && rig->encode->answers[c];
    if (stats->nodeCount + stats->skippedNodeCount > program.nodeCount ||
        (plain && stats->dispatchCount != program.dispatchCount) ||
        (rig->encode->separate && stats->coalescedNodeCount > 0) ||
        (plain && stats->skippedNodeCount > 0))
        wgs_fuzz_fail(
            rig->description,
            "%u nodes (%u skipped) and %u dispatches were recorded of %u and %u",
            (unsigned)stats->nodeCount,
            (unsigned)stats->skippedNodeCount,
            (unsigned)stats->dispatchCount,
            (unsigned)program.nodeCount,
            (unsigned)program.dispatchCount);
}

void wgs_fuzz_open_encoder(wgs_fuzz_rig* rig) {
    if (rig->encoder == NULL)
        rig->encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
}

void wgs_fuzz_submit(wgs_fuzz_rig* rig) {
    WGSError error;
    if (rig->encoder == NULL)
        return;
    check(rig, wgsContextSubmit(wgs_test_context(), rig->encoder, &error), &error);
    wgpuCommandEncoderRelease(rig->encoder);
    rig->encoder = NULL;
}

static void encode_one(wgs_fuzz_rig* rig, wgs_fuzz_order const* order) {
    WGSEncodeStats stats;
    wgs_fuzz_open_encoder(rig);
    wgs_fuzz_try_bad_encode(rig);
    wgs_fuzz_begin_encode(rig);
    if (rig->encode->stepped)
        wgs_fuzz_encode_steps(rig, &stats);
    else
        wgs_fuzz_encode_whole(rig, &stats);
    check_recorded(rig, order);
    check_asked(rig);
    check_stats(rig, &stats);
}

void wgs_fuzz_run(wgs_fuzz_rig* rig, wgs_fuzz_state* state) {
    wgs_fuzz_order order;
    wgs_fuzz_find_order(rig->description, &order);
    if (!compile_or_cycle(rig, &order))
        return;
    unsigned const errors = wgs_test_device_errors();
    for (uint32_t e = 0; e < rig->description->encode_count; e++) {
        rig->encode = &rig->description->encodes[e];
        encode_one(rig, &order);
        wgs_fuzz_execute(rig->description, rig->encode, state);
        if (rig->encode->submit)
            wgs_fuzz_submit(rig);
    }
    wgs_fuzz_compare(rig, state);
    if (wgs_test_device_errors() != errors)
        wgs_fuzz_fail(rig->description, "the device has reported an error");
}
