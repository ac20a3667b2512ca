/* SPDX-License-Identifier: MIT */
/* What an inspector keeps of encodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/inspector_fixture.h"
#include "testing/plan_fixture.h"

static WGSInspectorSummary summary_of(
    wgs_inspector_fixture const* f,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorQuantity quantity) {
    WGSInspectorSummary summary;
    WGSError error = {0};
    if (wgsInspectorGetSummary(f->inspector, attachment, node, quantity, &summary, &error) !=
        WGSStatus_Success)
        fail_msg("%s", error.message);
    return summary;
}

static WGSInspectorProgramInfo
info_of(wgs_inspector_fixture const* f, WGSInspectorAttachment attachment) {
    WGSInspectorProgramInfo info;
    assert_int_equal(
        wgsInspectorGetProgramInfo(f->inspector, attachment, &info, NULL), WGSStatus_Success);
    return info;
}

static WGSInspectorNodeInfo
node_of(wgs_inspector_fixture const* f, WGSInspectorAttachment attachment, uint32_t node) {
    WGSInspectorNodeInfo info;
    assert_int_equal(
        wgsInspectorGetNodeInfo(f->inspector, attachment, node, &info, NULL), WGSStatus_Success);
    return info;
}

static void
record(wgs_inspector_fixture* f, WGSInspectorAttachment attachment, wgs_measured_encode* encode) {
    WGSError error = {0};
    if (wgsInspectorRecord(f->inspector, attachment, &encode->sample, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
}

/* A quantity that the i-th encode gives as base + i * step. */
typedef struct rising {
    uint32_t node;
    WGSInspectorQuantity quantity;
    uint32_t base, step;
} rising;

/* item 36: 120 samples a node and a program, latest, p50 and p95 by nearest rank. item 21: CPU time
 * of every node, GPU time of compute nodes and their sum. */
static void samples_are_kept_and_summarized(void** state) {
    wgs_inspector_fixture* const f = *state;
    static rising const all[] = {
        {0, WGSInspectorQuantity_EncodeNanoseconds, 100, 1},
        {1, WGSInspectorQuantity_EncodeNanoseconds, 200, 1},
        {2, WGSInspectorQuantity_EncodeNanoseconds, 300, 1},
        {0, WGSInspectorQuantity_GpuNanoseconds, 10, 1},
        {2, WGSInspectorQuantity_GpuNanoseconds, 20, 1},
        {WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_EncodeNanoseconds, 1000, 1},
        {WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_GpuNanoseconds, 30, 2},
        {WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_PassCount, 2, 0},
        {WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_NodeCount, 3, 0},
        {WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_SkippedNodeCount, 0, 0},
    };
    static struct {
        uint32_t total, first, p50, p95; /* the encodes that these samples come from */
    } const at[] = {
        {1, 0, 0, 0},
        {2, 0, 0, 1},
        {19, 0, 9, 18},
        {20, 0, 9, 18},
        {100, 0, 49, 94},
        {119, 0, 59, 113},
        {120, 0, 59, 113},
        {121, 1, 60, 114},
        {240, 120, 179, 233},
    };
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    uint32_t recorded = 0;
    for (size_t a = 0; a < sizeof at / sizeof *at; a++) {
        while (recorded < at[a].total)
            wgs_inspector_fixture_record(f, frame, recorded++);
        for (size_t q = 0; q < sizeof all / sizeof *all; q++) {
            WGSInspectorSummary const s = summary_of(f, frame, all[q].node, all[q].quantity);
            assert_int_equal(s.totalCount, at[a].total);
            assert_int_equal(s.sampleCount, at[a].total - at[a].first);
            assert_int_equal(s.latest, all[q].base + (at[a].total - 1) * all[q].step);
            assert_int_equal(s.p50, all[q].base + at[a].p50 * all[q].step);
            assert_int_equal(s.p95, all[q].base + at[a].p95 * all[q].step);
        }
    }
    assert_int_equal(summary_of(f, frame, 1, WGSInspectorQuantity_GpuNanoseconds).totalCount, 0);
    WGSInspectorProgramInfo const info = info_of(f, frame);
    assert_string_equal(info.label, "frame");
    assert_int_equal(info.nodeCount, 3);
    assert_int_equal(info.encodeCount, 240);
    assert_int_equal(info.recordedCount, 720);
}

