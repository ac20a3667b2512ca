/* SPDX-License-Identifier: MIT */
/* Out of order, rows lost and only unstable are told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/sort_verdict.h"

static uint32_t const keys[] = {2, 1, 2, 0};
static wgs_reference_key const key = {.format = WGSFormat_Uint32, .data = keys};

static wgs_sort_verdict judge(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t const rows[] = {a, b, c, d};
    return wgs_sort_judge_rows(&key, 1, rows, 4);
}

/* fault ST-06: out of order, rows lost and only unstable are told apart. */
static void test_rows(void** state) {
    (void)state;
    wgs_sort_verdict verdict = judge(3, 1, 0, 2);
    assert_true(verdict.sorted && verdict.permutation && verdict.stable);
    verdict = judge(3, 1, 2, 0);
    assert_true(verdict.sorted && verdict.permutation && !verdict.stable);
    assert_int_equal(verdict.unstable_row, 3);
    verdict = judge(3, 0, 1, 2);
    assert_true(!verdict.sorted && verdict.permutation && verdict.stable);
    assert_int_equal(verdict.unsorted_row, 2);
    verdict = judge(3, 1, 0, 0);
    assert_true(verdict.sorted && !verdict.permutation && verdict.stable);
    assert_int_equal(verdict.foreign_row, 3);
    verdict = judge(4, 1, 0, 2);
    assert_false(verdict.permutation);
    assert_int_equal(verdict.foreign_row, 0);
}

static void test_keys(void** state) {
    (void)state;
    static uint32_t const sorted[] = {0, 1, 2, 2};
    static uint32_t const unsorted[] = {0, 2, 1, 2};
    static uint32_t const lost[] = {0, 1, 1, 2};
    wgs_reference_key out = key;
    out.data = sorted;
    wgs_sort_verdict verdict = wgs_sort_judge_keys(&key, &out, 4);
    assert_true(verdict.sorted && verdict.permutation && verdict.stable);
    out.data = unsorted;
    verdict = wgs_sort_judge_keys(&key, &out, 4);
    assert_true(!verdict.sorted && verdict.permutation);
    out.data = lost;
    verdict = wgs_sort_judge_keys(&key, &out, 4);
    assert_true(verdict.sorted && !verdict.permutation);
}

static void test_text(void** state) {
    (void)state;
    wgs_sort_verdict verdict = judge(3, 1, 2, 0);
    char text[100];
    wgs_sort_verdict_print(&verdict, text, sizeof text);
    assert_string_equal(text, "sorted, a permutation, not stable (row 3)");
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
