/* SPDX-License-Identifier: MIT */
/* Every primitive with no rows: nothing is recorded but what writes a result that also no rows
 * have, and no dispatch has a dimension of 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/grid.h"
#include "plan/plan.h"
#include "testing/guarded_buffer.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { COLUMNS = 6, BINS = 7 };

/* Empty views, and one of a few elements for results. */
typedef struct fixture {
    WGSGraph graph;
    wgs_guarded_buffer places[COLUMNS];
    WGSView empty[COLUMNS];
    wgs_guarded_buffer result_place;
    WGSView result;
} fixture;

static void open_fixture(fixture* f) {
    static uint32_t const contents[BINS] = {9, 9, 9, 9, 9, 9, 9};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->graph, &error), 0);
    for (uint32_t i = 0; i < COLUMNS; i++) {
        f->places[i] = wgs_guarded_buffer_create(i, 0, NULL);
        assert_int_equal(
            wgs_guarded_buffer_import(
                &f->places[i], f->graph, WGSFormat_Uint32, &f->empty[i], &error),
            0);
        assert_int_equal(f->empty[i].length, 0);
    }
    f->result_place = wgs_guarded_buffer_create(3, sizeof contents, contents);
    assert_int_equal(
        wgs_guarded_buffer_import(&f->result_place, f->graph, WGSFormat_Uint32, &f->result, &error),
        0);
}

/* No kernel is launched with 0 workgroups along a dimension. */
static void check_grids(WGSGraph graph) {
    for (size_t i = 0; i < graph->node_count; i++) {
        wgs_launch launch = {0};
        uint32_t grid[3];
        if (graph->nodes[i]->kind != WGS_NODE_KERNEL)
            continue;
        wgs_plan_launch(graph->nodes[i], NULL, &launch);
        wgs_grid_split(launch.workgroups, 65535, grid);
        assert_true((grid[0] == 0) == (grid[2] == 0) && (grid[1] == 0) == (grid[2] == 0));
    }
}

/* Runs what was added, and says how many dispatches it recorded; the guards are whole. */
static uint32_t run(fixture* f) {
    WGSProgram program;
    WGSEncodeStats stats;
    WGSError error;
    check_grids(f->graph);
    assert_int_equal(wgsGraphCompile(f->graph, NULL, &program, &error), 0);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, &stats, &error), 0);
    assert_true(wgs_test_submit(encoder));
    uint32_t nothing;
    for (size_t i = 0; i < COLUMNS; i++)
        assert_true(wgs_guarded_buffer_read(&f->places[i], "empty column", &nothing));
    assert_int_equal(wgs_test_device_errors(), 0);
    wgsProgramRelease(program);
    return stats.dispatchCount;
}

static void close_fixture(fixture* f) {
    for (size_t i = 0; i < COLUMNS; i++)
        wgs_guarded_buffer_free(&f->places[i]);
    wgs_guarded_buffer_free(&f->result_place);
    wgsGraphRelease(f->graph);
}

static void check_result(fixture const* f, uint32_t written) {
    uint32_t words[BINS];
    assert_true(wgs_guarded_buffer_read(&f->result_place, "result", words));
    for (uint32_t i = 0; i < BINS; i++)
        assert_int_equal(words[i], i < written ? 0 : 9);
}

/* faults SZ-01, SZ-02, SZ-03: sorts, with an empty value column. */
static void test_sorts(void** state) {
    (void)state;
    for (int algorithm = WGSAlgorithm_Auto; algorithm <= WGSAlgorithm_Radix; algorithm++) {
        fixture f;
        open_fixture(&f);
        WGSSortKey const key = {.in = f.empty[0], .out = f.empty[1]};
        WGSSortValue const value = {f.empty[2], f.empty[3]};
        WGSSortDescriptor const sort = {
            .keyCount = 1,
            .keys = &key,
            .valueCount = 1,
            .values = &value,
            .rowsOut = f.empty[4],
            .algorithm = (WGSAlgorithm)algorithm};
        WGSError error;
        assert_int_equal(wgsGraphAddSort(f.graph, &sort, NULL, &error), 0);
        assert_int_equal(f.graph->node_count, 0);
        assert_int_equal(run(&f), 0);
        close_fixture(&f);
    }
}

