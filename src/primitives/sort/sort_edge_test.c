/* SPDX-License-Identifier: MIT */
/* Every edge size, distribution, direction, algorithm and shape, byte for byte against the
 * reference, between guard words, at rotating offsets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Bitonic, WGSAlgorithm_Radix};
enum { PLAIN_SHAPES = 3 };

static bool
run(wgs_sort_table const* table, size_t shape, size_t direction, WGSAlgorithm algorithm) {
    wgs_test_sort const sort = wgs_sort_table_case(
        table, &wgs_sort_shapes[shape], (WGSDirection)(direction % 2), algorithm);
    return wgs_test_sort_run(wgs_test_context(), &sort, NULL);
}

/* Every direction and algorithm of one table, in the plain shapes; the others take turns. A slow
 * adapter gets one plain shape in turn. */
static bool run_table(wgs_sort_table const* table, size_t turn) {
    bool good = true;
    size_t const others = wgs_sort_shape_count - PLAIN_SHAPES;
    for (size_t algorithm = 0; algorithm < 2; algorithm++) {
        for (size_t shape = 0; shape < PLAIN_SHAPES; shape++) {
            if (wgs_test_adapter_is_slow() && shape != (turn + algorithm) % PLAIN_SHAPES)
                continue;
            for (size_t direction = 0; direction < 2; direction++)
                good = run(table, shape, direction, algorithms[algorithm]) && good;
        }
        if (wgs_test_adapter_is_slow() && turn % 3 != 0)
            continue;
        size_t const other = PLAIN_SHAPES + (turn + algorithm) % others;
        good = run(table, other, turn / others, algorithms[algorithm]) && good;
    }
    return good;
}

/* item 28, faults SZ-01, SZ-04, SZ-08, ST-03, BU-03, KE-01: the formats take turns, so that each
 * meets every distribution and every size. */
static void test_distribution(void** state) {
    wgs_distribution const distribution = *(wgs_distribution const*)*state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    bool good = true;
    for (size_t i = 0; i < wgs_sort_edge_size_count; i++) {
        WGSFormat const format = formats[(i + distribution) % 3];
        wgs_sort_table table = wgs_sort_table_make(
            distribution, format, 100 * i + distribution, wgs_sort_edge_sizes[i]);
        good = run_table(&table, i + distribution) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* Three rows, and several tiles with a ragged end: all shapes and distributions, in turns. */
static void test_more_sizes(void** state) {
    (void)state;
    size_t const sizes[] = {3, 2 * wgs_sort_tile_rows + 1};
    bool good = true;
    for (size_t i = 0; i < 2; i++)
        for (size_t turn = 0; turn < wgs_sort_shape_count; turn++) {
            wgs_sort_table table = wgs_sort_table_make(
                (wgs_distribution)(turn + i), WGSFormat_Float32, turn, sizes[i]);
            for (size_t algorithm = 0; algorithm < 2; algorithm++)
                good = run(&table, turn, turn + algorithm, algorithms[algorithm]) && good;
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
            size_t const turn = i + distribution / 2;
            good = run(&table, shape, turn, algorithms[turn / 2 % 2]) && good;
            wgs_sort_table_free(&table);
        }
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    static wgs_distribution distributions[WGS_DISTRIBUTION_COUNT];
    struct CMUnitTest tests[WGS_DISTRIBUTION_COUNT + 2];
    for (size_t i = 0; i < WGS_DISTRIBUTION_COUNT; i++) {
        distributions[i] = (wgs_distribution)i;
        tests[i] = (struct CMUnitTest){
            .name = wgs_distribution_name(distributions[i]),
            .test_func = test_distribution,
            .initial_state = &distributions[i],
        };
    }
    tests[WGS_DISTRIBUTION_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_wide_keys);
    tests[WGS_DISTRIBUTION_COUNT + 1] = (struct CMUnitTest)cmocka_unit_test(test_more_sizes);
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
