/* SPDX-License-Identifier: MIT */
/* What a sort is made of: algorithm and reason, dispatches, scratch; and limits below the
 * device's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

/* Counters of a radix sort: 16 digits of at most 4,096 groups, and their totals. */
static uint64_t counters(size_t rows) {
    uint64_t const tiles = (rows + wgs_sort_tile_rows - 1) / wgs_sort_tile_rows;
    return 4 * 16 * ((tiles < 4096 ? tiles : 4096) + 1);
}

/* The scratch of a graph; a program compiled from it must say the same. */
static uint64_t scratch_of(WGSGraph graph) {
    WGSScratch needs[32];
    size_t count = 32;
    WGSError error;
    assert_int_equal(wgsGraphGetScratch(graph, &count, needs, &error), 0);
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += needs[i].size;
    return bytes;
}

typedef struct plan {
    WGSSortInfo info;
    uint64_t scratch;
    uint32_t passes; /* compute passes of an encode */
} plan;

static plan plan_of(wgs_test_sort const* sort) {
    wgs_sort_rig rig;
    plan result = {0};
    assert_true(wgs_sort_rig_open(&rig, wgs_test_context(), sort));
    result.info = rig.info;
    result.scratch = scratch_of(rig.graph);
    WGSProgramStats stats;
    WGSError error;
    assert_int_equal(wgsProgramGetStats(rig.program, &stats, &error), 0);
    assert_int_equal(stats.physicalTransientBytes, result.scratch);
    assert_int_equal(stats.dispatchCount, result.info.dispatchCount);
    WGSEncodeStats encoded;
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(wgsProgramEncode(rig.program, encoder, NULL, &encoded, &error), 0);
    assert_int_equal(encoded.dispatchCount, result.info.dispatchCount);
    result.passes = encoded.passCount;
    wgpuCommandEncoderRelease(encoder);
    wgs_sort_rig_close(&rig);
    return result;
}

static plan
plan_shape(size_t rows, size_t shape, WGSFormat format, WGSAlgorithm algorithm, uint32_t bits) {
    wgs_sort_table table = wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, format, 1, rows);
    wgs_test_sort sort =
        wgs_sort_table_case(&table, &wgs_sort_shapes[shape], WGSDirection_Ascending, algorithm);
    sort.keys[0].bit_count = bits;
    plan const result = plan_of(&sort);
    wgs_sort_table_free(&table);
    return result;
}

enum { KEYS, PAIRS, ARGSORT, ARGSORT_AND_VALUE, TWO_VALUES };

static void assert_choice(size_t rows, WGSAlgorithm asked, WGSAlgorithm resolved, char const* why) {
    plan const chosen = plan_shape(rows, PAIRS, WGSFormat_Uint32, asked, 0);
    assert_int_equal(chosen.info.resolvedAlgorithm, resolved);
    if (strstr(chosen.info.reason, why) == NULL)
        fail_msg("the reason is \"%s\"", chosen.info.reason);
}

/* item 28: auto is bitonic up to 256 rows and radix above; none is added for 0 rows, a copy for
 * 1; the reason is told. */
static void test_choice(void** state) {
    (void)state;
    assert_choice(0, WGSAlgorithm_Auto, WGSAlgorithm_Copy, "0 rows");
    assert_choice(1, WGSAlgorithm_Radix, WGSAlgorithm_Copy, "1 rows");
    assert_choice(2, WGSAlgorithm_Auto, WGSAlgorithm_Bitonic, "2 rows fit one workgroup");
    assert_choice(256, WGSAlgorithm_Auto, WGSAlgorithm_Bitonic, "256 rows fit one workgroup");
    assert_choice(257, WGSAlgorithm_Auto, WGSAlgorithm_Radix, "257 rows");
    assert_choice(257, WGSAlgorithm_Bitonic, WGSAlgorithm_Bitonic, "asked for");
    assert_choice(100, WGSAlgorithm_Radix, WGSAlgorithm_Radix, "asked for");
}

