/* SPDX-License-Identifier: MIT */
/* Segmented sort by begins and ends on the GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/random_bits.h"
#include "testing/segmented_rig.h"
#include "testing/test_device.h"

/* What begins and ends mean: an end past the rows is the number of rows, begin >= end is empty. */
static WGSSegment meant(uint32_t begin, uint32_t end, size_t rows, uint32_t max_length) {
    uint32_t const last = end < rows ? end : (uint32_t)rows;
    WGSSegment segment = {begin, begin, begin, begin, 0};
    if (begin < last && (max_length == 0 || last - begin <= max_length))
        segment.length = last - begin;
    return segment;
}

/* Sorts by the offsets of `test`, of which the first `used` count. */
static bool
run(WGSContext context, wgs_test_segments test, size_t used, wgs_segmented_stats* stats) {
    WGSSegment* const segments = malloc((used + 1) * sizeof *segments);
    assert_non_null(segments);
    for (size_t i = 0; i < used; i++)
        segments[i] = meant(test.begins[i], test.ends[i], test.in_rows, test.max_length);
    test.out_rows = test.in_rows;
    test.segment_count = used;
    test.segments = segments;
    bool const good = wgs_test_segments_run(context, &test, stats);
    free(segments);
    return good;
}

/* faults SG-01, SG-03, SG-04, SG-05: offsets 0, 3, 3, 7 and others, as one column whose
 * neighbours are begin and end. */
