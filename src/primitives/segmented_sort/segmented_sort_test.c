/* SPDX-License-Identifier: MIT */
/* Segmented sort by descriptors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/random_bits.h"
#include "testing/segmented_rig.h"
#include "testing/test_device.h"

static uint32_t const mixed_lengths[] = {0,   1,   2,   3,   4,   5,    6,  7,  8,    9,   15,
                                         16,  17,  31,  32,  33,  63,   64, 65, 100,  127, 128,
                                         129, 200, 255, 256, 257, 1000, 1,  0,  5000, 300, 4};
enum { MIXED = sizeof mixed_lengths / sizeof *mixed_lengths };

/* Segments one behind another, with gaps that differ from column to column, listed in an order of
 * their own. Returns the rows that each column needs. */
static size_t
lay_out(uint32_t const* lengths, size_t count, uint32_t gap, uint64_t seed, WGSSegment* segments) {
    WGSSegment next = {7 * gap, 5 * gap, gap, 3 * gap, 0};
    for (size_t i = 0; i < count; i++) {
        segments[i] = next;
        segments[i].length = lengths[i];
        next.keysIn += lengths[i] + gap * (i % 3 == 0);
        next.keysOut += lengths[i] + gap * (i % 3 == 1);
        next.valuesIn += lengths[i] + gap * (i % 3 == 2);
        next.valuesOut += lengths[i] + gap * (i % 2 == 0);
    }
    wgs_random random = {seed};
    for (size_t i = count; seed != 0 && i > 1; i--) {
        size_t const other = wgs_random_below(&random, i);
        WGSSegment const segment = segments[i - 1];
        segments[i - 1] = segments[other];
        segments[other] = segment;
    }
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += lengths[i];
    return rows + (8 + count) * gap;
}

/* Equal lengths, packed. */
static bool run_equal(
    WGSContext context,
    char const* note,
    size_t count,
    uint32_t length,
    wgs_distribution distribution,
    wgs_segmented_stats* stats) {
    WGSSegment* const segments = malloc(count * sizeof *segments);
    assert_non_null(segments);
    for (size_t i = 0; i < count; i++) {
        uint32_t const first = (uint32_t)i * length;
        segments[i] = (WGSSegment){first, first, first, first, length};
    }
    wgs_test_segments const test = {
        .note = note,
        .distribution = distribution,
        .seed = 3,
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = count * length,
        .out_rows = count * length,
        .segment_count = count,
        .segments = segments,
    };
    bool const good = wgs_test_segments_run(context, &test, stats);
    free(segments);
    return good;
}

/* item 31, fault SG-10: every length, in shuffled order, between gaps; formats, directions,
 * stability. */
static void test_mixed_lengths(void** state) {
    (void)state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    static wgs_distribution const distributions[] = {
        WGS_DISTRIBUTION_SPECIALS,
        WGS_DISTRIBUTION_FEW,
        WGS_DISTRIBUTION_UNIFORM,
        WGS_DISTRIBUTION_MAXIMUM,
        WGS_DISTRIBUTION_EQUAL,
        WGS_DISTRIBUTION_REVERSED};
    for (unsigned i = 0; i < 6; i++) {
        WGSSegment segments[MIXED];
        size_t const rows = lay_out(mixed_lengths, MIXED, i % 3, i, segments);
        wgs_test_segments const test = {
            .note = "mixed lengths",
            .format = formats[i % 3],
            .direction = (WGSDirection)(i / 3),
            .distribution = distributions[i],
            .seed = i,
            .values = (wgs_test_values)((i + 1) % 3),
            .in_rows = rows,
            .out_rows = rows,
            .segment_count = MIXED,
            .segments = segments,
        };
        assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
    }
}

/* item 31: all lengths to 256 in at most 8 dispatches, without scratch. */
static void test_dispatches(void** state) {
    (void)state;
    uint32_t lengths[257];
    WGSSegment segments[257];
    for (uint32_t i = 0; i < 257; i++)
        lengths[i] = i;
    size_t const rows = lay_out(lengths, 257, 1, 99, segments);
    wgs_test_segments test = {
        .note = "0 to 256",
        .format = WGSFormat_Float32,
        .distribution = WGS_DISTRIBUTION_SPECIALS,
        .values = WGS_TEST_VALUES_ROWS,
        .in_rows = rows,
        .out_rows = rows,
        .segment_count = 257,
        .segments = segments,
    };
    wgs_segmented_stats stats;
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, &stats));
    assert_int_equal(stats.dispatches, 7);
    assert_int_equal(stats.scratch, 0);
    test.direction = WGSDirection_Descending;
    test.values = WGS_TEST_VALUES_COLUMN;
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, &stats));
    assert_in_range(stats.dispatches, 1, 8);
}

