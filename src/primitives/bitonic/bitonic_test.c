/* SPDX-License-Identifier: MIT */
/* What is special about bitonic: any number of rows, in the outputs, with ties broken by rows
 * that lie in whichever output can hold them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static bool
run(size_t rows, wgs_distribution distribution, size_t shape, uint32_t bit_count, bool keys) {
    wgs_sort_table table = wgs_sort_table_make(distribution, WGSFormat_Sint32, rows, rows);
    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[shape], (WGSDirection)(rows / 2 % 2), WGSAlgorithm_Bitonic);
    sort.keys[0].bit_count = bit_count;
    if (!keys)
        sort.omit_keys = true;
    bool const good = wgs_test_sort_run(wgs_test_context(), &sort, NULL);
    wgs_sort_table_free(&table);
    return good;
}

/* Every width of the one-workgroup kernel, full and not. */
static void test_one_workgroup(void** state) {
    (void)state;
    static size_t const sizes[] = {
        2, 3, 4, 5, 8, 9, 16, 17, 24, 32, 33, 64, 65, 128, 129, 200, 256};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(
            run(sizes[i],
                (wgs_distribution)(i % WGS_DISTRIBUTION_COUNT),
                i % wgs_sort_shape_count,
                0,
                true));
}

/* item 29, fault SZ-12: merges over memory, ragged at every level. */
static void test_memory(void** state) {
    (void)state;
    static size_t const sizes[] = {
        257,
        511,
        512,
        513,
        767,
        768,
        769,
        1023,
        1024,
        1025,
        2047,
        2049,
        3000,
        4096,
        4097,
        8192,
        8193};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(
            run(sizes[i],
                (wgs_distribution)((i + 3) % WGS_DISTRIBUTION_COUNT),
                i % wgs_sort_shape_count,
                0,
                true));
}

/* Windows make ties of different keys: each place where row numbers can lie. */
static void test_row_holders(void** state) {
    (void)state;
    for (size_t shape = 0; shape < wgs_sort_shape_count; shape++) {
        assert_true(run(1500, WGS_DISTRIBUTION_UNIFORM, shape, 3, true));
        assert_true(run(1501, WGS_DISTRIBUTION_FEW, shape, 0, true));
        if (shape > 0) /* with no output at all there is nothing to see */
            assert_true(run(1503, WGS_DISTRIBUTION_FEW, shape, 3, false));
    }
}

/* fault SZ-10: beyond any single workgroup of any device. */
static void test_large(void** state) {
    (void)state;
    assert_true(run(2000, WGS_DISTRIBUTION_UNIFORM, 2, 0, true));
    assert_true(run(2048, WGS_DISTRIBUTION_FEW, 2, 0, true));
    assert_true(run(32000, WGS_DISTRIBUTION_UNIFORM, 0, 0, true));
    assert_true(run(32001, WGS_DISTRIBUTION_SPECIALS, 3, 0, true));
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_one_workgroup),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_row_holders),
        cmocka_unit_test(test_large),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
