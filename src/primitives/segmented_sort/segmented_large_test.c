/* SPDX-License-Identifier: MIT */
/* Segmented sorts of a million rows and more, at the sizes of the reports of faults (SG-07: 1.2
 * million keys of 120); an eighth of them on slow adapters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/random_bits.h"
#include "testing/segmented_rig.h"
#include "testing/test_device.h"

/* How many times smaller than in the reports. */
static uint32_t divisor(void) { return wgs_test_adapter_is_slow() ? 8 : 1; }

/* Segments side by side, by both forms. */
static void run_both(char const* note, uint32_t const* lengths, size_t count) {
    WGSSegment* const segments = malloc(count * sizeof *segments);
    uint32_t* const offsets = malloc((count + 1) * sizeof *offsets);
    assert_non_null(segments);
    assert_non_null(offsets);
    offsets[0] = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t const first = offsets[i];
        segments[i] = (WGSSegment){first, first, first, first, lengths[i]};
        offsets[i + 1] = first + lengths[i];
    }
    wgs_test_segments test = {
        .note = note,
        .values = WGS_TEST_VALUES_COLUMN,
        .distribution = WGS_DISTRIBUTION_FEW,
        .in_rows = offsets[count],
        .out_rows = offsets[count],
        .segment_count = count,
        .segments = segments,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
    test.distribution = WGS_DISTRIBUTION_UNIFORM;
    test.offset_count = count;
    test.begins = offsets;
    test.ends = offsets + 1;
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
    free(segments);
    free(offsets);
}

/* `count` segments of about `length` rows; `spread` 0: exactly. */
static void run_lengths(char const* note, size_t count, uint32_t length, uint32_t spread) {
    uint32_t* const lengths = malloc(count * sizeof *lengths);
    assert_non_null(lengths);
    wgs_random random = {count};
    for (size_t i = 0; i < count; i++)
        lengths[i] = length + (uint32_t)wgs_random_below(&random, spread + 1);
    run_both(note, lengths, count);
    free(lengths);
}

/* item 41, fault SG-06: 131,072 segments of 49 keys. */
static void test_many_equal(void** state) {
    (void)state;
    run_lengths("SG-06", 131072 / divisor(), 49, 0);
}

/* fault SG-05: 2,048 segments of 1,379,125 keys. */
static void test_many_keys(void** state) {
    (void)state;
    static uint32_t lengths[2048];
    uint32_t rows = 0;
    for (size_t i = 0; i + 1 < 2048; i++)
        rows += lengths[i] = 600 + (uint32_t)(i * 7919 % 147);
    lengths[2047] = 1379125 - rows;
    run_both("SG-05", lengths, 2048 / divisor());
}

/* fault SG-07: segments of 60,000 keys on average. */
static void test_mid_size(void** state) {
    (void)state;
    run_lengths("SG-07", 20, 40000 / divisor(), 40000 / divisor());
}

/* fault SG-07: every power of two up to 2^19. */
static void test_geometric(void** state) {
    (void)state;
    uint32_t lengths[20];
    size_t const count = wgs_test_adapter_is_slow() ? 17 : 20;
    for (size_t i = 0; i < count; i++)
        lengths[i] = 1u << i;
    run_both("SG-07", lengths, count);
}

/* fault SG-09: one of a million keys among 10,000 of two. */
static void test_one_huge(void** state) {
    (void)state;
    static uint32_t lengths[10001];
    for (size_t i = 0; i < 10001; i++)
        lengths[i] = 2;
    lengths[5000] = 1000000 / divisor();
    run_both("SG-09", lengths, 10001);
}

/* fault SG-10: segments that all cover everything: their lengths sum past 2^32. Nothing outside
 * is written. */
static void test_wrapping_overlaps(void** state) {
    (void)state;
    enum { SEGMENTS = 5000, ROWS = 1200000 };
    static uint32_t begins[SEGMENTS];
    static uint32_t ends[SEGMENTS];
    static WGSSegment segments[1] = {{1000, 1000, 1000, 1000, ROWS - 2000}};
    for (size_t i = 0; i < SEGMENTS; i++) {
        begins[i] = 1000;
        ends[i] = ROWS - 1000;
    }
    wgs_test_segments const test = {
        .note = "SG-10",
        .values = WGS_TEST_VALUES_ROWS,
        .in_rows = ROWS,
        .out_rows = ROWS,
        .segment_count = 1,
        .segments = segments,
        .offset_count = SEGMENTS,
        .begins = begins,
        .ends = ends,
        .overlapping = true,
    };
    assert_true(wgs_test_segments_run(wgs_test_context(), &test, NULL));
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_many_equal),
        cmocka_unit_test(test_many_keys),
        cmocka_unit_test(test_mid_size),
        cmocka_unit_test(test_geometric),
        cmocka_unit_test(test_one_huge),
        cmocka_unit_test(test_wrapping_overlaps),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
