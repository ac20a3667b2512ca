/* SPDX-License-Identifier: MIT */
/* An inspector fed by encodes of a real program, with timestamps where the device has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/test_device.h"

enum { ELEMENTS = 20000, NODES_MAX = 8 };

typedef struct fixture {
    WGSContext context;
    WGPUBuffer buffers[3];
    WGSGraph graph;
    WGSValue count;
    WGSProgram program;
    WGSProgramStats stats;
    WGPUQuerySet queries; /* NULL without timestamps */
    WGSInspector inspector;
    WGSInspectorAttachment attached;
    WGSNodeReport reports[NODES_MAX];
    uint64_t times[2 * NODES_MAX];
} fixture;

static void succeed(WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        fail_msg("%s", error->message);
}

static WGSBuffer import(fixture* f, size_t index) {
    WGPUBufferDescriptor const made = {
        .size = UINT64_C(4) * ELEMENTS,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst};
    f->buffers[index] = wgpuDeviceCreateBuffer(wgs_test_device(), &made);
    WGSImportDescriptor const descriptor = {.buffer = f->buffers[index]};
    WGSBuffer buffer = NULL;
    WGSError error = {0};
    succeed(wgsGraphImportBuffer(f->graph, &descriptor, &buffer, &error), &error);
    return buffer;
}

/* A copy and a scan of a number of elements that each encode may give. */
static void make_program(fixture* f) {
    WGSError error = {0};
    WGSGraphDescriptor const graph = {.label = wgs_test_text("frame")};
    succeed(wgsContextCreateGraph(f->context, &graph, &f->graph, &error), &error);
    WGSCopyDescriptor const copy = {
        .label = wgs_test_text("fetch"),
        .source = import(f, 0),
        .destination = import(f, 1),
        .size = UINT64_C(4) * ELEMENTS};
    succeed(wgsGraphAddCopy(f->graph, &copy, NULL, &error), &error);
    WGSValueDescriptor const value = {.value = ELEMENTS};
    succeed(wgsGraphCreateValue(f->graph, &value, &f->count, &error), &error);
    WGSScanDescriptor scan = {.label = wgs_test_text("sum"), .count = f->count};
    scan.in = (WGSView){copy.destination, WGSFormat_Uint32, 0, ELEMENTS};
    scan.out = (WGSView){import(f, 2), WGSFormat_Uint32, 0, ELEMENTS};
    succeed(wgsGraphAddScan(f->graph, &scan, &error), &error);
    succeed(wgsGraphCompile(f->graph, NULL, &f->program, &error), &error);
    succeed(wgsProgramGetStats(f->program, &f->stats, &error), &error);
    assert_in_range(f->stats.nodeCount, 3, NODES_MAX);
}

static void make_queries(fixture* f) {
    WGSContextInfo info;
    WGSError error = {0};
    succeed(wgsContextGetInfo(f->context, &info, &error), &error);
    WGPUQuerySetDescriptor const descriptor = {
        .type = WGPUQueryType_Timestamp, .count = 2 * NODES_MAX};
    if (info.hasTimestamps)
        f->queries = wgpuDeviceCreateQuerySet(wgs_test_device(), &descriptor);
}

static int set_up(void** state) {
    static fixture f;
    WGSError error = {0};
    f = (fixture){.context = wgs_test_context()};
    make_program(&f);
    make_queries(&f);
    succeed(wgsContextCreateInspector(f.context, NULL, &f.inspector, &error), &error);
    WGSInspectorAttachDescriptor const attach = {.program = f.program};
    succeed(wgsInspectorAttach(f.inspector, &attach, &f.attached, &error), &error);
    *state = &f;
    return 0;
}

static int tear_down(void** state) {
    fixture* const f = *state;
    wgsInspectorRelease(f->inspector);
    wgsProgramRelease(f->program);
    wgsGraphRelease(f->graph);
    for (size_t i = 0; i < 3; i++)
        wgpuBufferRelease(f->buffers[i]);
    if (f->queries != NULL)
        wgpuQuerySetRelease(f->queries);
    assert_int_equal(wgs_test_device_errors(), 0);
    wgs_test_close();
    return 0;
}

