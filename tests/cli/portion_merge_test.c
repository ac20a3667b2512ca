/* SPDX-License-Identifier: MIT */
/* Portions of every small size merge to the order that a sort of the whole gives; and the check
 * that judges results finds each kind of fault in one. */
#include "order_check.h"
#include "portion_merge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 200 };

/* An insertion sort of rows [begin, end): nothing to get wrong. */
static void sort_rows(
    wgs_row_key const* keys, size_t key_count, uint64_t begin, uint64_t end, uint64_t* order) {
    for (uint64_t i = begin; i < end; i++) {
        uint64_t at = i;
        while (at > begin && wgs_compare_rows(keys, key_count, order[at - 1], i) > 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

typedef struct columns {
    uint32_t first[ROWS];
    double second[ROWS];
    uint8_t nulls[ROWS];
    wgs_row_key keys[2];
} columns;

static void fill(columns* c, bool with_nulls, bool nulls_first, bool descending) {
    for (uint32_t i = 0; i < ROWS; i++) {
        c->nulls[i] = i * 7 % 5 == 0;
        c->first[i] = c->nulls[i] && with_nulls ? 0 : i * 37 % 11;
        c->second[i] = (double)(i * 13 % 4) - 2;
    }
    c->keys[0] = (wgs_row_key){
        .column =
            {.type = WGS_KEY_U32,
             .bits = 32,
             .rows = ROWS,
             .values = c->first,
             .nulls = with_nulls ? c->nulls : NULL},
        .descending = descending,
        .nulls_first = nulls_first,
    };
    c->keys[1] = (wgs_row_key){
        .column = {.type = WGS_KEY_F64, .bits = 64, .rows = ROWS, .values = c->second},
    };
}

static uint32_t cut(uint64_t size, uint64_t* first) {
    uint32_t count = 0;
    for (uint64_t at = 0; at < ROWS; at += size)
        first[count++] = at;
    first[count] = ROWS;
    return count;
}

static void check_merge(columns const* c, size_t key_count, uint64_t size) {
    uint64_t expected[ROWS];
    uint64_t merged[ROWS];
    uint64_t sorted[ROWS];
    uint32_t rows[ROWS];
    uint64_t first[ROWS + 1];
    uint32_t const count = cut(size, first);
    for (uint32_t p = 0; p < count; p++) {
        sort_rows(c->keys, key_count, first[p], first[p + 1], sorted);
        for (uint64_t i = first[p]; i < first[p + 1]; i++)
            rows[i] = (uint32_t)(sorted[i] - first[p]);
    }
    sort_rows(c->keys, key_count, 0, ROWS, expected);
    wgs_failure failure;
    assert_true(
        wgs_merge_orders(rows, first, count, c->keys, key_count, merged, NULL, NULL, &failure));
    assert_memory_equal(merged, expected, sizeof expected);
    wgs_verdict verdict;
    assert_true(wgs_check_order(c->keys, key_count, merged, ROWS, &verdict, &failure));
    assert_int_equal(verdict.kind, WGS_VERDICT_GOOD);
}

static void test_merge_orders(void** state) {
    (void)state;
    columns c;
    for (int variant = 0; variant < 8; variant++) {
        fill(&c, variant & 1, variant & 2, variant & 4);
        for (uint64_t size = 1; size <= ROWS; size += size < 10 ? 1 : 19)
            for (size_t key_count = 1; key_count <= 2; key_count++)
                check_merge(&c, key_count, size);
    }
}

static int compare_ints(void const* a, void const* b) {
    int64_t const x = *(int64_t const*)a;
    int64_t const y = *(int64_t const*)b;
    return x < y ? -1 : x > y;
}

static void test_merge_values(void** state) {
    (void)state;
    int64_t values[ROWS];
    int64_t expected[ROWS];
    int64_t merged[ROWS];
    for (uint64_t size = 1; size <= ROWS; size += size < 10 ? 1 : 19) {
        uint64_t first[ROWS + 1];
        uint32_t const count = cut(size, first);
        for (int64_t i = 0; i < ROWS; i++)
            values[i] = expected[i] = i * 37 % 101 - 50;
        qsort(expected, ROWS, sizeof *expected, compare_ints);
        for (uint32_t p = 0; p < count; p++)
            qsort(values + first[p], first[p + 1] - first[p], sizeof *values, compare_ints);
        wgs_failure failure;
        assert_true(wgs_merge_values(
            WGS_KEY_I64, false, 0, values, first, count, merged, NULL, NULL, &failure));
        assert_memory_equal(merged, expected, sizeof expected);
    }
}

static wgs_verdict check(columns const* c, uint64_t const* order) {
    wgs_verdict verdict;
    wgs_failure failure;
    assert_true(wgs_check_order(c->keys, 2, order, ROWS, &verdict, &failure));
    return verdict;
}

static void swap(uint64_t* a, uint64_t* b) {
    uint64_t const kept = *a;
    *a = *b;
    *b = kept;
}

static void test_check_finds_faults(void** state) {
    (void)state;
    columns c;
    uint64_t order[ROWS];
    fill(&c, true, false, false);
    sort_rows(c.keys, 2, 0, ROWS, order);

    uint64_t const kept = order[10];
    order[10] = order[11];
    assert_int_equal(check(&c, order).kind, WGS_VERDICT_NOT_A_PERMUTATION);
    assert_int_equal(check(&c, order).at, 11);
    order[10] = ROWS;
    assert_int_equal(check(&c, order).kind, WGS_VERDICT_NOT_A_PERMUTATION);
    assert_int_equal(check(&c, order).at, 10);
    order[10] = kept;

    swap(&order[0], &order[ROWS - 1]);
    assert_int_equal(check(&c, order).kind, WGS_VERDICT_OUT_OF_ORDER);
    assert_int_equal(check(&c, order).at, 1);
    swap(&order[0], &order[ROWS - 1]);

    uint64_t equal = 1;
    while (wgs_compare_rows(c.keys, 2, order[equal - 1], order[equal]) != 0)
        equal++;
    swap(&order[equal - 1], &order[equal]);
    assert_int_equal(check(&c, order).kind, WGS_VERDICT_UNSTABLE);
}

static void test_check_values(void** state) {
    (void)state;
    uint32_t values[] = {1, 2, 2, 3};
    uint32_t const input[] = {3, 2, 1, 2};
    wgs_row_key const key = {
        .column = {.type = WGS_KEY_U32, .bits = 32, .rows = 4, .values = values}};
    wgs_value_sum const sum = wgs_sum_values(WGS_KEY_U32, input, 4);
    assert_int_equal(wgs_check_values(&key, sum).kind, WGS_VERDICT_GOOD);
    values[1] = 1; /* another multiset with as many rows, in order */
    assert_int_equal(wgs_check_values(&key, sum).kind, WGS_VERDICT_NOT_A_PERMUTATION);
    values[1] = 3;
    values[3] = 2;
    assert_int_equal(wgs_check_values(&key, sum).kind, WGS_VERDICT_OUT_OF_ORDER);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_merge_orders),
        cmocka_unit_test(test_merge_values),
        cmocka_unit_test(test_check_finds_faults),
        cmocka_unit_test(test_check_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
