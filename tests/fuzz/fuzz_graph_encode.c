/* SPDX-License-Identifier: MIT */
/* One encode, at once or in steps within a budget: both record the same. */
#include "fuzz_graph.h"

#include <string.h>

#include "testing/test_device.h"

enum { QUERIES = 2048 };

static void check(wgs_fuzz_rig const* rig, WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        wgs_fuzz_fail(rig->description, "failed: %s", error->message);
}

void wgs_fuzz_list_replacements(wgs_fuzz_rig const* rig, wgs_fuzz_replacements* list) {
    wgs_fuzz_encode const* const encode = rig->encode;
    list->buffer_count = 0;
    list->value_count = 0;
    for (uint32_t i = 0; i < rig->description->buffer_count; i++) {
        wgs_fuzz_place const* const place = &encode->places[i];
        if (rig->description->buffers[i].imported && place->replaced)
            list->buffers[list->buffer_count++] = (WGSBufferReplacement){
                rig->buffers[i], rig->memories[place->memory], 4ull * place->first};
    }
    for (uint32_t i = 0; i < rig->description->value_count; i++)
        if (encode->value_replaced[i])
            list->values[list->value_count++] =
                (WGSValueReplacement){rig->values[i], encode->values[i]};
}

void wgs_fuzz_begin_encode(wgs_fuzz_rig* rig) {
    rig->recorded_count = 0;
    memset(rig->asked, 0, sizeof rig->asked);
}

/* A set that is large enough for the program's queries; NULL where none are wanted or possible. */
static WGPUQuerySet make_queries(wgs_fuzz_rig const* rig) {
    WGSContextInfo info;
    WGSProgramStats stats;
    WGSError error;
    check(rig, wgsContextGetInfo(wgs_test_context(), &info, &error), &error);
    check(rig, wgsProgramGetStats(rig->program, &stats, &error), &error);
    if (!info.hasTimestamps || rig->encode->timing == WGSTiming_None ||
        stats.timestampCountNodes > QUERIES)
        return NULL;
    WGPUQuerySetDescriptor const descriptor = {.type = WGPUQueryType_Timestamp, .count = QUERIES};
    return wgpuDeviceCreateQuerySet(wgs_test_device(), &descriptor);
}

void wgs_fuzz_encode_whole(wgs_fuzz_rig* rig, WGSEncodeStats* stats) {
    wgs_fuzz_replacements list;
    WGSError error;
    WGPUQuerySet const queries = make_queries(rig);
    wgs_fuzz_list_replacements(rig, &list);
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = list.buffer_count,
        .buffers = list.buffers,
        .valueCount = list.value_count,
        .values = list.values,
        .timing = queries == NULL ? WGSTiming_None : rig->encode->timing,
        .querySet = queries,
        .separatePasses = rig->encode->separate,
        .parameters = rig->encode,
    };
    check(rig, wgsProgramEncode(rig->program, rig->encoder, &descriptor, stats, &error), &error);
    if (queries != NULL)
        wgpuQuerySetRelease(queries);
}

static WGSExecution create_execution(wgs_fuzz_rig const* rig) {
    wgs_fuzz_replacements list;
    wgs_fuzz_list_replacements(rig, &list);
    WGSExecutionDescriptor const descriptor = {
        .budget = rig->encode->budget,
        .bufferCount = list.buffer_count,
        .buffers = list.buffers,
        .valueCount = list.value_count,
        .values = list.values,
        .parameters = rig->encode,
    };
    WGSExecution execution;
    WGSError error;
    check(rig, wgsProgramCreateExecution(rig->program, &descriptor, &execution, &error), &error);
    return execution;
}

/* A zero of a budget is no limit. */
static bool is_over(uint64_t cost, uint64_t limit) { return limit > 0 && cost > limit; }

static void check_step(wgs_fuzz_rig const* rig, WGSStep const* step) {
    WGSBudget const* const budget = &rig->encode->budget;
    WGSWorkload const* const cost = &step->workload;
    bool const over = is_over(cost->rows, budget->rows) ||
                      is_over(cost->readBytes + cost->writtenBytes, budget->bytes) ||
                      is_over(cost->commandCount, budget->commandCount) ||
                      is_over(step->stats.nodeCount, budget->nodeCount);
    if (over != (step->exceedsBudget != 0) || (over && step->stats.nodeCount > 1) ||
        (!step->last && step->stats.nodeCount == 0 && step->publication == NULL))
        wgs_fuzz_fail(
            rig->description,
            "a step of %u nodes is %s the budget",
            (unsigned)step->stats.nodeCount,
            over ? "over" : "within");
}

static void add_stats(WGSEncodeStats* sum, WGSEncodeStats const* stats) {
    sum->nodeCount += stats->nodeCount;
    sum->skippedNodeCount += stats->skippedNodeCount;
    sum->dispatchCount += stats->dispatchCount;
    sum->passCount += stats->passCount;
    sum->coalescedNodeCount += stats->coalescedNodeCount;
    sum->copyCount += stats->copyCount;
}

/* The program belongs to the execution until the last step. */
static void check_active(wgs_fuzz_rig const* rig) {
    WGSError error;
    WGSStatus const status = wgsProgramEncode(rig->program, rig->encoder, NULL, NULL, &error);
    if (status == WGSStatus_Success || error.detail != WGSErrorId_ExecutionActive)
        wgs_fuzz_fail(rig->description, "an encode within an execution was not refused");
}

void wgs_fuzz_encode_steps(wgs_fuzz_rig* rig, WGSEncodeStats* stats) {
    WGSExecution execution = create_execution(rig);
    WGSError error;
    check_active(rig);
    wgsExecutionRelease(execution); /* given up before the first step: nothing has happened */
    wgs_fuzz_begin_encode(rig);
    execution = create_execution(rig);
    WGSStepDescriptor const descriptor = {.separatePasses = rig->encode->separate};
    *stats = (WGSEncodeStats){0};
    for (WGSStep step = WGS_STEP_INIT; !step.last;) {
        wgs_fuzz_open_encoder(rig);
        check(
            rig,
            wgsExecutionEncodeStep(execution, rig->encoder, &descriptor, &step, &error),
            &error);
        check_step(rig, &step);
        add_stats(stats, &step.stats);
        if (!step.last)
            check_active(rig);
        if (rig->encode->submit_steps)
            wgs_fuzz_submit(rig);
    }
    wgsExecutionRelease(execution);
}