/* What longer segments cost: 16 bytes of scratch a row for one, 24 for several, and the counters of
 * a radix pass (9 groups of 2,304 rows); dispatches as promised. */
static void test_large_cost(void** state) {
    (void)state;
    enum { ROWS = 20000, COUNTERS = 68 * (9 + 1) };
    wgs_segmented_stats stats;
    assert_true(
        run_equal(wgs_test_context(), "one large", 1, ROWS, WGS_DISTRIBUTION_UNIFORM, &stats));
    assert_int_equal(stats.dispatches, 26);
    assert_in_range(stats.scratch, 16 * ROWS, 16 * ROWS + COUNTERS);
    assert_true(
        run_equal(wgs_test_context(), "ten large", 10, ROWS / 10, WGS_DISTRIBUTION_FEW, &stats));
    assert_int_equal(stats.dispatches, 28 + 3);
    assert_in_range(stats.scratch, 24 * ROWS, 24 * ROWS + COUNTERS);
}

/* fault SZ-09: one segment of 24, of 1 and of 0 keys. */
static void test_one_small_segment(void** state) {
    (void)state;
    static uint32_t const keys[24] = {98, 63, 82, 50, 40, 36, 44, 36, 49, 17, 25, 3,
                                      77, 98, 1,  63, 12, 90, 5,  36, 8,  71, 2,  60};
    for (uint32_t length = 0; length <= 24; length += length == 1 ? 23 : 1) {
        WGSSegment const segment = {.length = length};
        wgs_test_segments const test = {
            .note = "one segment",
            .keys = keys,
            .values = WGS_TEST_VALUES_ROWS,
            .in_rows = 24,
            .out_rows = 24,
            .segment_count = 1,
            .segments = &segment,
        };
        wgs_segmented_stats stats;
        assert_true(wgs_test_segments_run(wgs_test_context(), &test, &stats));
        assert_int_equal(stats.dispatches, length > 0);
    }
}

/* item 31, faults SG-02, SG-03, SG-05: T-gap, with empty segments and without any. */
static void test_gaps(void** state) {
    (void)state;
    static uint32_t const keys[11] = {9, 8, 7, 3, 1, 2, 50, 40, 6, 5, 4};
    static WGSSegment const segments[] = {
        {8, 8, 8, 8, 3}, {3, 3, 3, 3, 0}, {3, 3, 3, 3, 3}, {11, 11, 11, 11, 0}};
    for (size_t count = 0; count <= 4; count++) {
        wgs_test_segments const test = {
            .note = "gaps",
            .keys = keys,
            .values = WGS_TEST_VALUES_COLUMN,
            .in_rows = 11,
            .out_rows = 11,
            .segment_count = count,
            .segments = segments,
        };
        assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
    }
}

