/* SPDX-License-Identifier: MIT */
/* Histograms of even bins, whose domain is written by the host, lies on the GPU or is the extent
 * of the elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testing/histogram_rig.h"
#include "testing/random_bits.h"
#include "testing/test_device.h"

/* item 32, fault SZ-24: T-hist, in every format, with literal range and range on the GPU. */
static void test_known_bins(void** state) {
    (void)state;
    static uint32_t const words[] = {2, 6, 7, 2, 3, 0, 2, 2, 6, 999};
    static uint32_t const expected[] = {1, 5, 0, 2, 1, 0, 0};
    static uint32_t const range[] = {0, 12};
    float floats[10];
    for (size_t i = 0; i < 10; i++)
        floats[i] = (float)words[i];
    wgs_histogram_case what = {
        .note = "T-hist",
        .rows = wgs_histogram_rows_of(WGSFormat_Uint32, words),
        .lengths = {10},
        .bin_count = 7,
        .domain = WGSHistogramDomain_Range,
        .high = 12};
    wgs_histogram_assert_bins(&what, expected);
    what.rows.format = WGSFormat_Sint32;
    wgs_histogram_assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_RangeView;
    what.domain_bits = range;
    wgs_histogram_assert_bins(&what, expected);
    what.rows.format = WGSFormat_Uint32;
    wgs_histogram_assert_bins(&what, expected);
    what.rows = wgs_histogram_rows_of(WGSFormat_Float32, floats);
    what.domain = WGSHistogramDomain_Range;
    what.domain_bits = NULL;
    wgs_histogram_assert_bins(&what, expected);
}

/* item 32, fault SZ-24: the product of an offset and the bins takes more than 32 bits. */
static void test_whole_integer_range(void** state) {
    (void)state;
    static int32_t const words[] = {INT32_MIN, -1, 0, INT32_MAX - 1, INT32_MAX};
    static uint32_t const range[] = {0x80000000, 0x7FFFFFFF};
    uint32_t expected[100] = {0};
    expected[0] = expected[49] = expected[50] = 1;
    expected[99] = 2; /* the last bin is closed */
    wgs_histogram_case what = {
        .note = "whole range",
        .rows = wgs_histogram_rows_of(WGSFormat_Sint32, words),
        .lengths = {5},
        .bin_count = 100,
        .domain = WGSHistogramDomain_Range,
        .low = INT32_MIN,
        .high = INT32_MAX};
    wgs_histogram_assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_Automatic;
    wgs_histogram_assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_RangeView;
    what.domain_bits = range;
    wgs_histogram_assert_bins(&what, expected);
}

/* item 32, fault SZ-24: an element at the upper edge of floats is in the last bin, and nothing
 * behind it is written. */
static void test_upper_float_edge(void** state) {
    (void)state;
    double const high = 747.0564541606117;
    float const elements[] = {0, (float)high, 74.7f, 747.0564f, 748, -1};
    wgs_histogram_case const what = {
        .note = "upper edge",
        .rows = wgs_histogram_rows_of(WGSFormat_Float32, elements),
        .lengths = {6},
        .bin_count = 10,
        .domain = WGSHistogramDomain_Range,
        .high = (double)(float)high};
    wgs_histogram_rig rig;
    wgs_histogram_open(&rig, wgs_test_context(), &what);
    wgs_histogram_run(&rig, 6);
    uint32_t got[10];
    assert_true(wgs_guarded_buffer_read(&rig.bins, "upper edge", got));
    assert_int_equal(got[0], 2);
    assert_int_equal(got[9], 2);
    assert_true(wgs_histogram_check(&rig, 6));
    wgs_histogram_close(&rig);
}

/* item 32, fault SZ-01: sizes, bins on both sides of every switch, formats; literal ranges. */
static void test_random_ranges(void** state) {
    (void)state;
    static size_t const sizes[] = {0, 1, 255, 257, 4097, 30000};
    static uint32_t const bins[] = {1, 16, 256, 257, 2047, 2048, 4096, 4097, 10000};
    bool good = true;
    for (uint32_t s = 0; s < 6; s++)
        for (uint32_t b = 0; b < 9; b++) {
            WGSFormat const format = (WGSFormat)(1 + (s + b) % 3);
            uint32_t* const words = wgs_histogram_elements(format, s, sizes[s]);
            wgs_histogram_case const what = {
                .note = "range",
                .rows = wgs_histogram_rows_of(format, words),
                .lengths = {sizes[s]},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_Range,
                .low = format == WGSFormat_Uint32 ? 3 : -77,
                .high = format == WGSFormat_Uint32 ? 4000 : 201,
                .place = s * 11 + b};
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
            free(words);
        }
    assert_true(good);
}