/* item 36: bounded samples, in the order in which they came. */
static void samples_are_told_the_oldest_first(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    for (uint32_t added = 0; added <= 250; added++) {
        uint64_t samples[WGS_INSPECTOR_SAMPLES + 1] = {0};
        uint32_t const kept = added < 120 ? added : 120;
        size_t count = 77;
        assert_int_equal(
            wgsInspectorGetSamples(f->inspector, frame, 2, 0, &count, NULL, NULL),
            WGSStatus_Success);
        assert_int_equal(count, kept);
        count = WGS_INSPECTOR_SAMPLES;
        samples[kept] = 12345;
        assert_int_equal(
            wgsInspectorGetSamples(f->inspector, frame, 2, 0, &count, samples, NULL),
            WGSStatus_Success);
        assert_int_equal(count, kept);
        assert_int_equal(samples[kept], 12345);
        for (uint32_t i = 0; i < kept; i++)
            assert_int_equal(samples[i], 300 + added - kept + i);
        wgs_inspector_fixture_record(f, frame, added);
    }
}

/* items 14, 21, 36: nodes by outcome; one that recorded nothing has no sample. */
static void outcomes_are_counted(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_inspector_fixture_record(f, frame, 0);
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 7);
    e.stats.nodeCount = 1;
    e.stats.skippedNodeCount = 1;
    e.reports[0].outcome = WGSNodeOutcome_Skipped;
    e.reports[1].outcome = WGSNodeOutcome_Empty;
    e.reports[2].outcome = WGSNodeOutcome_GpuResolved;
    record(f, frame, &e);

    WGSInspectorNodeInfo const keys = node_of(f, frame, 0);
    assert_string_equal(keys.label, "keys");
    assert_int_equal(keys.recordedCount, 1);
    assert_int_equal(keys.skippedCount, 1);
    assert_int_equal(keys.emptyCount + keys.gpuResolvedCount, 0);
    WGSInspectorNodeInfo const move = node_of(f, frame, 1);
    assert_string_equal(move.label, "move");
    assert_int_equal(move.recordedCount, 1);
    assert_int_equal(move.emptyCount, 1);
    WGSInspectorNodeInfo const sort = node_of(f, frame, 2);
    assert_string_equal(sort.label, "sort");
    assert_int_equal(sort.recordedCount, 1);
    assert_int_equal(sort.gpuResolvedCount, 1);

    WGSInspectorQuantity const cpu = WGSInspectorQuantity_EncodeNanoseconds;
    WGSInspectorQuantity const gpu = WGSInspectorQuantity_GpuNanoseconds;
    assert_int_equal(summary_of(f, frame, 0, cpu).totalCount, 1);
    assert_int_equal(summary_of(f, frame, 0, gpu).totalCount, 1);
    assert_int_equal(summary_of(f, frame, 1, cpu).totalCount, 1);
    assert_int_equal(summary_of(f, frame, 2, cpu).latest, 307);
    assert_int_equal(summary_of(f, frame, 2, gpu).latest, 27);
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, gpu).latest, 27);

    WGSInspectorProgramInfo const info = info_of(f, frame);
    assert_int_equal(info.encodeCount, 2);
    assert_int_equal(info.recordedCount, 4);
    assert_int_equal(info.skippedCount, 1);
    assert_int_equal(info.emptyCount, 1);
    assert_int_equal(info.gpuResolvedCount, 1);
    WGSInspectorQuantity const skipped = WGSInspectorQuantity_SkippedNodeCount;
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, skipped).latest, 1);
}

