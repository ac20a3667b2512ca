/* SPDX-License-Identifier: MIT */
/* Nodes that share a compute pass give the bytes that nodes with passes of their own
 * give: a scan, a copy, a sort of what was copied, and a scan of what was sorted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "primitives/scan/scan_reference.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { ROWS = 5000 };

typedef struct chain {
    WGSGraph graph;
    WGSProgram program;
    wgs_guarded_buffer in;
    wgs_guarded_buffer out;
    uint32_t data[ROWS];
    uint32_t expected[ROWS];
    uint32_t got[ROWS];
} chain;

static WGSView transient(WGSGraph graph, WGPUBufferUsage usage) {
    WGSTransientDescriptor const descriptor = {
        .size = 4 * ROWS, .usage = WGPUBufferUsage_Storage | usage};
    WGSView view = {.format = WGSFormat_Uint32, .length = ROWS};
    WGSError error;
    assert_int_equal(wgsGraphCreateTransient(graph, &descriptor, &view.buffer, &error), 0);
    return view;
}

static WGSView import(wgs_guarded_buffer const* place, WGSGraph graph) {
    WGSView view;
    WGSError error;
    assert_int_equal(wgs_guarded_buffer_import(place, graph, WGSFormat_Uint32, &view, &error), 0);
    return view;
}

static int compare_words(void const* left, void const* right) {
    uint32_t const a = *(uint32_t const*)left;
    uint32_t const b = *(uint32_t const*)right;
    return a < b ? -1 : a > b;
}

static void open_chain(chain* c) {
    wgs_random random = {3};
    for (size_t i = 0; i < ROWS; i++)
        c->data[i] = (uint32_t)wgs_random_bits(&random);
    uint32_t sorted[ROWS];
    wgs_scan_reference(WGSScanMode_Inclusive, c->data, ROWS, sorted);
    qsort(sorted, ROWS, sizeof *sorted, compare_words);
    wgs_scan_reference(WGSScanMode_Exclusive, sorted, ROWS, c->expected);

    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &c->graph, &error), 0);
    c->in = wgs_guarded_buffer_create(1, sizeof c->data, c->data);
    c->out = wgs_guarded_buffer_create(65, sizeof c->data, NULL);
    WGSView const sums = transient(c->graph, WGPUBufferUsage_CopySrc);
    WGSView const copied = transient(c->graph, WGPUBufferUsage_CopyDst);
    WGSView const ordered = transient(c->graph, 0);
    WGSScanDescriptor const first = {
        .in = import(&c->in, c->graph), .out = sums, .mode = WGSScanMode_Inclusive};
    WGSCopyDescriptor const copy = {
        .source = sums.buffer, .destination = copied.buffer, .size = 4 * ROWS};
    WGSSortKey const key = {.in = copied, .out = ordered};
    WGSSortDescriptor const sort = {.keyCount = 1, .keys = &key};
    WGSScanDescriptor const last = {.in = ordered, .out = import(&c->out, c->graph)};
    assert_int_equal(wgsGraphAddScan(c->graph, &first, &error), 0);
    assert_int_equal(wgsGraphAddCopy(c->graph, &copy, NULL, &error), 0);
    assert_int_equal(wgsGraphAddSort(c->graph, &sort, NULL, &error), 0);
    assert_int_equal(wgsGraphAddScan(c->graph, &last, &error), 0);
    assert_int_equal(wgsGraphCompile(c->graph, NULL, &c->program, &error), 0);
}

/* Runs over guard words and compares; the number of passes that were recorded. */
static uint32_t run(chain* c, WGSEncodeDescriptor const* descriptor) {
    assert_true(wgs_guarded_buffer_reset(&c->out));
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSEncodeStats stats;
    WGSError error;
    assert_int_equal(wgsProgramEncode(c->program, encoder, descriptor, &stats, &error), 0);
    assert_true(wgs_test_submit(encoder));
    assert_true(wgs_guarded_buffer_read(&c->out, "out", c->got));
    assert_memory_equal(c->got, c->expected, sizeof c->got);
    assert_int_equal(wgs_test_device_errors(), 0);
    return stats.passCount;
}

/* item 20, fault GR-03: with passes shared, and with one for each node, which timestamps ask for.
 * */
static void test_passes(void** state) {
    (void)state;
    static chain c;
    open_chain(&c);
    for (int i = 0; i < 3; i++)
        assert_int_equal(run(&c, NULL), 2); /* one on each side of the copy */
    WGSContextInfo info;
    WGSProgramStats stats;
    assert_int_equal(wgsContextGetInfo(wgs_test_context(), &info, NULL), 0);
    assert_int_equal(wgsProgramGetStats(c.program, &stats, NULL), 0);
    if (info.hasTimestamps) {
        WGPUQuerySetDescriptor const set = {
            .type = WGPUQueryType_Timestamp, .count = stats.timestampCountNodes};
        WGPUQuerySet const queries = wgpuDeviceCreateQuerySet(wgs_test_device(), &set);
        WGSEncodeDescriptor const timed = {.timing = WGSTiming_Nodes, .querySet = queries};
        assert_int_equal(run(&c, &timed), stats.timestampCountNodes / 2);
        assert_int_equal(run(&c, NULL), 2);
        wgpuQuerySetRelease(queries);
    }
    wgsProgramRelease(c.program);
    wgsGraphRelease(c.graph);
    wgs_guarded_buffer_free(&c.in);
    wgs_guarded_buffer_free(&c.out);
}

int main(void) {
    struct CMUnitTest const tests[] = {cmocka_unit_test(test_passes)};
    (void)wgs_test_context();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