/* fault SG-01: the first segment does not start at row 0. */
static void test_late_start(void** state) {
    (void)state;
    static WGSSegment const segments[] = {
        {6000, 6000, 6000, 6000, 1500},
        {7500, 7500, 7500, 7500, 200},
        {7700, 7700, 7700, 7700, 2300}};
    wgs_test_segments const test = {
        .note = "rows 6000 to 10000",
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = 10000,
        .out_rows = 10000,
        .segment_count = 3,
        .segments = segments,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
}

/* Inputs may overlap: the same rows sorted into several places. */
static void test_overlapping_inputs(void** state) {
    (void)state;
    static WGSSegment const segments[] = {
        {0, 0, 10, 0, 100}, {50, 100, 0, 100, 100}, {0, 200, 0, 200, 600}, {0, 800, 1, 800, 600}};
    wgs_test_segments const test = {
        .note = "overlapping inputs",
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = 601,
        .out_rows = 1400,
        .segment_count = 4,
        .segments = segments,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
}

/* fault SG-06: 9,362 and 9,363 segments of 49 keys; the 131,072 of the report are in the slow
 * test. */
static void test_many_equal(void** state) {
    (void)state;
    size_t const most = wgs_test_adapter_is_slow() ? 1000 : 9363;
    assert_true(run_equal(wgs_test_context(), "SG-06", most, 49, WGS_DISTRIBUTION_UNIFORM, NULL));
    assert_true(run_equal(wgs_test_context(), "SG-06", most - 1, 49, WGS_DISTRIBUTION_FEW, NULL));
}

/* item 41, fault SG-08: more segments than one dimension of a grid, and than constants of a
 * shader. */
static void test_many_tiny(void** state) {
    (void)state;
    static size_t const counts[] = {65535, 65536, 70000};
    WGSSegment* const segments = malloc(70000 * sizeof *segments);
    uint32_t* const lengths = malloc(70000 * sizeof *lengths);
    assert_non_null(segments);
    assert_non_null(lengths);
    for (uint32_t i = 0; i < 70000; i++)
        lengths[i] = i % 10 == 0 ? 3 : i % 7 == 0 ? 2 : 1;
    for (size_t i = 0; i < 3; i++) {
        size_t const rows = lay_out(lengths, counts[i], 1, 0, segments);
        wgs_test_segments const test = {
            .note = "SG-08",
            .seed = i,
            .values = WGS_TEST_VALUES_ROWS,
            .in_rows = rows,
            .out_rows = rows,
            .segment_count = counts[i],
            .segments = segments,
        };
        wgs_segmented_stats stats;
        assert_true(wgs_test_segments_run(wgs_test_context(), &test, &stats));
        assert_int_equal(stats.dispatches, 1);
    }
    free(segments);
    free(lengths);
}

/* fault SG-09: one huge segment among many small ones: its rows are spread over the device. */
static void test_one_huge(void** state) {
    (void)state;
    enum { SMALL = 1000 };
    uint32_t lengths[SMALL + 1];
    WGSSegment segments[SMALL + 1];
    for (size_t i = 0; i < SMALL; i++)
        lengths[i] = 2;
    lengths[SMALL] = wgs_test_adapter_is_slow() ? 20000 : 100000;
    size_t const rows = lay_out(lengths, SMALL + 1, 0, 5, segments);
    wgs_test_segments const test = {
        .note = "SG-09",
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = rows,
        .out_rows = rows,
        .segment_count = SMALL + 1,
        .segments = segments,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
}

/* fault SG-12: keys of one bit in 100 segments; stability shows in the row numbers. */
static void test_one_bit(void** state) {
    (void)state;
    enum { SEGMENTS = 100, LENGTH = 77, ROWS = SEGMENTS * LENGTH };
    static uint32_t keys[ROWS];
    WGSSegment segments[SEGMENTS];
    wgs_random random = {12};
    for (size_t i = 0; i < ROWS; i++)
        keys[i] = wgs_random_below(&random, 2) != 0;
    for (uint32_t i = 0; i < SEGMENTS; i++) {
        uint32_t const first = i * LENGTH;
        segments[i] = (WGSSegment){first, first, first, first, LENGTH};
    }
    wgs_test_segments const test = {
        .note = "SG-12",
        .direction = WGSDirection_Descending,
        .keys = keys,
        .values = WGS_TEST_VALUES_ROWS,
        .in_rows = ROWS,
        .out_rows = ROWS,
        .segment_count = SEGMENTS,
        .segments = segments,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
}

/* faults SZ-13, SG-08: a grid of 2 x 2 x 2 workgroups goes over the segments in steps. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    assert_true(run_equal(context, "L = 2", 70, 200, WGS_DISTRIBUTION_SPECIALS, NULL));
    assert_true(run_equal(context, "L = 2", 5000, 3, WGS_DISTRIBUTION_FEW, NULL));
    assert_true(run_equal(context, "L = 2", 17, 300, WGS_DISTRIBUTION_FEW, NULL));
    wgsContextRelease(context);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_mixed_lengths),
        cmocka_unit_test(test_dispatches),
        cmocka_unit_test(test_large_cost),
        cmocka_unit_test(test_one_small_segment),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_late_start),
        cmocka_unit_test(test_overlapping_inputs),
        cmocka_unit_test(test_many_equal),
        cmocka_unit_test(test_many_tiny),
        cmocka_unit_test(test_one_huge),
        cmocka_unit_test(test_one_bit),
        cmocka_unit_test(test_two_workgroups),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
