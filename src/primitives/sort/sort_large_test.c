/* SPDX-License-Identifier: MIT */
/* A million rows and more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static bool
run(wgs_distribution distribution,
    WGSFormat format,
    size_t rows,
    size_t shape,
    WGSDirection direction,
    WGSAlgorithm algorithm) {
    wgs_sort_table table = wgs_sort_table_make(distribution, format, rows, rows);
    wgs_test_sort const sort =
        wgs_sort_table_case(&table, &wgs_sort_shapes[shape], direction, algorithm);
    bool const good = wgs_test_sort_run(wgs_test_context(), &sort, NULL);
    wgs_sort_table_free(&table);
    return good;
}

enum { EDGE = 1000003 };

/* The last of the edge sizes, in every plain distribution. */
static void test_edge(void** state) {
    (void)state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    bool good = true;
    for (uint32_t d = 0; d < WGS_DISTRIBUTION_COUNT; d++)
        good = run((wgs_distribution)d,
                   formats[d % 3],
                   EDGE,
                   d % wgs_sort_shape_count,
                   (WGSDirection)(d % 2),
                   WGSAlgorithm_Radix) &&
               good;
    assert_true(good);
}

static void test_edge_bitonic(void** state) {
    (void)state;
    assert_true(
        run(WGS_DISTRIBUTION_UNIFORM,
            WGSFormat_Uint32,
            EDGE,
            1,
            WGSDirection_Ascending,
            WGSAlgorithm_Bitonic));
}

/* fault SZ-06: lengths that other sorts got wrong; most by one digit, to save time. */
static void test_lengths(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < 19; i++) {
        size_t const rows = i == 18 ? 2000000 : i == 17 ? 1001000 : 1000000 + i;
        wgs_sort_table table =
            wgs_sort_table_make((wgs_distribution)(i % 4), WGSFormat_Uint32, rows, rows);
        wgs_test_sort sort = wgs_sort_table_case(
            &table, &wgs_sort_shapes[1], (WGSDirection)(i % 2), WGSAlgorithm_Auto);
        sort.keys[0].first_bit = i % 3 == 0 || i == 17 ? 0 : 28;
        good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* A 64-bit key over a million rows. */
static void test_wide_keys(void** state) {
    (void)state;
    assert_true(
        run(WGS_DISTRIBUTION_UNIFORM,
            WGSFormat_Float64,
            EDGE,
            3,
            WGSDirection_Descending,
            WGSAlgorithm_Auto));
}

/* faults SZ-13, SZ-20: row numbers above 2^24, where floats would round them; the gather of a
 * two-word value takes 65,537 workgroups, in two rows of the grid. */
static void test_many_workgroups(void** state) {
    (void)state;
    size_t const sizes[] = {((size_t)1 << 24) + 3, 65536 * 128 + 1};
    for (size_t i = 0; i < 2; i++) {
        size_t const rows = sizes[i];
        uint32_t* const keys = malloc(4 * rows);
        uint64_t* const values = malloc(8 * rows);
        assert_true(keys != NULL && values != NULL);
        for (size_t row = 0; row < rows; row++)
            keys[row] = (uint32_t)(rows - row);
        wgs_values_fill(WGSFormat_Uint64, i, rows, values);
        wgs_test_sort sort = {
            .note = "SZ-13, SZ-20",
            .algorithm = WGSAlgorithm_Radix,
            .row_count = rows,
            .key_count = 1,
            .keys = {{.format = WGSFormat_Uint32, .bit_count = 28, .data = keys}},
            .omit_keys = true,
            .row_numbers = true,
        };
        if (i == 1) {
            sort.value_count = 1;
            sort.values[0] = (wgs_test_value){WGSFormat_Uint64, values};
        }
        assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
        free(keys);
        free(values);
    }
}

int main(void) {
    (void)wgs_test_context();
    if (wgs_test_adapter_is_slow())
        return WGS_TEST_SKIPPED;
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_edge),
        cmocka_unit_test(test_edge_bitonic),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_wide_keys),
        cmocka_unit_test(test_many_workgroups),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
