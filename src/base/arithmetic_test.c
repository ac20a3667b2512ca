/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arithmetic.h"

static void sums_are_exact_or_refused(void** state) {
    (void)state;
    uint64_t sum = 7;
    assert_true(wgs_add_u64(UINT64_MAX - 5, 5, &sum));
    assert_true(sum == UINT64_MAX);
    sum = 7;
    assert_false(wgs_add_u64(UINT64_MAX - 5, 6, &sum));
    assert_false(wgs_add_u64(UINT64_MAX, UINT64_MAX, &sum));
    assert_true(sum == 7);
}

static void products_are_exact_or_refused(void** state) {
    (void)state;
    uint64_t product = 7;
    assert_true(wgs_multiply_u64(UINT64_C(0xFFFFFFFF), UINT64_C(0x100000001), &product));
    assert_true(product == UINT64_MAX);
    assert_true(wgs_multiply_u64(UINT64_MAX, 0, &product));
    assert_true(product == 0);
    product = 7;
    assert_false(wgs_multiply_u64(UINT64_C(1) << 32, UINT64_C(1) << 32, &product));
    assert_false(wgs_multiply_u64(UINT64_MAX, 2, &product));
    assert_true(product == 7);
}

/* fault SZ-16: (n + T - 1) / T gives 0 in 32 bits, and wraps in 64 near the top. */
static void quotients_round_up_without_wrapping(void** state) {
    (void)state;
    assert_true(wgs_divide_up(UINT64_C(0xFFFFFFFF), 256) == 16777216);
    assert_true(wgs_divide_up(UINT64_C(0xFFFFFFFF), 2048) == 2097152);
    assert_true(wgs_divide_up(UINT64_C(0xFFFFFFFF), 4096) == 1048576);
    assert_true(wgs_divide_up(UINT64_C(0xFFFFFFFF) - 41, 4096) == 1048576);
    assert_true(wgs_divide_up(UINT64_MAX, 4096) == UINT64_C(1) << 52);
    assert_true(wgs_divide_up(UINT64_MAX, UINT64_MAX) == 1);
    assert_true(wgs_divide_up(0, 256) == 0);
    assert_true(wgs_divide_up(1, 256) == 1);
    assert_true(wgs_divide_up(256, 256) == 1);
    assert_true(wgs_divide_up(257, 256) == 2);
}

static void smaller_and_larger(void** state) {
    (void)state;
    assert_true(wgs_min_u64(3, UINT64_MAX) == 3);
    assert_true(wgs_min_u64(UINT64_MAX, 3) == 3);
    assert_true(wgs_max_u64(3, UINT64_MAX) == UINT64_MAX);
    assert_true(wgs_max_u64(UINT64_MAX, 3) == UINT64_MAX);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sums_are_exact_or_refused),
        cmocka_unit_test(products_are_exact_or_refused),
        cmocka_unit_test(quotients_round_up_without_wrapping),
        cmocka_unit_test(smaller_and_larger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
