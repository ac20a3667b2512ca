/* SPDX-License-Identifier: MIT */
/* Which rows a histogram counts: chunks, strides, masks, counts of the host and of the GPU, any
 * number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testing/histogram_rig.h"
#include "testing/test_device.h"

/* items 8, 32, 34: chunks, strides and masks, in every combination with every kind of domain
 * that they meet. */
static void test_chunks_strides_masks(void** state) {
    (void)state;
    static size_t const chunks[][4] = {{3, 0, 4, 1}, {0, 0, 0, 0}, {300, 0, 5000, 257}};
    static uint32_t const bins[] = {7, 300, 2500};
    bool good = true;
    for (uint32_t i = 0; i < 54; i++) {
        size_t const* const lengths = chunks[i % 3];
        size_t const count = lengths[0] + lengths[1] + lengths[2] + lengths[3];
        WGSFormat const format = i / 27 == 0 ? WGSFormat_Sint32 : WGSFormat_Uint32;
        uint32_t* const words = wgs_histogram_elements(format, i, count);
        uint32_t* const mask = wgs_histogram_mask(i, count);
        wgs_histogram_case what = {
            .note = "chunks, strides, masks",
            .rows = wgs_histogram_rows_of(format, words),
            .chunk_count = 4,
            .stride = 1 + i / 3 % 3,
            .bin_count = bins[i / 9 % 3],
            .domain = i % 2 == 0 ? WGSHistogramDomain_Automatic : WGSHistogramDomain_Range,
            .low = 0,
            .high = 2000,
            .place = i};
        memcpy(what.lengths, lengths, sizeof chunks[0]);
        what.rows.mask = i % 4 < 2 ? mask : NULL;
        good = wgs_histogram_good(wgs_test_context(), &what) && good;
        what.chunk_count = 0; /* the same rows as one view */
        what.lengths[0] = count;
        good = wgs_histogram_good(wgs_test_context(), &what) && good;
        free(words);
        free(mask);
    }
    assert_true(good);
}

/* item 32, faults GR-01, GR-07: counts replaced at each encode, across chunks; bins of earlier
 * runs are cleared. */
static void test_counts(void** state) {
    (void)state;
    static uint32_t const bins[] = {50, 3000};
    for (uint32_t b = 0; b < 2; b++)
        for (int automatic = 0; automatic < 2; automatic++) {
            uint32_t* const words = wgs_histogram_elements(WGSFormat_Uint32, 3, 9000);
            wgs_histogram_case const what = {
                .note = "counts",
                .rows = wgs_histogram_rows_of(WGSFormat_Uint32, words),
                .chunk_count = 3,
                .lengths = {4000, 0, 5000},
                .bin_count = bins[b],
                .domain = automatic == 1 ? WGSHistogramDomain_Automatic : WGSHistogramDomain_Range,
                .high = 5000,
                .with_count = true};
            wgs_histogram_rig rig;
            wgs_histogram_open(&rig, wgs_test_context(), &what);
            static uint32_t const counts[] = {9000, 0, 1, 3999, 4001, 9000};
            for (size_t i = 0; i < 6; i++) {
                wgs_histogram_run(&rig, counts[i]);
                assert_true(wgs_histogram_check(&rig, counts[i]));
            }
            wgs_histogram_close(&rig);
            free(words);
        }
}

/* fault IN-07: the count is what an earlier node of the same encoder made: the sum of a
 * column. */
static void test_count_of_an_earlier_node(void** state) {
    (void)state;
    enum { ROWS = 9000, BINS = 40 };
    static size_t const lengths[] = {4000, 5000};
    static uint32_t const counts[] = {9000, 0, 1, 3999, 4001, 123456};
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t const count = counts[i % 6];
        uint32_t const bin_count = i < 6 ? BINS : 64 * BINS;
        uint32_t const terms[] = {count / 3, count / 3, count - 2 * (count / 3)};
        size_t const term_count = 3;
        uint32_t* const words = wgs_histogram_elements(WGSFormat_Uint32, i, ROWS);
        wgs_chunked_column in = wgs_chunked_column_create(words, 2, lengths, 1, i);
        wgs_chunked_column sum = wgs_chunked_column_create(terms, 1, &term_count, 1, i);
        wgs_guarded_buffer bins = wgs_guarded_buffer_create(i, 4ull * bin_count, NULL);
        WGSGraph graph;
        WGSError error;
        assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
        WGSTransientDescriptor const transient = {.size = 4};
        WGSReduceDescriptor reduce = {.out = {.format = WGSFormat_Uint32, .length = 1}};
        assert_int_equal(wgsGraphCreateTransient(graph, &transient, &reduce.out.buffer, &error), 0);
        assert_int_equal(
            wgs_chunked_column_import(&sum, graph, WGSFormat_Uint32, &reduce.inChunks, &error), 0);
        assert_int_equal(wgsGraphAddReduce(graph, &reduce, &error), 0);
        WGSHistogramDescriptor descriptor = {.gpuCount = {.view = reduce.out}};
        assert_int_equal(
            wgs_chunked_column_import(&in, graph, WGSFormat_Uint32, &descriptor.inChunks, &error),
            0);
        assert_int_equal(
            wgs_guarded_buffer_import(&bins, graph, WGSFormat_Uint32, &descriptor.bins, &error), 0);
        assert_int_equal(wgsGraphAddHistogram(graph, &descriptor, &error), 0);
        wgs_histogram_case const what = {
            .note = "count of a node",
            .rows = {WGSFormat_Uint32, words, NULL, ROWS},
            .bin_count = bin_count};
        wgs_histogram_rig rig = {.what = what, .in = in, .bins = bins, .graph = graph};
        assert_int_equal(wgsGraphCompile(graph, NULL, &rig.program, &error), 0);
        wgs_histogram_run(&rig, 0);
        assert_true(wgs_histogram_check(&rig, count < ROWS ? count : ROWS));
        wgs_histogram_close(&rig);
        wgs_chunked_column_free(&sum);
        free(words);
    }
}

/* fault SZ-13: grids of 2 x 2 x 2 workgroups. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static uint32_t const bins[] = {10, 5000};
    bool good = true;
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t* const words = wgs_histogram_elements(WGSFormat_Sint32, i, 70000);
        wgs_histogram_case const what = {
            .note = "two workgroups",
            .rows = wgs_histogram_rows_of(WGSFormat_Sint32, words),
            .lengths = {70000},
            .bin_count = bins[i % 2],
            .domain = (WGSHistogramDomain)(i / 2 % 2),
            .low = -2000,
            .high = 2000};
        good = wgs_histogram_good(context, &what) && good;
        free(words);
    }
    wgsContextRelease(context);
    assert_true(good);
}

/* fault SZ-19: all elements in one bin, more than a byte or 16 bits count. */
static void test_one_full_bin(void** state) {
    (void)state;
    enum { ROWS = 70001 };
    uint32_t* const words = calloc(ROWS, sizeof *words);
    assert_non_null(words);
    for (size_t i = 0; i < ROWS; i++)
        words[i] = 6;
    wgs_histogram_case what = {
        .note = "one bin",
        .rows = wgs_histogram_rows_of(WGSFormat_Uint32, words),
        .lengths = {ROWS},
        .bin_count = 64,
        .domain = WGSHistogramDomain_Range,
        .high = 64};
    assert_true(wgs_histogram_good(wgs_test_context(), &what));
    what.bin_count = 2048;
    assert_true(wgs_histogram_good(wgs_test_context(), &what));
    free(words);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_chunks_strides_masks),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_count_of_an_earlier_node),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_one_full_bin),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