/* Encodes with reports, submits, reads the timestamps and gives all of it to the inspector. */
static WGSEncodeStats run(fixture* f, WGSTiming timing, uint32_t elements) {
    WGSError error = {0};
    WGSEncodeStats stats;
    WGSValueReplacement const value = {.value = f->count, .replacement = elements};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = 1,
        .values = &value,
        .timing = f->queries != NULL ? timing : WGSTiming_None,
        .querySet = f->queries,
        .reportCount = f->stats.nodeCount,
        .reports = f->reports};
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    succeed(wgsProgramEncode(f->program, encoder, &descriptor, &stats, &error), &error);
    succeed(wgsContextSubmit(f->context, encoder, &error), &error);
    wgpuCommandEncoderRelease(encoder);
    WGSInspectorSample sample = {
        .stats = &stats,
        .reportCount = f->stats.nodeCount,
        .reports = f->reports,
        .timing = descriptor.timing};
    if (descriptor.timing != WGSTiming_None) {
        sample.nanosecondCount = timing == WGSTiming_Program ? 2 : f->stats.timestampCountNodes;
        sample.nanoseconds = f->times;
        succeed(
            wgsContextReadTimestamps(
                f->context, f->queries, 0, (uint32_t)sample.nanosecondCount, f->times, &error),
            &error);
    }
    succeed(wgsInspectorRecord(f->inspector, f->attached, &sample, &error), &error);
    return stats;
}

static WGSInspectorSummary
summary_of(fixture const* f, uint32_t node, WGSInspectorQuantity quantity) {
    WGSError error = {0};
    WGSInspectorSummary summary;
    succeed(
        wgsInspectorGetSummary(f->inspector, f->attached, node, quantity, &summary, &error),
        &error);
    return summary;
}

static WGSInspectorProgramInfo info_of(fixture const* f) {
    WGSError error = {0};
    WGSInspectorProgramInfo info;
    succeed(wgsInspectorGetProgramInfo(f->inspector, f->attached, &info, &error), &error);
    return info;
}

static void check_summary(WGSInspectorSummary const* s, uint64_t total) {
    assert_int_equal(s->totalCount, total);
    assert_int_equal(s->sampleCount, total < 120 ? total : 120);
    assert_true(s->p50 <= s->p95);
}

/* The nodes have the program's labels, and the GPU times that were read. */
static void check_nodes(fixture const* f, uint64_t total) {
    uint32_t timed = 0;
    uint64_t sum = 0;
    for (uint32_t node = 0; node < f->stats.nodeCount; node++) {
        WGSInspectorNodeInfo info;
        assert_int_equal(wgsInspectorGetNodeInfo(f->inspector, f->attached, node, &info, NULL), 0);
        assert_non_null(f->reports[node].label);
        assert_int_equal(info.recordedCount, total);
        assert_string_equal(info.label, f->reports[node].label);
        WGSInspectorSummary const cpu = summary_of(f, node, WGSInspectorQuantity_EncodeNanoseconds);
        check_summary(&cpu, total);
        assert_int_equal(cpu.latest, f->reports[node].encodeNanoseconds);
        WGSInspectorSummary const gpu = summary_of(f, node, WGSInspectorQuantity_GpuNanoseconds);
        if (f->queries == NULL || strcmp(info.label, "fetch") == 0) {
            assert_int_equal(gpu.totalCount, 0);
            continue;
        }
        check_summary(&gpu, total);
        assert_string_equal(info.label, wgsProgramGetTimedNodeLabel(f->program, timed));
        uint64_t const* const pair = &f->times[(size_t)2 * timed++];
        assert_int_equal(gpu.latest, pair[1] - pair[0]);
        sum += pair[1] - pair[0];
    }
    WGSInspectorSummary const whole =
        summary_of(f, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_GpuNanoseconds);
    check_summary(&whole, f->queries != NULL ? total : 0);
    assert_int_equal(whole.latest, sum);
}

/* items 21, 36: stats, reports and timestamps of encodes, a node and a program. */
static void encodes_are_sampled(void** state) {
    fixture* const f = *state;
    uint32_t const encodes = wgs_test_adapter_is_slow() ? 21 : 123;
    WGSEncodeStats stats = {0};
    for (uint32_t i = 0; i < encodes; i++)
        stats = run(f, WGSTiming_Nodes, ELEMENTS);
    WGSInspectorProgramInfo const info = info_of(f);
    assert_string_equal(info.label, "frame");
    assert_int_equal(info.nodeCount, f->stats.nodeCount);
    assert_int_equal(info.encodeCount, encodes);
    assert_int_equal(info.recordedCount, (uint64_t)encodes * f->stats.nodeCount);
    WGSInspectorSummary const cpu =
        summary_of(f, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_EncodeNanoseconds);
    check_summary(&cpu, encodes);
    assert_int_equal(cpu.latest, stats.encodeNanoseconds);
    assert_true(cpu.p50 > 0);
    WGSInspectorSummary const passes =
        summary_of(f, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_PassCount);
    check_summary(&passes, encodes);
    assert_int_equal(passes.latest, stats.passCount);
    check_nodes(f, encodes);
}

/* item 21: the whole program, timed without a pass a node. */
static void programs_are_sampled(void** state) {
    fixture* const f = *state;
    (void)run(f, WGSTiming_Program, ELEMENTS);
    WGSInspectorSummary const span =
        summary_of(f, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_GpuSpanNanoseconds);
    check_summary(&span, f->queries != NULL ? 1 : 0);
    if (f->queries != NULL)
        assert_int_equal(span.latest, f->times[1] - f->times[0]);
}