/* item 32: the same with what lies on the GPU: ranges, and the elements' own extent. */
static void test_gpu_ranges(void** state) {
    (void)state;
    static uint32_t const bins[] = {1, 16, 256, 2048, 8192};
    static float const float_range[] = {-64, 192};
    static uint32_t const word_range[] = {50, 4003};
    bool good = true;
    for (uint32_t b = 0; b < 5; b++)
        for (uint32_t f = 1; f <= 3; f++)
            for (int automatic = 0; automatic < 2; automatic++) {
                WGSFormat const format = (WGSFormat)f;
                bool const is_float = format == WGSFormat_Float32;
                uint32_t* const words = wgs_histogram_elements(format, b, 5000);
                /* An automatic range of floats has exact edges, too: from -128 to 128. */
                for (size_t i = 0; is_float && automatic == 1 && i < 5000; i++) {
                    float value;
                    memcpy(&value, &words[i], sizeof value);
                    value = i == 17 ? -128 : i == 18 ? 128 : value > 128 ? 1 : value;
                    memcpy(&words[i], &value, sizeof value);
                }
                wgs_histogram_case what = {
                    .note = "range on the GPU",
                    .rows = wgs_histogram_rows_of(format, words),
                    .lengths = {5000},
                    .bin_count = bins[b],
                    .place = b};
                if (automatic == 0) {
                    what.domain = WGSHistogramDomain_RangeView;
                    what.low = is_float ? (double)float_range[0] : word_range[0];
                    what.high = is_float ? (double)float_range[1] : word_range[1];
                    what.domain_bits = is_float ? (void const*)float_range : word_range;
                }
                good = wgs_histogram_good(wgs_test_context(), &what) && good;
                free(words);
            }
    assert_true(good);
}

/* item 32, fault SZ-24: integer ranges of any width on the GPU give the host's bins: the long
 * division against 64-bit arithmetic. */
static void test_awkward_integer_ranges(void** state) {
    (void)state;
    static uint32_t const ranges[][2] = {
        {0, 0xFFFFFFFF},
        {1, 0xFFFFFFFE},
        {0, 1},
        {5, 12},
        {0x7FFFFFFF, 0x80000000},
        {0xFFFFFFFF, 0xFFFFFFFF},
        {0, 0},
        {9, 3},
        {123456789, 3456789012}};
    static uint32_t const bins[] = {1, 3, 7, 100, 1000, 5000};
    enum { ROWS = 3000 };
    uint32_t words[ROWS];
    bool good = true;
    for (uint32_t r = 0; r < 9; r++)
        for (uint32_t b = 0; b < 6; b++) {
            wgs_random random = {r * 10 + b};
            for (size_t i = 0; i < ROWS; i++)
                words[i] = i % 3 == 0 ? (uint32_t)wgs_random_bits(&random)
                                      : ranges[r][i % 2] + (uint32_t)wgs_random_below(&random, 30);
            wgs_histogram_case what = {
                .note = "awkward range",
                .rows = wgs_histogram_rows_of(WGSFormat_Uint32, words),
                .lengths = {ROWS},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_RangeView,
                .low = ranges[r][0],
                .high = ranges[r][1],
                .domain_bits = ranges[r]};
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
            what.domain = WGSHistogramDomain_Range;
            what.domain_bits = NULL;
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
        }
    assert_true(good);
}

/* items 32, 45: low == high counts into bin 0, high < low and ends that are not finite count
 * nothing. */
static void test_degenerate_floats(void** state) {
    (void)state;
    static uint32_t const elements[] = {
        0x3F800000, 0x3F800000, 0x80000000, 0x00000000, 0x7FC00000, 0x7F800000, 0xC0000000};
    static uint32_t const ranges[][2] = {
        {0x3F800000, 0x3F800000},  /* 1, 1 */
        {0x80000000, 0x00000000},  /* -0, 0 */
        {0x40000000, 0x3F800000},  /* 2, 1 */
        {0xC0000000, 0x7F800000},  /* -2, infinity */
        {0xFF800000, 0x3F800000},  /* -infinity, 1 */
        {0x7FC00000, 0x3F800000},  /* NaN, 1 */
        {0xC0000000, 0xFFC00000},  /* -2, NaN */
        {0xFF7FFFFF, 0x7F7FFFFF}}; /* all that is finite: the width is not */
    static float const ends[][2] = {{1, 1}, {0, 0}, {2, 1}};
    bool good = true;
    for (uint32_t r = 0; r < 8; r++) {
        wgs_histogram_case what = {
            .note = "degenerate floats",
            .rows = wgs_histogram_rows_of(WGSFormat_Float32, elements),
            .lengths = {7},
            .bin_count = r == 7 ? 2 : 5,
            .domain = WGSHistogramDomain_RangeView,
            .domain_bits = ranges[r],
            .invalid = r >= 2 && r < 7,
            .place = r};
        if (r < 3) {
            what.low = (double)ends[r][0];
            what.high = (double)ends[r][1];
        }
        if (r == 7) {
            what.low = -3.4028234663852886e38;
            what.high = 3.4028234663852886e38;
        }
        good = wgs_histogram_good(wgs_test_context(), &what) && good;
        if (r < 3 || r == 7) {
            what.domain = WGSHistogramDomain_Range;
            what.domain_bits = NULL;
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
        }
    }
    /* No element counts: there is no extent. */
    static uint32_t const nothing[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0xFFFFFFFF};
    wgs_histogram_case const what = {
        .note = "no extent",
        .rows = wgs_histogram_rows_of(WGSFormat_Float32, nothing),
        .lengths = {4},
        .bin_count = 3};
    good = wgs_histogram_good(wgs_test_context(), &what) && good;
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_known_bins),
        cmocka_unit_test(test_whole_integer_range),
        cmocka_unit_test(test_upper_float_edge),
        cmocka_unit_test(test_random_ranges),
        cmocka_unit_test(test_gpu_ranges),
        cmocka_unit_test(test_awkward_integer_ranges),
        cmocka_unit_test(test_degenerate_floats),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