/* items 20, 28, 29: what a sort records, in one compute pass. */
static void test_dispatches(void** state) {
    (void)state;
    size_t const rows = 10000;
    for (size_t shape = 0; shape < wgs_sort_shape_count; shape++) {
        plan const radix = plan_shape(rows, shape, WGSFormat_Float32, WGSAlgorithm_Radix, 0);
        assert_int_equal(radix.info.dispatchCount, 24);
        assert_int_equal(radix.info.passCount, 8);
        assert_int_equal(radix.passes, 1);
    }
    static uint32_t const widths[][2] = {{1, 1}, {4, 1}, {5, 2}, {16, 4}, {17, 5}, {31, 8}};
    for (size_t i = 0; i < 6; i++) {
        plan const radix =
            plan_shape(rows, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Radix, widths[i][0]);
        assert_int_equal(radix.info.passCount, widths[i][1]);
        assert_int_equal(radix.info.dispatchCount, 3 * widths[i][1]);
    }
    assert_int_equal(
        plan_shape(256, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Bitonic, 0).info.dispatchCount, 1);
    assert_int_equal(
        plan_shape(1, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Auto, 0).info.dispatchCount, 1);
    assert_int_equal(
        plan_shape(0, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Auto, 0).info.dispatchCount, 0);
    assert_int_equal(
        plan_shape(rows, PAIRS, WGSFormat_Uint64, WGSAlgorithm_Auto, 0).info.passCount, 16);
}

static void assert_scratch(size_t rows, size_t shape, uint64_t bytes_a_row) {
    plan const radix = plan_shape(rows, shape, WGSFormat_Uint32, WGSAlgorithm_Radix, 0);
    assert_true(radix.scratch <= bytes_a_row * rows + counters(rows));
}

/* item 22, fault ME-03: the scratch that is told is what the program allocates, and as the
 * header promises. */
static void test_scratch(void** state) {
    (void)state;
    static size_t const sizes[] = {300, 5000, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_scratch(sizes[i], KEYS, 4);
        assert_scratch(sizes[i], PAIRS, 8);
        assert_scratch(sizes[i], ARGSORT, 12);
        assert_scratch(sizes[i], ARGSORT_AND_VALUE, 12);
        assert_scratch(sizes[i], TWO_VALUES, 16);
    }
    /* One pass goes from input to output. */
    plan const once = plan_shape(5000, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Radix, 4);
    assert_true(once.scratch <= counters(5000));
    /* bitonic sorts in the outputs. */
    plan const pairs = plan_shape(5000, PAIRS, WGSFormat_Uint32, WGSAlgorithm_Bitonic, 0);
    assert_int_equal(pairs.scratch, 0);
    plan const keys = plan_shape(5000, KEYS, WGSFormat_Uint32, WGSAlgorithm_Bitonic, 0);
    assert_int_equal(keys.scratch, 0);
    plan const argsort = plan_shape(5000, ARGSORT, WGSFormat_Uint32, WGSAlgorithm_Bitonic, 0);
    assert_int_equal(argsort.scratch, 4 * 5000);
}

/* fault SZ-13: two workgroups a dimension, so that work spreads over y and z and groups take
 * several tiles; every path. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static struct {
        size_t rows;
        WGSFormat format;
        WGSAlgorithm algorithm;
        size_t shape;
    } const cases[] = {
        {1025, WGSFormat_Uint32, WGSAlgorithm_Bitonic, PAIRS},
        {1025, WGSFormat_Uint32, WGSAlgorithm_Radix, PAIRS},
        {1025, WGSFormat_Sint64, WGSAlgorithm_Radix, ARGSORT_AND_VALUE},
        {50000, WGSFormat_Float32, WGSAlgorithm_Radix, ARGSORT_AND_VALUE},
        {50000, WGSFormat_Uint32, WGSAlgorithm_Radix, TWO_VALUES},
        {50000, WGSFormat_Uint32, WGSAlgorithm_Bitonic, PAIRS},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, cases[i].format, i, cases[i].rows);
        wgs_test_sort const sort = wgs_sort_table_case(
            &table, &wgs_sort_shapes[cases[i].shape], (WGSDirection)(i % 2), cases[i].algorithm);
        good = wgs_test_sort_run(context, &sort, NULL) && good;
        wgs_sort_table_free(&table);
    }
    wgsContextRelease(context);
    assert_true(good);
}

/* item 42: lengths are data: sorts of other lengths in one graph take the pipelines of one
 * sort. */
