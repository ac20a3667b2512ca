/* SPDX-License-Identifier: MIT */
/* Histograms of bins between edges, of the host and on the GPU. */
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

/* items 32, 34: edges of uneven width, literal and on the GPU, up to more than workgroup memory
 * holds. */
static void test_edges(void** state) {
    (void)state;
    static uint32_t const bins[] = {1, 16, 256, 257, 3000};
    bool good = true;
    for (uint32_t b = 0; b < 5; b++)
        for (uint32_t f = 1; f <= 3; f++) {
            WGSFormat const format = (WGSFormat)f;
            double edges[3001];
            uint32_t bits[3001];
            wgs_random random = {b};
            double edge = format == WGSFormat_Uint32 ? 10 : -90;
            for (uint32_t i = 0; i <= bins[b]; i++) {
                edges[i] = edge;
                edge += 1 + (double)wgs_random_below(&random, 5);
                float const as_float = (float)edges[i];
                if (format == WGSFormat_Float32)
                    memcpy(&bits[i], &as_float, sizeof bits[i]);
                else
                    bits[i] = (uint32_t)(int32_t)edges[i];
            }
            uint32_t* const words = wgs_histogram_elements(format, b, 6000);
            wgs_histogram_case what = {
                .note = "edges",
                .rows = wgs_histogram_rows_of(format, words),
                .lengths = {6000},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_Edges,
                .edges = edges,
                .place = b + f};
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
            what.domain = WGSHistogramDomain_EdgesView;
            what.domain_bits = bits;
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
            /* Two equal edges are enough to count nothing. */
            bits[bins[b]] = bits[bins[b] - 1];
            what.invalid = true;
            good = wgs_histogram_good(wgs_test_context(), &what) && good;
            free(words);
        }
    assert_true(good);
}

/* items 32, 45: edges on the GPU that are no numbers, infinite, or the two zeros. */
static void test_bad_gpu_edges(void** state) {
    (void)state;
    static uint32_t const cases[][3] = {
        {0xBF800000, 0x7FC00000, 0x3F800000},
        {0xBF800000, 0x00000000, 0x7F800000},
        {0xFF800000, 0x00000000, 0x3F800000},
        {0x80000000, 0x00000000, 0x3F800000},
        {0x00000000, 0xBF800000, 0x3F800000},
        {0xFFC00000, 0x00000000, 0x3F800000}};
    static float const elements[] = {-1, -0.5f, 0, 0.5f, 1};
    bool good = true;
    for (size_t i = 0; i < 6; i++) {
        wgs_histogram_case const what = {
            .note = "bad edges",
            .rows = wgs_histogram_rows_of(WGSFormat_Float32, elements),
            .lengths = {5},
            .bin_count = 2,
            .domain = WGSHistogramDomain_EdgesView,
            .domain_bits = cases[i],
            .invalid = true};
        good = wgs_histogram_good(wgs_test_context(), &what) && good;
    }
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_bad_gpu_edges),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