static void test_offset_lists(void** state) {
    (void)state;
    static uint32_t const lists[][4] = {
        {0, 3, 3, 7},  /* SG-03 */
        {0, 0, 0, 0},  /* SG-05 */
        {2, 4, 9, 10}, /* SG-01 */
        {0, 10, 10, 10},
        {0, 4, 5, 11},                  /* SG-04: one beyond */
        {3, 0xFFFFFFFF, 0xFFFFFFFF, 2}, /* far beyond, and a begin behind its end */
        {5, 1, 0, 0},
        {0, 0, 5, 5}, /* SG-03: a first and a last that are empty */
        {5, 5, 5, 5},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (unsigned values = (unsigned)i % 3; values < 3; values++) {
            wgs_test_segments const test = {
                .note = "offset list",
                .seed = i,
                .values = (wgs_test_values)values,
                .in_rows = 10,
                .offset_count = 3,
                .begins = lists[i],
                .ends = lists[i] + 1,
                .twice = true,
            };
            assert_true(run(wgs_test_context(), test, 3, NULL));
        }
}

/* fault SG-04: the segment [0, 5) of 4 keys ends with them; nothing behind them is touched. */
static void test_end_beyond_the_rows(void** state) {
    (void)state;
    static uint32_t const keys[4] = {9, 2, 7, 2};
    static uint32_t const begins[] = {0};
    static uint32_t const ends[] = {5, 0xFFFFFFFF};
    for (size_t i = 0; i < 2; i++) {
        wgs_test_segments const test = {
            .note = "SG-04",
            .keys = keys,
            .values = WGS_TEST_VALUES_ROWS,
            .in_rows = 4,
            .offset_count = 1,
            .begins = begins,
            .ends = &ends[i],
        };
        assert_true(run(wgs_test_context(), test, 1, NULL));
    }
}

/* fault SG-02: T-gap. */
static void test_gap(void** state) {
    (void)state;
    static uint32_t const keys[11] = {9, 8, 7, 3, 1, 2, 50, 40, 6, 5, 4};
    static uint32_t const begins[] = {3, 8};
    static uint32_t const ends[] = {6, 11};
    wgs_test_segments const test = {
        .note = "T-gap",
        .keys = keys,
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = 11,
        .offset_count = 2,
        .begins = begins,
        .ends = ends,
    };
    assert_true(run(wgs_test_context(), test, 2, NULL));
}

/* fault SG-05: no segments, or no rows. */
static void test_nothing(void** state) {
    (void)state;
    enum { SEGMENTS = 2048 };
    uint32_t begins[SEGMENTS];
    uint32_t ends[SEGMENTS];
    for (uint32_t i = 0; i < SEGMENTS; i++) {
        begins[i] = i;
        ends[i] = i + 5;
    }
    wgs_test_segments test = {
        .note = "no segments", .in_rows = 5, .offset_count = 0, .begins = begins, .ends = ends};
    wgs_segmented_stats stats;
    assert_true(run(wgs_test_context(), test, 0, &stats));
    assert_int_equal(stats.dispatches, 0);
    test.note = "no rows";
    test.in_rows = 0;
    test.offset_count = SEGMENTS;
    assert_true(run(wgs_test_context(), test, SEGMENTS, &stats));
    assert_int_equal(stats.dispatches, 0);
    assert_int_equal(stats.scratch, 0);
}

static uint32_t const mixed_lengths[] = {0,   1,   2,   3,   4,   5,    6,  7,  8,    9,   15,
                                         16,  17,  31,  32,  33,  63,   64, 65, 100,  127, 128,
                                         129, 200, 255, 256, 257, 1000, 1,  0,  5000, 300, 4};
enum { MIXED = sizeof mixed_lengths / sizeof *mixed_lengths, MOST = 4096 };

typedef struct offset_list {
    size_t count;
    size_t rows;
    uint32_t begins[MOST];
    uint32_t ends[MOST];
} offset_list;

/* Segments of the given lengths side by side with gaps, in shuffled order. */
static void
lay_out(offset_list* list, uint32_t const* lengths, size_t count, uint32_t gap, uint64_t seed) {
    list->count = count;
    uint32_t next = 3 * gap;
    for (size_t i = 0; i < count; i++) {
        list->begins[i] = next;
        list->ends[i] = next + lengths[i];
        next += lengths[i] + gap * (i % 3 == 0);
    }
    list->rows = next;
    wgs_random random = {seed};
    for (size_t i = count; i > 1; i--) {
        size_t const other = wgs_random_below(&random, i);
        uint32_t const begin = list->begins[i - 1];
        uint32_t const end = list->ends[i - 1];
        list->begins[i - 1] = list->begins[other];
        list->ends[i - 1] = list->ends[other];
        list->begins[other] = begin;
        list->ends[other] = end;
    }
}

static wgs_test_segments make_test(offset_list const* list, char const* note) {
    return (wgs_test_segments){
        .note = note,
        .values = WGS_TEST_VALUES_COLUMN,
        .in_rows = list->rows,
        .offset_count = list->count,
        .begins = list->begins,
        .ends = list->ends,
    };
}

/* faults SG-10, BU-03: every length, in shuffled order, between gaps; formats, directions,
 * stability. */
static void test_mixed_lengths(void** state) {
    (void)state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    static wgs_distribution const distributions[] = {
        WGS_DISTRIBUTION_SPECIALS, WGS_DISTRIBUTION_FEW, WGS_DISTRIBUTION_UNIFORM};
    static offset_list list;
    for (unsigned i = 0; i < 6; i += wgs_test_adapter_is_slow() ? 2 : 1) {
        lay_out(&list, mixed_lengths, MIXED, i % 3, i);
        wgs_test_segments test = make_test(&list, "mixed lengths");
        test.format = formats[(i + 1) % 3];
        test.direction = (WGSDirection)(i / 3);
        test.distribution = distributions[i % 3];
        test.seed = i;
        test.values = (wgs_test_values)((i + 2) % 3);
        assert_true(run(wgs_test_context(), test, list.count, NULL));
    }
}

/* fault SZ-09: one segment of 24, of 1 and of 0 keys; of all rows at the edges of classes. */
static void test_one_segment(void** state) {
    (void)state;
    static uint32_t const lengths[] = {0, 1, 24, 4, 5, 256, 257, 513};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        uint32_t const begin = 0;
        wgs_test_segments const test = {
            .note = "one segment",
            .values = WGS_TEST_VALUES_ROWS,
            .seed = i,
            .in_rows = lengths[i] > 0 ? lengths[i] : 24,
            .offset_count = 1,
            .begins = &begin,
            .ends = &lengths[i],
        };
        assert_true(run(wgs_test_context(), test, 1, NULL));
    }
}

/* Dispatches are as promised, and scratch: 12 bytes a segment and the counters up to 256 rows, and
 * what large segments need on top. Longer segments than the caller said are left alone. */
static void test_cost(void** state) {
    (void)state;
    static offset_list list;
    static uint32_t lengths[1000];
    for (uint32_t i = 0; i < 1000; i++)
        lengths[i] = i % 50;
    lengths[500] = 300;
    lay_out(&list, lengths, 1000, 1, 1);
    wgs_test_segments test = make_test(&list, "cost");
    static uint32_t const limits[][2] = {{4, 1}, {5, 2}, {50, 5}, {256, 7}};
    wgs_segmented_stats stats;
    for (size_t i = 0; i < 4; i++) {
        test.max_length = limits[i][0];
        assert_true(run(wgs_test_context(), test, list.count, &stats));
        assert_int_equal(stats.dispatches, 5 + limits[i][1]);
        assert_in_range(stats.scratch, 12 * 1000, 12 * 1000 + 68 + 64 + 16);
    }
    test.max_length = 0;
    assert_true(run(wgs_test_context(), test, list.count, &stats));
    size_t const large = list.rows / 257; /* could be: 7 bits count them */
    assert_in_range(large, 65, 128);
    assert_int_equal(stats.dispatches, 5 + 7 + 2 + 28 + 2 * 3);
    uint64_t const counters = 68 * (list.rows / 2304 + 2);
    assert_in_range(
        stats.scratch, 24 * list.rows, 24 * list.rows + 12 * (1000 + large) + 64 + counters);
}

