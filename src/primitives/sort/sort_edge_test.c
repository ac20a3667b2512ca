/* SPDX-License-Identifier: MIT */
/*
 * Every edge size, distribution, direction, algorithm and shape, byte for byte against the
 * reference, between guard words, at rotating offsets (faults SZ-01, SZ-02, SZ-03, SZ-04, SZ-08,
 * BU-03, ST-03, and KE-01 by the distribution "maximum").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Bitonic, WGSAlgorithm_Radix};

/* Every direction, algorithm and shape of one table. */
static bool run_table(wgs_sort_table const* table) {
    bool good = true;
    for (size_t shape = 0; shape < wgs_sort_shape_count; shape++)
        for (int direction = 0; direction < 2; direction++)
            for (int algorithm = 0; algorithm < 2; algorithm++) {
                wgs_test_sort const sort = wgs_sort_table_case(
                    table, &wgs_sort_shapes[shape], (WGSDirection)direction, algorithms[algorithm]);
                good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
            }
    return good;
}

/* The formats take turns, so that each meets every distribution and every size. */
static void test_distribution(void** state) {
    wgs_distribution const distribution = *(wgs_distribution const*)*state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    bool good = true;
    for (size_t i = 0; i < wgs_sort_edge_size_count; i++) {
        WGSFormat const format = formats[(i + distribution) % 3];
        wgs_sort_table table = wgs_sort_table_make(
            distribution, format, 100 * i + distribution, wgs_sort_edge_sizes[i]);
        good = run_table(&table) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* Keys of two words take the general path. */
static void test_wide_keys(void** state) {
    (void)state;
    static WGSFormat const formats[] = {WGSFormat_Uint64, WGSFormat_Sint64, WGSFormat_Float64};
    static size_t const sizes[] = {0, 1, 2, 257, 3841};
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t distribution = 0; distribution < WGS_DISTRIBUTION_COUNT; distribution++) {
            wgs_sort_table table = wgs_sort_table_make(
                (wgs_distribution)distribution,
                formats[(i + distribution) % 3],
                distribution,
                sizes[i]);
            size_t const shape = (i + distribution) % wgs_sort_shape_count;
            for (int turn = 0; turn < 2; turn++) {
                wgs_test_sort const sort = wgs_sort_table_case(
                    &table,
                    &wgs_sort_shapes[shape],
                    (WGSDirection)((i + distribution / 2 + (size_t)turn) % 2),
                    algorithms[turn]);
                good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
            }
            wgs_sort_table_free(&table);
        }
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    static wgs_distribution distributions[WGS_DISTRIBUTION_COUNT];
    struct CMUnitTest tests[WGS_DISTRIBUTION_COUNT + 1];
    for (size_t i = 0; i < WGS_DISTRIBUTION_COUNT; i++) {
        distributions[i] = (wgs_distribution)i;
        tests[i] = (struct CMUnitTest){
            .name = wgs_distribution_name(distributions[i]),
            .test_func = test_distribution,
            .initial_state = &distributions[i],
        };
    }
    tests[WGS_DISTRIBUTION_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_wide_keys);
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