static void all_but_stats_may_be_left_out(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    e.sample = (WGSInspectorSample){.stats = &e.stats, .timing = WGSTiming_Nodes};
    record(f, frame, &e);
    e.sample.reportCount = 3;
    e.sample.reports = e.reports;
    record(f, frame, &e);
    e.sample.timing = WGSTiming_None; /* and the places of the reports' pairs have no meaning */
    record(f, frame, &e);
    assert_int_equal(info_of(f, frame).encodeCount, 3);
    assert_int_equal(summary_of(f, frame, 0, WGSInspectorQuantity_EncodeNanoseconds).totalCount, 2);
    assert_int_equal(summary_of(f, frame, 0, WGSInspectorQuantity_GpuNanoseconds).totalCount, 0);
    for (int q = 0; q <= WGSInspectorQuantity_SkippedNodeCount; q++) {
        WGSInspectorSummary const s =
            summary_of(f, frame, WGS_INSPECTOR_PROGRAM, (WGSInspectorQuantity)q);
        bool const gpu = q == WGSInspectorQuantity_GpuNanoseconds ||
                         q == WGSInspectorQuantity_GpuSpanNanoseconds;
        assert_int_equal(s.totalCount, gpu ? 0 : 3);
    }
}

/* item 21: the GPU time of a whole program is a quantity of its own: its passes are other ones. */
static void spans_are_no_sums(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    e.sample.timing = WGSTiming_Program;
    e.sample.nanosecondCount = 2;
    e.nanoseconds[0] = 40;
    e.nanoseconds[1] = 100;
    record(f, frame, &e);
    e.nanoseconds[1] = 39;
    record(f, frame, &e);
    WGSInspectorSummary const span =
        summary_of(f, frame, WGS_INSPECTOR_PROGRAM, WGSInspectorQuantity_GpuSpanNanoseconds);
    assert_int_equal(span.latest, 60);
    assert_int_equal(span.totalCount, 1);
    for (uint32_t node = 0; node < 3; node++)
        assert_int_equal(
            summary_of(f, frame, node, WGSInspectorQuantity_GpuNanoseconds).totalCount, 0);
    WGSInspectorQuantity const sum = WGSInspectorQuantity_GpuNanoseconds;
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, sum).totalCount, 0);
}

static void times_that_cannot_be_are_left_out(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    WGSInspectorQuantity const gpu = WGSInspectorQuantity_GpuNanoseconds;
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    e.nanoseconds[0] = 16; /* runs backwards to 15 */
    record(f, frame, &e);
    assert_int_equal(summary_of(f, frame, 0, gpu).totalCount, 0);
    assert_int_equal(summary_of(f, frame, 2, gpu).totalCount, 1);
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, gpu).totalCount, 0);
    e.nanoseconds[0] = 15; /* nothing was measured, which is possible */
    record(f, frame, &e);
    assert_int_equal(summary_of(f, frame, 0, gpu).totalCount, 1);
    assert_int_equal(summary_of(f, frame, 0, gpu).latest, 0);
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, gpu).latest, 20);
    e.nanoseconds[0] = e.nanoseconds[2] = 0; /* a sum that 64 bits do not hold */
    e.nanoseconds[1] = e.nanoseconds[3] = UINT64_MAX;
    record(f, frame, &e);
    assert_true(summary_of(f, frame, 0, gpu).latest == UINT64_MAX);
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, gpu).totalCount, 1);
}

