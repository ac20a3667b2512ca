/* SPDX-License-Identifier: MIT */
/* Several keys, wide values, many columns: the general path gives the bytes of the fast one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/distribution.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { MOST_ROWS = 4000, MOST_COLUMNS = 16 };
static uint64_t key_data[MOST_COLUMNS][MOST_ROWS];
static uint64_t value_data[MOST_COLUMNS][2 * MOST_ROWS];

static WGSFormat const key_formats[] = {
    WGSFormat_Uint32,
    WGSFormat_Float64,
    WGSFormat_Sint32,
    WGSFormat_Uint64,
    WGSFormat_Float32,
    WGSFormat_Sint64};
static WGSFormat const value_formats[] = {
    WGSFormat_Uint32x3,
    WGSFormat_Float32,
    WGSFormat_Uint32x4,
    WGSFormat_Uint64,
    WGSFormat_Uint32x2,
    WGSFormat_Sint32,
    WGSFormat_Float64};

/* Columns of every format in turns; keys have few distinct values, so that later ones decide. */
static wgs_test_sort make_sort(size_t rows, size_t key_count, size_t value_count, size_t turn) {
    wgs_test_sort sort = {
        .note = "columns",
        .seed = turn,
        .row_count = rows,
        .key_count = key_count,
        .value_count = value_count,
        .first_place = (uint32_t)turn,
    };
    for (size_t i = 0; i < key_count; i++) {
        WGSFormat const format = key_formats[(i + turn) % 6];
        wgs_distribution_fill(
            i + 1 == key_count ? WGS_DISTRIBUTION_UNIFORM : WGS_DISTRIBUTION_FEW,
            format,
            turn + i,
            rows,
            key_data[i]);
        sort.keys[i] = (wgs_reference_key){
            .format = format, .direction = (WGSDirection)((turn + i) % 2), .data = key_data[i]};
    }
    for (size_t i = 0; i < value_count; i++) {
        WGSFormat const format = value_formats[(i + turn) % 7];
        wgs_values_fill(format, turn + i, rows, value_data[i]);
        sort.values[i] = (wgs_test_value){format, value_data[i]};
    }
    return sort;
}

static void test_several_keys(void** state) {
    (void)state;
    static size_t const sizes[] = {2, 100, 300, 3900};
    bool good = true;
    for (size_t turn = 0; turn < 8; turn++) {
        wgs_test_sort sort = make_sort(sizes[turn % 4], 2 + turn % 2, turn % 3, turn);
        sort.row_numbers = turn % 2 == 0;
        sort.omit_keys = turn % 4 == 3;
        sort.algorithm = (WGSAlgorithm)(turn % 3);
        good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
    }
    assert_true(good);
}

/* The same two keys with all four pairs of directions. */
static void test_directions(void** state) {
    (void)state;
    bool good = true;
    for (size_t turn = 0; turn < 4; turn++) {
        wgs_test_sort sort = make_sort(500, 2, 1, 0);
        sort.keys[0].direction = (WGSDirection)(turn % 2);
        sort.keys[1].direction = (WGSDirection)(turn / 2);
        sort.row_numbers = true;
        good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
    }
    assert_true(good);
}

/* Windows of several keys, one of them of no bits at all. */
static void test_windows(void** state) {
    (void)state;
    wgs_test_sort sort = make_sort(600, 3, 1, 2);
    sort.keys[0].bit_count = 3;
    sort.keys[0].first_bit = 4;
    sort.keys[1].bit_count = WGS_NO_BITS;
    sort.keys[2].first_bit = 20;
    sort.keys[2].bit_count = 12;
    sort.row_numbers = true;
    assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
    for (size_t i = 0; i < 3; i++)
        sort.keys[i].bit_count = WGS_NO_BITS;
    assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
}

/* One 32-bit key with values that can't travel with it: wide ones, or more than two. */
static void test_values(void** state) {
    (void)state;
    bool good = true;
    for (size_t turn = 0; turn < 7; turn++) {
        wgs_test_sort sort = make_sort(turn % 2 == 0 ? 150 : 900, 1, 1 + turn % 4, turn);
        sort.keys[0].format = WGSFormat_Sint32;
        sort.row_numbers = turn % 3 == 0;
        sort.algorithm = (WGSAlgorithm)(turn % 3);
        good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
    }
    assert_true(good);
}

static void test_most_columns(void** state) {
    (void)state;
    wgs_test_sort sort = make_sort(300, WGS_MAX_SORT_KEYS, WGS_MAX_SORT_VALUES, 1);
    sort.row_numbers = true;
    sort.algorithm = WGSAlgorithm_Bitonic;
    assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
}

/* fault CO-04: sorting what is sorted is the identity. */
static void test_sorted_again(void** state) {
    (void)state;
    wgs_test_sort sort = make_sort(1000, 2, 1, 4);
    uint32_t order[1000];
    assert_true(wgs_sort_reference(sort.keys, 2, 1000, order));
    uint64_t* const first = malloc(1000 * sizeof *first);
    assert_non_null(first);
    for (size_t i = 0; i < 1000; i++)
        if (wgsFormatGetSize(sort.keys[0].format) == 8)
            first[i] = ((uint64_t const*)sort.keys[0].data)[order[i]];
        else
            ((uint32_t*)first)[i] = ((uint32_t const*)sort.keys[0].data)[order[i]];
    sort.keys[0].data = first;
    sort.key_count = 1;
    sort.row_numbers = true;
    assert_true(wgs_sort_reference(sort.keys, 1, 1000, order));
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(order[i], i);
    assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
    free(first);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_several_keys),
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_most_columns),
        cmocka_unit_test(test_sorted_again),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