/* item 21: nodes without rows are told from those that recorded something. */
static void empty_nodes_are_counted(void** state) {
    fixture* const f = *state;
    WGSInspectorProgramInfo const before = info_of(f);
    WGSEncodeStats const stats = run(f, WGSTiming_None, 0);
    WGSInspectorProgramInfo const after = info_of(f);
    assert_int_equal(after.recordedCount - before.recordedCount, stats.nodeCount);
    assert_true(stats.nodeCount < f->stats.nodeCount);
    assert_int_equal(after.emptyCount - before.emptyCount, f->stats.nodeCount - stats.nodeCount);
}

/* items 35, 36: an execution in steps, each a sample of its own. */
static void steps_are_sampled(void** state) {
    fixture* const f = *state;
    uint64_t const encodes = info_of(f).encodeCount;
    WGSInspectorNodeInfo before[NODES_MAX];
    for (uint32_t node = 0; node < f->stats.nodeCount; node++)
        assert_int_equal(
            wgsInspectorGetNodeInfo(f->inspector, f->attached, node, &before[node], NULL), 0);
    WGSExecutionDescriptor const budget = {.budget = {.nodeCount = 2}};
    WGSExecution execution = NULL;
    WGSError error = {0};
    succeed(wgsProgramCreateExecution(f->program, &budget, &execution, &error), &error);
    uint64_t steps = 0;
    for (WGSStep step = WGS_STEP_INIT; !step.last; steps++) {
        WGSStepDescriptor const descriptor = {.reportCount = NODES_MAX, .reports = f->reports};
        WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
        succeed(wgsExecutionEncodeStep(execution, encoder, &descriptor, &step, &error), &error);
        succeed(wgsContextSubmit(f->context, encoder, &error), &error);
        wgpuCommandEncoderRelease(encoder);
        WGSInspectorSample const sample = {
            .stats = &step.stats,
            .firstNode = step.firstNode,
            .reportCount = step.nodeCount,
            .reports = f->reports};
        succeed(wgsInspectorRecord(f->inspector, f->attached, &sample, &error), &error);
    }
    wgsExecutionRelease(execution);
    assert_in_range(steps, 2, f->stats.nodeCount);
    assert_int_equal(info_of(f).encodeCount, encodes + steps);
    for (uint32_t node = 0; node < f->stats.nodeCount; node++) {
        WGSInspectorNodeInfo after;
        assert_int_equal(wgsInspectorGetNodeInfo(f->inspector, f->attached, node, &after, NULL), 0);
        assert_int_equal(after.recordedCount, before[node].recordedCount + 1);
    }
}

/* item 36: an encode that fails leaves no sample, whatever it is given. */
static void failed_encodes_leave_no_sample(void** state) {
    fixture* const f = *state;
    uint64_t const encodes = info_of(f).encodeCount;
    WGSEncodeStats stats = {.encodeNanoseconds = UINT64_MAX};
    WGSValueReplacement const value = {.value = f->count, .replacement = ELEMENTS + 1};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &value};
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    WGSInspectorSample const sample = {
        .status = wgsProgramEncode(f->program, encoder, &descriptor, &stats, NULL),
        .stats = &stats};
    wgpuCommandEncoderRelease(encoder);
    assert_int_not_equal(sample.status, WGSStatus_Success);
    assert_int_equal(wgsInspectorRecord(f->inspector, f->attached, &sample, NULL), 0);
    assert_int_equal(info_of(f).encodeCount, encodes);
    assert_int_equal(info_of(f).failedEncodeCount, 1);
    WGSInspectorSummary const cpu =
        summary_of(f, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_EncodeNanoseconds);
    assert_int_equal(cpu.totalCount, encodes);
    assert_true(cpu.latest != UINT64_MAX);
}

/* What was gathered outlives the program and its graph. */
static void a_program_may_go_before(void** state) {
    fixture* const f = *state;
    wgsProgramRelease(f->program);
    wgsGraphRelease(f->graph);
    f->program = NULL;
    f->graph = NULL;
    char text[8192];
    size_t size = sizeof text;
    assert_int_equal(wgsInspectorPrint(f->inspector, WGSExplainFormat_Text, text, &size, NULL), 0);
    assert_true(size <= sizeof text);
    assert_non_null(strstr(text, "program \"frame\""));
    assert_non_null(strstr(text, "fetch"));
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(encodes_are_sampled),
        cmocka_unit_test(programs_are_sampled),
        cmocka_unit_test(empty_nodes_are_counted),
        cmocka_unit_test(steps_are_sampled),
        cmocka_unit_test(failed_encodes_leave_no_sample),
        cmocka_unit_test(a_program_may_go_before),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