static void test_pipelines_do_not_depend_on_lengths(void** state) {
    (void)state;
    static size_t const lengths[] = {3000, 3001, 9999, 50000};
    wgs_sort_rig rigs[4];
    wgs_sort_table tables[4];
    uint32_t pipelines[2] = {0};
    for (size_t sorts = 1; sorts <= 4; sorts += 3) {
        WGSGraph graph;
        WGSProgram program;
        WGSProgramStats stats;
        WGSError error;
        assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
        for (size_t i = 0; i < sorts; i++) {
            tables[i] =
                wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, i, lengths[i]);
            wgs_test_sort const sort = wgs_sort_table_case(
                &tables[i], &wgs_sort_shapes[PAIRS], WGSDirection_Ascending, WGSAlgorithm_Radix);
            assert_true(wgs_sort_rig_place(&rigs[i], &sort));
            assert_true(wgs_sort_rig_add(&rigs[i], graph));
        }
        assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
        assert_int_equal(wgsProgramGetStats(program, &stats, &error), 0);
        pipelines[sorts / 4] = stats.pipelineCount;
        for (size_t i = 0; i < sorts; i++) {
            wgs_sort_rig_close(&rigs[i]);
            wgs_sort_table_free(&tables[i]);
        }
        wgsProgramRelease(program);
        wgsGraphRelease(graph);
    }
    assert_in_range(pipelines[0], 1, 4);
    assert_int_equal(pipelines[1], pipelines[0]);
}

/* Adds a sort of `rows` keys that nothing is behind: the graph alone is asked. */
static WGSStatus add_keys(WGSContext context, uint64_t rows, WGSError* error) {
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, error), 0);
    WGSBuffer buffers[2];
    WGSStatus status = WGSStatus_Success;
    for (int i = 0; i < 2 && status == WGSStatus_Success; i++) {
        WGSImportDescriptor const import = {.size = 4 * rows, .usage = WGPUBufferUsage_Storage};
        status = wgsGraphImportBuffer(graph, &import, &buffers[i], error);
    }
    if (status == WGSStatus_Success) {
        WGSSortKey const key = {
            .in = {buffers[0], WGSFormat_Uint32, 0, rows},
            .out = {buffers[1], WGSFormat_Uint32, 0, rows}};
        WGSSortDescriptor const descriptor = {.keyCount = 1, .keys = &key};
        status = wgsGraphAddSort(graph, &descriptor, NULL, error);
    }
    wgsGraphRelease(graph);
    return status;
}

/* item 45, fault BU-05: 1 MiB bindings take 262,144 keys and refuse one more, with numbers. */
static void test_small_bindings(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    WGSError error = {0};
    assert_int_equal(add_keys(context, 262144, &error), WGSStatus_Success);
    assert_int_equal(add_keys(context, 262145, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BindingTooLarge);
    assert_non_null(strstr(error.message, "1048580"));
    assert_non_null(strstr(error.message, "1048576"));
    assert_int_equal(add_keys(context, 1000000, &error), WGSStatus_TooLarge);

    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 5, 262144);
    wgs_test_sort sort =
        wgs_sort_table_case(&table, &wgs_sort_shapes[PAIRS], WGSDirection_Ascending, 0);
    sort.keys[0].bit_count = 4;
    sort.first_place = 0;
    /* The columns start at other elements than 0, and so bind more than their own bytes. */
    table.row_count = sort.row_count = 262144 - 64;
    bool const good = wgs_test_sort_run(context, &sort, NULL);
    wgs_sort_table_free(&table);
    wgsContextRelease(context);
    assert_true(good);
}

/* faults SZ-15, SZ-17: row counts that don't fit are refused, at once and without wrapping. */
static void test_many_rows(void** state) {
    (void)state;
    static uint64_t const rows[] = {
        UINT64_C(1) << 27,
        (UINT64_C(1) << 29) + 1,
        0x7FFFFFFF,
        0x80000000,
        0x80000001,
        0xFFFFFFFF,
        UINT64_C(1) << 32,
        UINT64_C(1) << 33,
        UINT64_C(1) << 61};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        WGSError error = {0};
        assert_int_equal(add_keys(wgs_test_context(), rows[i], &error), WGSStatus_TooLarge);
        assert_true(
            error.detail == WGSErrorId_BindingTooLarge ||
            error.detail == WGSErrorId_BufferTooLarge || error.detail == WGSErrorId_TooManyRows);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_dispatches),
        cmocka_unit_test(test_scratch),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_pipelines_do_not_depend_on_lengths),
        cmocka_unit_test(test_small_bindings),
        cmocka_unit_test(test_many_rows),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
