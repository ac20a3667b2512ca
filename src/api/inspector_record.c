/* SPDX-License-Identifier: MIT */
/* Samples: all of one is checked before any of it is added. */
#include <inttypes.h>
#include <string.h>

#include "api/inspector_state.h"
#include "base/arithmetic.h"
#include "base/error.h"

static char const* const function = "wgsInspectorRecord";

/* --- Checks -------------------------------------------------------------------------------------
 */

static WGSStatus check_pointers(WGSInspectorSample const* sample, WGSError* error) {
    if (sample->stats == NULL)
        return wgs_error_null(error, function, "sample->stats");
    if (sample->reportCount > 0 && sample->reports == NULL)
        return wgs_error_null(error, function, "sample->reports");
    if (sample->nanosecondCount > 0 && sample->nanoseconds == NULL)
        return wgs_error_null(error, function, "sample->nanoseconds");
    return WGSStatus_Success;
}

static WGSStatus check_timing(WGSInspectorSample const* sample, WGSError* error) {
    if (sample->timing != WGSTiming_None && sample->timing != WGSTiming_Program &&
        sample->timing != WGSTiming_Nodes)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: timing is %d, which is none",
            function,
            (int)sample->timing);
    size_t const wanted = sample->timing == WGSTiming_Program ? 2 : 0;
    if (sample->timing != WGSTiming_Nodes && sample->nanosecondCount != 0 &&
        sample->nanosecondCount != wanted)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: nanosecondCount is %zu but the timing writes %zu",
            function,
            sample->nanosecondCount,
            wanted);
    return WGSStatus_Success;
}

/* Whether a report has a pair of timestamps in the sample. */
static bool is_timed(WGSInspectorSample const* sample, WGSNodeReport const* report) {
    return sample->timing == WGSTiming_Nodes && sample->nanosecondCount > 0 &&
           report->timing != UINT32_MAX;
}

static WGSStatus check_report(
    wgs_inspected_program const* program,
    WGSInspectorSample const* sample,
    size_t index,
    WGSError* error) {
    WGSNodeReport const* const report = &sample->reports[index];
    char const* const label = program->nodes[sample->firstNode + index].label;
    if ((unsigned)report->outcome >= WGS_NODE_OUTCOMES)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: reports[%zu].outcome is %d, which is none",
            function,
            index,
            (int)report->outcome);
    if (report->label != NULL && strcmp(report->label, label) != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: reports[%zu] is of node \"%.60s\" but that of \"%.60s\" is \"%.60s\"",
            function,
            index,
            report->label,
            program->label,
            label);
    uint64_t const needed = (uint64_t)report->timing * 2 + 2;
    if (is_timed(sample, report) && sample->nanosecondCount < needed)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: nanosecondCount is %zu but reports[%zu] needs %" PRIu64,
            function,
            sample->nanosecondCount,
            index,
            needed);
    return WGSStatus_Success;
}

/* Every pair that was written has its report, or the sum would lack some. */
static WGSStatus check_pairs(WGSInspectorSample const* sample, WGSError* error) {
    if (sample->timing != WGSTiming_Nodes || sample->nanosecondCount == 0)
        return WGSStatus_Success;
    size_t timed = 0;
    for (size_t i = 0; i < sample->reportCount; i++)
        timed += is_timed(sample, &sample->reports[i]);
    if (timed == sample->stats->timedNodeCount)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %" PRIu32 " nodes were timed but the reports are of %zu of them",
        function,
        sample->stats->timedNodeCount,
        timed);
}

static WGSStatus check_sample(
    wgs_inspected_program const* program, WGSInspectorSample const* sample, WGSError* error) {
    WGS_TRY(check_pointers(sample, error));
    WGS_TRY(check_timing(sample, error));
    if (sample->firstNode > program->node_count ||
        sample->reportCount > program->node_count - sample->firstNode)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: %zu reports from node %" PRIu32 " on, but \"%.100s\" has %" PRIu32 " nodes",
            function,
            sample->reportCount,
            sample->firstNode,
            program->label,
            program->node_count);
    for (size_t i = 0; i < sample->reportCount; i++)
        WGS_TRY(check_report(program, sample, i, error));
    return check_pairs(sample, error);
}