static WGSStatus add_batch(fixture const* f, WGSError* error) {
    WGSBatchSortKey const key = {.in = {2, &f->empty[0]}, .out = {2, &f->empty[2]}};
    WGSBatchSortDescriptor const sort = {.keyCount = 1, .keys = &key};
    return wgsGraphAddBatchSort(f->graph, &sort, NULL, error);
}

static WGSStatus add_scan(fixture const* f, WGSError* error) {
    WGSScanDescriptor const scan = {.in = f->empty[0], .out = f->empty[1]};
    WGSScanDescriptor const chunks = {
        .inChunks = {2, &f->empty[0]},
        .outChunks = {2, &f->empty[2]},
        .segmentFlagChunks = {2, &f->empty[4]}};
    WGS_TRY(wgsGraphAddScan(f->graph, &scan, error));
    return wgsGraphAddScan(f->graph, &chunks, error);
}

static WGSStatus add_gather(fixture const* f, WGSError* error) {
    WGSGatherDescriptor const gather = {.rows = f->empty[0], .in = f->result, .out = f->empty[1]};
    return wgsGraphAddGather(f->graph, &gather, error);
}

static WGSStatus add_comparator(fixture const* f, WGSError* error) {
    WGSComparatorSortDescriptor const sort = {
        .source =
            wgs_test_text("struct Record { key: u32 }\n"
                          "fn before(a: Record, b: Record) -> bool { return a.key < b.key; }\n"),
        .recordSize = 4,
        .records = f->empty[0]};
    return wgsGraphAddComparatorSort(f->graph, &sort, error);
}

static WGSStatus add_segments(fixture const* f, WGSError* error) {
    static WGSSegment const segments[2] = {{0}};
    WGSSegmentedColumns const columns = {.keysIn = f->empty[0], .keysOut = f->empty[1]};
    WGSSegmentedSortDescriptor const listed = {
        .columns = columns, .segmentCount = 2, .segments = segments};
    WGSSegmentedSortByOffsetsDescriptor const measured = {
        .columns = columns, .begins = f->result, .ends = f->result};
    WGS_TRY(wgsGraphAddSegmentedSort(f->graph, &listed, error));
    return wgsGraphAddSegmentedSortByOffsets(f->graph, &measured, error);
}

/* fault SZ-02: nothing is added, and nothing recorded. */
static void test_nothing_is_recorded(void** state) {
    (void)state;
    static WGSStatus (*const adders[])(fixture const*, WGSError*) = {
        add_batch, add_scan, add_gather, add_comparator, add_segments};
    for (size_t i = 0; i < sizeof adders / sizeof *adders; i++) {
        fixture f;
        WGSError error;
        open_fixture(&f);
        if (adders[i](&f, &error) != WGSStatus_Success)
            fail_msg("%s", error.message);
        assert_int_equal(run(&f), 0);
        check_result(&f, 0);
        close_fixture(&f);
    }
}

static WGSStatus add_reduce(fixture const* f, WGSError* error) {
    WGSReduceDescriptor reduce = {.in = f->empty[0], .out = f->result};
    reduce.out.length = 1;
    return wgsGraphAddReduce(f->graph, &reduce, error);
}

static WGSStatus add_histogram(fixture const* f, WGSError* error) {
    WGSHistogramDescriptor const histogram = {.in = f->empty[0], .bins = f->result};
    return wgsGraphAddHistogram(f->graph, &histogram, error);
}

static WGSStatus add_counting(fixture const* f, WGSError* error) {
    WGSCountingSortDescriptor const sort = {
        .keys = f->empty[0],
        .range = BINS - 1,
        .order = WGSCountingOrder_Stable,
        .keysOut = f->empty[1],
        .offsetsOut = f->result};
    return wgsGraphAddCountingSort(f->graph, &sort, error);
}

/* fault SZ-02: a sum, bins and the starts of keys are written also where there are no rows. */
static void test_results_of_nothing(void** state) {
    (void)state;
    static struct {
        WGSStatus (*add)(fixture const*, WGSError*);
        uint32_t written;
    } const cases[] = {{add_reduce, 1}, {add_histogram, BINS}, {add_counting, BINS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        WGSError error;
        open_fixture(&f);
        if (cases[i].add(&f, &error) != WGSStatus_Success)
            fail_msg("%s", error.message);
        assert_in_range(run(&f), 1, 6);
        check_result(&f, cases[i].written);
        close_fixture(&f);
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_nothing_is_recorded),
        cmocka_unit_test(test_results_of_nothing),
    };
    (void)wgs_test_context();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
