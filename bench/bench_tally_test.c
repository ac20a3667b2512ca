/* SPDX-License-Identifier: MIT */
/* What histograms, reductions and counting sorts are judged by, against values worked out apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bench_tally.h"

static wgs_bench_input make_input(wgs_bench_key key, char const* distribution, uint64_t rows) {
    wgs_bench_input input = {.key = key, .rows = rows};
    assert_true(
        wgs_bench_distribution_parse(distribution, strlen(distribution), &input.distribution));
    return input;
}

/* Sorted keys are spread evenly over the type: as many in each bin. */
static void even_keys_fill_bins_evenly(void** state) {
    (void)state;
    enum { BINS = 16, EACH = 5000 };
    for (unsigned key = WGS_BENCH_U32; key <= WGS_BENCH_I32; key++) {
        wgs_bench_input const input = make_input((wgs_bench_key)key, "sorted", BINS * EACH);
        uint32_t counts[BINS];
        assert_true(wgs_bench_tally_bins(&input, BINS, counts));
        for (size_t bin = 0; bin < BINS; bin++)
            assert_in_range(counts[bin], EACH - 1, EACH + 1);
    }
}

static void the_last_bin_is_closed(void** state) {
    (void)state;
    wgs_bench_input const input = make_input(WGS_BENCH_U32, "maximum", 100);
    uint32_t counts[7];
    assert_true(wgs_bench_tally_bins(&input, 7, counts));
    assert_int_equal(counts[6], 100);
    assert_int_equal(counts[5], 0);
}

/* The greatest float key is a NaN, which is in no bin; 1.0 lies in the first bin above the middle. */
static void floats_are_binned_by_value(void** state) {
    (void)state;
    uint32_t counts[4];
    wgs_bench_input input = make_input(WGS_BENCH_F32, "maximum", 100);
    assert_true(wgs_bench_tally_bins(&input, 4, counts));
    assert_int_equal(counts[0] + counts[1] + counts[2] + counts[3], 0);
    input.units = true; /* 1 in even rows, -1 in odd ones */
    assert_true(wgs_bench_tally_bins(&input, 4, counts));
    assert_int_equal(counts[1], 50);
    assert_int_equal(counts[2], 50);
}

static void starts_are_those_of_the_keys(void** state) {
    (void)state;
    enum { ROWS = 70001, RANGE = 37 };
    wgs_bench_input input = make_input(WGS_BENCH_U32, "uniform", ROWS);
    input.range = RANGE;
    uint32_t starts[RANGE + 1];
    uint32_t below[RANGE + 1] = {0};
    for (uint64_t row = 0; row < ROWS; row++) {
        uint64_t const key = wgs_bench_input_bits(&input, row);
        assert_true(key < RANGE);
        for (uint64_t k = key + 1; k <= RANGE; k++)
            below[k]++;
    }
    assert_true(wgs_bench_tally_starts(&input, starts));
    assert_memory_equal(starts, below, sizeof starts);
}

static void folds_are_those_of_the_elements(void** state) {
    (void)state;
    enum { ROWS = 70001 };
    wgs_bench_input const input = make_input(WGS_BENCH_I32, "uniform", ROWS);
    uint32_t sum = 0;
    int32_t least = INT32_MAX;
    int32_t greatest = INT32_MIN;
    for (uint64_t row = 0; row < ROWS; row++) {
        int32_t const element = (int32_t)wgs_bench_input_bits(&input, row);
        sum += (uint32_t)element;
        least = element < least ? element : least;
        greatest = element > greatest ? element : greatest;
    }
    uint32_t words[2];
    wgs_bench_tally_fold(&input, WGS_BENCH_SUM, words);
    assert_int_equal(words[0], sum);
    wgs_bench_tally_fold(&input, WGS_BENCH_EXTENT, words);
    assert_int_equal((int32_t)words[0], least);
    assert_int_equal((int32_t)words[1], greatest);
}

/* What a rank would hide: NaN below -infinity or above +infinity, and the two zeros. */
static void floats_fold_by_order_without_nan(void** state) {
    (void)state;
    uint32_t const nan = 0x7fc00000u;
    uint32_t const negative_nan = 0xffc00000u;
    uint32_t const zero = 0;
    uint32_t const negative_zero = 0x80000000u;
    assert_int_equal(wgs_bench_fold(WGS_BENCH_F32, WGS_BENCH_MIN, zero, negative_nan), zero);
    assert_int_equal(wgs_bench_fold(WGS_BENCH_F32, WGS_BENCH_MAX, zero, nan), zero);
    assert_int_equal(
        wgs_bench_fold(WGS_BENCH_F32, WGS_BENCH_MIN, zero, negative_zero), negative_zero);
    assert_int_equal(wgs_bench_fold(WGS_BENCH_F32, WGS_BENCH_MAX, negative_zero, zero), zero);
    assert_int_equal(wgs_bench_fold_start(WGS_BENCH_F32, WGS_BENCH_MIN), 0x7f800000u);
    assert_int_equal(wgs_bench_fold_start(WGS_BENCH_F32, WGS_BENCH_MAX), 0xff800000u);
    assert_int_equal(wgs_bench_fold(WGS_BENCH_F32, WGS_BENCH_SUM, 0x3f800000u, 0xbf800000u), zero);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(even_keys_fill_bins_evenly),
        cmocka_unit_test(the_last_bin_is_closed),
        cmocka_unit_test(floats_are_binned_by_value),
        cmocka_unit_test(starts_are_those_of_the_keys),
        cmocka_unit_test(folds_are_those_of_the_elements),
        cmocka_unit_test(floats_fold_by_order_without_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