/* item 35: a step of an execution tells of its own nodes. */
static void steps_are_samples(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    e.stats.timedNodeCount = 1;
    e.reports[2].timing = 0;
    e.sample.firstNode = 1;
    e.sample.reportCount = 2;
    e.sample.reports = &e.reports[1];
    e.sample.nanosecondCount = 2;
    record(f, frame, &e);
    assert_int_equal(node_of(f, frame, 0).recordedCount, 0);
    assert_int_equal(summary_of(f, frame, 1, WGSInspectorQuantity_EncodeNanoseconds).latest, 200);
    assert_int_equal(summary_of(f, frame, 2, WGSInspectorQuantity_EncodeNanoseconds).latest, 300);
    assert_int_equal(summary_of(f, frame, 2, WGSInspectorQuantity_GpuNanoseconds).latest, 10);
    WGSInspectorQuantity const sum = WGSInspectorQuantity_GpuNanoseconds;
    assert_int_equal(summary_of(f, frame, WGS_INSPECTOR_PROGRAM, sum).latest, 10);
}

/* item 36: nothing is recorded of an encode that failed. */
static void a_failed_encode_is_counted_only(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_inspector_fixture_record(f, frame, 0);
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 1);
    e.sample.status = WGSStatus_InvalidArgument;
    record(f, frame, &e);
    e.sample = (WGSInspectorSample){.status = WGSStatus_DeviceLost};
    record(f, frame, &e);
    assert_int_equal(info_of(f, frame).encodeCount, 1);
    assert_int_equal(info_of(f, frame).failedEncodeCount, 2);
    assert_int_equal(info_of(f, frame).recordedCount, 3);
    for (int q = 0; q <= WGSInspectorQuantity_SkippedNodeCount; q++)
        assert_true(
            summary_of(f, frame, WGS_INSPECTOR_PROGRAM, (WGSInspectorQuantity)q).totalCount <= 1);
    for (uint32_t node = 0; node < 3; node++) {
        assert_int_equal(
            summary_of(f, frame, node, WGSInspectorQuantity_EncodeNanoseconds).totalCount, 1);
        assert_int_equal(node_of(f, frame, node).recordedCount, 1);
    }
}

static void a_program_without_nodes_is_inspected_too(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const empty = wgs_inspector_fixture_attach(f, &f->empty, "");
    WGSEncodeStats const stats = {.encodeNanoseconds = 9};
    WGSInspectorSample const sample = {.stats = &stats};
    assert_int_equal(wgsInspectorRecord(f->inspector, empty, &sample, NULL), WGSStatus_Success);
    assert_int_equal(info_of(f, empty).nodeCount, 0);
    WGSInspectorQuantity const cpu = WGSInspectorQuantity_EncodeNanoseconds;
    assert_int_equal(summary_of(f, empty, WGS_INSPECTOR_PROGRAM, cpu).latest, 9);
}

/* item 36: memory is bounded: none is asked for but to attach. */
static void recording_and_asking_allocate_nothing(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_fail_allocation(&f->gpu.memory, 1);
    for (uint32_t i = 0; i < 300; i++)
        wgs_inspector_fixture_record(f, frame, i);
    assert_non_null(wgs_inspector_fixture_json(f));
    assert_int_equal(summary_of(f, frame, 0, 0).totalCount, 300);
    assert_int_equal(info_of(f, frame).encodeCount, 300);
    assert_int_equal(f->gpu.memory.calls, 0);
    wgs_fail_allocation(&f->gpu.memory, 0);
}

#define WITH_FIXTURE(test)                                                                         \
    cmocka_unit_test_setup_teardown(test, wgs_inspector_fixture_open, wgs_inspector_fixture_close)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(samples_are_kept_and_summarized),
        WITH_FIXTURE(samples_are_told_the_oldest_first),
        WITH_FIXTURE(outcomes_are_counted),
        WITH_FIXTURE(all_but_stats_may_be_left_out),
        WITH_FIXTURE(spans_are_no_sums),
        WITH_FIXTURE(times_that_cannot_be_are_left_out),
        WITH_FIXTURE(steps_are_samples),
        WITH_FIXTURE(a_failed_encode_is_counted_only),
        WITH_FIXTURE(a_program_without_nodes_is_inspected_too),
        WITH_FIXTURE(recording_and_asking_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