/* faults IN-03, IN-04: the number of segments as a value of the graph, and on the GPU, beyond
 * the capacity too. */
static void test_counts(void** state) {
    (void)state;
    static offset_list list;
    static uint32_t const counts[] = {0, 1, 20, MIXED, MIXED + 1, 0xFFFFFFFF};
    lay_out(&list, mixed_lengths, MIXED, 2, 77);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        bool const beyond = counts[i] > MIXED;
        wgs_test_segments test = make_test(&list, "count on the GPU");
        test.with_gpu_count = true;
        test.gpu_count = counts[i];
        wgs_segmented_stats stats;
        assert_true(run(wgs_test_context(), test, beyond ? MIXED : counts[i], &stats));
        assert_int_equal(stats.exceeded, beyond);
        if (beyond)
            continue;
        test.note = "count as a value";
        test.with_gpu_count = false;
        test.with_value = true;
        assert_true(run(wgs_test_context(), test, counts[i], NULL));
    }
}

/* fault SG-10: overlapping segments write nowhere else. Lengths that sum past 2^32: in the slow
 * test. */
static void test_overlaps(void** state) {
    (void)state;
    static offset_list list;
    list.rows = 3000;
    list.count = 40;
    wgs_random random = {4};
    for (size_t i = 0; i < list.count; i++) {
        list.begins[i] = 700 + (uint32_t)wgs_random_below(&random, 1000);
        list.ends[i] = 700 + (uint32_t)wgs_random_below(&random, 2000);
    }
    wgs_test_segments test = make_test(&list, "overlaps");
    test.overlapping = true;
    assert_true(run(wgs_test_context(), test, list.count, NULL));
    static uint32_t const two[][2] = {{0, 2}, {4, 6}};
    test = (wgs_test_segments){
        .note = "SG-10",
        .in_rows = 8,
        .offset_count = 2,
        .begins = two[0],
        .ends = two[1],
        .overlapping = true,
    };
    assert_true(run(wgs_test_context(), test, 2, NULL));
}

/* fault SG-09: one huge segment among many small ones. */
static void test_one_huge(void** state) {
    (void)state;
    static offset_list list;
    static uint32_t lengths[MOST];
    for (size_t i = 0; i < MOST; i++)
        lengths[i] = 2;
    lengths[MOST / 3] = wgs_test_adapter_is_slow() ? 20000 : 100000;
    lay_out(&list, lengths, MOST, 0, 9);
    assert_true(run(wgs_test_context(), make_test(&list, "SG-09"), list.count, NULL));
}

/* fault SG-08: more segments than one dimension of a grid. */
static void test_many_tiny(void** state) {
    (void)state;
    enum { SEGMENTS = 70000 };
    uint32_t* const offsets = malloc((SEGMENTS + 1) * sizeof *offsets);
    assert_non_null(offsets);
    offsets[0] = 0;
    for (size_t i = 0; i < SEGMENTS; i++)
        offsets[i + 1] = offsets[i] + (i % 10 == 0 ? 3 : i % 7 == 0 ? 2 : 1);
    wgs_test_segments const test = {
        .note = "SG-08",
        .values = WGS_TEST_VALUES_ROWS,
        .in_rows = offsets[SEGMENTS],
        .offset_count = SEGMENTS,
        .begins = offsets,
        .ends = offsets + 1,
        .max_length = 3,
    };
    assert_true(run(wgs_test_context(), test, SEGMENTS, NULL));
    free(offsets);
}

/* fault SZ-13: a grid of 2 x 2 x 2 workgroups goes over everything in steps. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static offset_list list;
    static uint32_t lengths[MOST];
    for (uint32_t i = 0; i < MOST; i++)
        lengths[i] = i % 400 == 0 ? 600 : i % 5;
    lay_out(&list, lengths, MOST, 1, 3);
    assert_true(run(context, make_test(&list, "L = 2"), list.count, NULL));
    lay_out(&list, mixed_lengths, MIXED, 1, 3);
    assert_true(run(context, make_test(&list, "L = 2"), list.count, NULL));
    wgsContextRelease(context);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_offset_lists),
        cmocka_unit_test(test_end_beyond_the_rows),
        cmocka_unit_test(test_gap),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_mixed_lengths),
        cmocka_unit_test(test_one_segment),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_one_huge),
        cmocka_unit_test(test_many_tiny),
        cmocka_unit_test(test_two_workgroups),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