/* --- Samples ------------------------------------------------------------------------------------
 */

/* The times of the nodes of one encode, as far as they were measured. */
typedef struct gpu_sum {
    uint64_t nanoseconds;
    bool any;
    bool broken; /* a pair ran backwards */
} gpu_sum;

static void add_gpu_time(wgs_inspected_node* node, uint64_t const nanoseconds[2], gpu_sum* sum) {
    if (nanoseconds[1] < nanoseconds[0]) {
        sum->broken = true;
        return;
    }
    uint64_t const spent = nanoseconds[1] - nanoseconds[0];
    wgs_ring_add(&node->rings[WGSInspectorQuantity_GpuNanoseconds], spent);
    sum->any = true;
    if (!wgs_add_u64(sum->nanoseconds, spent, &sum->nanoseconds))
        sum->broken = true;
}

static void add_reports(wgs_inspected_program* program, WGSInspectorSample const* sample) {
    gpu_sum sum = {0};
    for (size_t i = 0; i < sample->reportCount; i++) {
        WGSNodeReport const* const report = &sample->reports[i];
        wgs_inspected_node* const node = &program->nodes[sample->firstNode + i];
        node->outcomes[report->outcome]++;
        program->empty_count += report->outcome == WGSNodeOutcome_Empty;
        program->gpu_resolved_count += report->outcome == WGSNodeOutcome_GpuResolved;
        if (report->outcome == WGSNodeOutcome_Empty || report->outcome == WGSNodeOutcome_Skipped)
            continue;
        wgs_ring_add(
            &node->rings[WGSInspectorQuantity_EncodeNanoseconds], report->encodeNanoseconds);
        if (is_timed(sample, report))
            add_gpu_time(node, &sample->nanoseconds[(size_t)report->timing * 2], &sum);
    }
    if (sum.any && !sum.broken)
        wgs_ring_add(&program->rings[WGSInspectorQuantity_GpuNanoseconds], sum.nanoseconds);
}

static void add_program(wgs_inspected_program* program, WGSInspectorSample const* sample) {
    WGSEncodeStats const* const stats = sample->stats;
    wgs_sample_ring* const rings = program->rings;
    program->encode_count++;
    program->recorded_count += stats->nodeCount;
    program->skipped_count += stats->skippedNodeCount;
    wgs_ring_add(&rings[WGSInspectorQuantity_EncodeNanoseconds], stats->encodeNanoseconds);
    wgs_ring_add(&rings[WGSInspectorQuantity_PassCount], stats->passCount);
    wgs_ring_add(&rings[WGSInspectorQuantity_NodeCount], stats->nodeCount);
    wgs_ring_add(&rings[WGSInspectorQuantity_SkippedNodeCount], stats->skippedNodeCount);
    uint64_t const* const span = sample->nanoseconds;
    if (sample->timing == WGSTiming_Program && sample->nanosecondCount > 0 && span[0] <= span[1])
        wgs_ring_add(&rings[WGSInspectorQuantity_GpuSpanNanoseconds], span[1] - span[0]);
}

WGSStatus wgsInspectorRecord(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    WGSInspectorSample const* sample,
    WGSError* error) {
    if (inspector == NULL || sample == NULL)
        return wgs_error_null(error, function, inspector == NULL ? "inspector" : "sample");
    wgs_inspected_program* program = NULL;
    WGS_TRY(wgs_inspector_get(inspector, attachment, &program, function, error));
    if (sample->status != WGSStatus_Success) {
        program->failed_count++;
        return WGSStatus_Success;
    }
    WGS_TRY(check_sample(program, sample, error));
    add_program(program, sample);
    add_reports(program, sample);
    return WGSStatus_Success;
}
