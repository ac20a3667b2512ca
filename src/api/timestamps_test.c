/* SPDX-License-Identifier: MIT */
/* Timestamps that encodes write into a caller's query set, and the way to read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/test_device.h"

enum { ELEMENTS = 20000, QUERIES = 6 };

typedef struct fixture {
    WGSContext context;
    WGPUQuerySet queries;
    WGPUBuffer in, out;
    WGSGraph graph;
    WGSProgram program;
} fixture;

static void succeed(WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        fail_msg("%s", error->message);
}

static WGPUQuerySet make_set(WGPUQueryType type, uint32_t count) {
    WGPUQuerySetDescriptor const descriptor = {.type = type, .count = count};
    return wgpuDeviceCreateQuerySet(wgs_test_device(), &descriptor);
}

static WGPUBuffer make_buffer(void) {
    WGPUBufferDescriptor const descriptor = {
        .size = UINT64_C(4) * ELEMENTS, .usage = WGPUBufferUsage_Storage};
    return wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
}

/* A scan of three dispatches. */
static void make_program(fixture* f) {
    WGSError error = {0};
    WGSScanDescriptor scan = {0};
    WGSImportDescriptor const in = {.buffer = f->in};
    WGSImportDescriptor const out = {.buffer = f->out};
    succeed(wgsContextCreateGraph(f->context, NULL, &f->graph, &error), &error);
    succeed(wgsGraphImportBuffer(f->graph, &in, &scan.in.buffer, &error), &error);
    succeed(wgsGraphImportBuffer(f->graph, &out, &scan.out.buffer, &error), &error);
    scan.in.format = scan.out.format = WGSFormat_Uint32;
    scan.in.length = scan.out.length = ELEMENTS;
    succeed(wgsGraphAddScan(f->graph, &scan, &error), &error);
    succeed(wgsGraphCompile(f->graph, NULL, &f->program, &error), &error);
}

static int set_up(void** state) {
    static fixture f;
    WGSContextInfo info;
    WGSError error = {0};
    f.context = wgs_test_context();
    succeed(wgsContextGetInfo(f.context, &info, &error), &error);
    if (!info.hasTimestamps) {
        print_message("skipped: the adapter has no timestamp queries\n");
        exit(WGS_TEST_SKIPPED);
    }
    f.queries = make_set(WGPUQueryType_Timestamp, QUERIES);
    f.in = make_buffer();
    f.out = make_buffer();
    make_program(&f);
    *state = &f;
    return 0;
}

static int tear_down(void** state) {
    fixture* const f = *state;
    wgsProgramRelease(f->program);
    wgsGraphRelease(f->graph);
    wgpuBufferRelease(f->in);
    wgpuBufferRelease(f->out);
    wgpuQuerySetRelease(f->queries);
    assert_int_equal(wgs_test_device_errors(), 0);
    wgs_test_close();
    return 0;
}

static void encode_and_submit(fixture const* f, WGSTiming timing, uint32_t first, int times) {
    WGSError error = {0};
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    for (int i = 0; i < times; i++) {
        WGSEncodeDescriptor const descriptor = {
            .timing = timing,
            .querySet = f->queries,
            .firstQuery = first + 2 * (uint32_t)i,
        };
        succeed(wgsProgramEncode(f->program, encoder, &descriptor, NULL, &error), &error);
    }
    succeed(wgsContextSubmit(f->context, encoder, &error), &error);
    wgpuCommandEncoderRelease(encoder);
}

static void check_rising(fixture const* f, uint32_t first, uint32_t count) {
    uint64_t times[QUERIES + 1];
    times[count] = 12345;
    WGSError error = {0};
    succeed(wgsContextReadTimestamps(f->context, f->queries, first, count, times, &error), &error);
    assert_true(times[0] == 0);
    for (uint32_t i = 1; i < count; i += 2)
        assert_true(times[i] > times[i - 1]);
    for (uint32_t i = 2; i < count; i += 2)
        assert_true(times[i] >= times[i - 1]);
    assert_true(times[count - 1] < UINT64_C(60000000000));
    assert_true(times[count] == 12345);
}

static void programs_are_timed(void** state) {
    fixture const* const f = *state;
    encode_and_submit(f, WGSTiming_Program, 2, 2);
    check_rising(f, 2, 4);
}

/* item 21: two times for each node, in run order. */
static void nodes_are_timed(void** state) {
    fixture const* const f = *state;
    WGSProgramStats stats;
    assert_int_equal(wgsProgramGetStats(f->program, &stats, NULL), 0);
    assert_int_equal(stats.timestampCountNodes, QUERIES);
    encode_and_submit(f, WGSTiming_Nodes, 0, 1);
    check_rising(f, 0, 6);
}

static void expect(
    WGSContext context,
    WGPUQuerySet queries,
    uint32_t first,
    uint32_t count,
    uint64_t* times,
    WGSErrorId id) {
    WGSError error = {0};
    assert_int_not_equal(
        wgsContextReadTimestamps(context, queries, first, count, times, &error), 0);
    if (error.detail != id)
        fail_msg("%s: %s", wgsErrorIdGetName(error.detail), error.message);
    assert_int_not_equal(wgsContextReadTimestamps(context, queries, first, count, times, NULL), 0);
}

static void wrong_arguments_are_refused(void** state) {
    fixture const* const f = *state;
    uint64_t times[QUERIES];
    expect(NULL, f->queries, 0, 2, times, WGSErrorId_NullArgument);
    expect(f->context, NULL, 0, 2, times, WGSErrorId_NullArgument);
    expect(f->context, f->queries, 0, 2, NULL, WGSErrorId_NullArgument);
    expect(f->context, f->queries, 0, 0, times, WGSErrorId_InvalidSize);
    expect(f->context, f->queries, 0, QUERIES + 1, times, WGSErrorId_InvalidSize);
    expect(f->context, f->queries, QUERIES, 1, times, WGSErrorId_InvalidSize);
    expect(f->context, f->queries, UINT32_MAX, 2, times, WGSErrorId_InvalidSize);
    WGPUQuerySet const occlusion = make_set(WGPUQueryType_Occlusion, QUERIES);
    expect(f->context, occlusion, 0, 2, times, WGSErrorId_InvalidEnum);
    wgpuQuerySetRelease(occlusion);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(programs_are_timed),
        cmocka_unit_test(nodes_are_timed),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
