/* SPDX-License-Identifier: MIT */
/* The written key rule: each list below is in ascending order, no two rows equal. */
#include "key_compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint32_t ordered_u32[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
static int32_t ordered_i32[] = {INT32_MIN, -2, -1, 0, 1, INT32_MAX};
static uint64_t ordered_u64[] = {
    0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
static int64_t ordered_i64[] = {
    INT64_MIN, -(INT64_C(1) << 32), -1, 0, 1, INT64_C(1) << 32, INT64_MAX};
/* -NaN (two payloads), -inf, -1, -denormal, -0, +0, +denormal, 1, +inf, NaN (two payloads) */
static uint32_t ordered_f32[] = {
    0xFFC00001,
    0xFFC00000,
    0xFF800000,
    0xBF800000,
    0x80000001,
    0x80000000,
    0x00000000,
    0x00000001,
    0x3F800000,
    0x7F800000,
    0x7FC00000,
    0x7FC00001};
static uint64_t ordered_f64[] = {
    UINT64_C(0xFFF8000000000001),
    UINT64_C(0xFFF8000000000000),
    UINT64_C(0xFFF0000000000000),
    UINT64_C(0xBFF0000000000000),
    UINT64_C(0x8000000000000001),
    UINT64_C(0x8000000000000000),
    0,
    1,
    UINT64_C(0x3FF0000000000000),
    UINT64_C(0x7FF0000000000000),
    UINT64_C(0x7FF8000000000000),
    UINT64_C(0x7FF8000000000001)};

static struct {
    wgs_key_type type;
    void* values;
    uint64_t rows;
} const lists[] = {
    {WGS_KEY_U32, ordered_u32, sizeof ordered_u32 / sizeof *ordered_u32},
    {WGS_KEY_I32, ordered_i32, sizeof ordered_i32 / sizeof *ordered_i32},
    {WGS_KEY_F32, ordered_f32, sizeof ordered_f32 / sizeof *ordered_f32},
    {WGS_KEY_U64, ordered_u64, sizeof ordered_u64 / sizeof *ordered_u64},
    {WGS_KEY_I64, ordered_i64, sizeof ordered_i64 / sizeof *ordered_i64},
    {WGS_KEY_F64, ordered_f64, sizeof ordered_f64 / sizeof *ordered_f64},
};

static int sign_of(uint64_t a, uint64_t b) { return a == b ? 0 : a < b ? -1 : 1; }

static void test_orders(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        wgs_row_key key = {
            .column = {.type = lists[i].type, .rows = lists[i].rows, .values = lists[i].values}};
        for (uint64_t a = 0; a < lists[i].rows; a++) {
            for (uint64_t b = 0; b < lists[i].rows; b++) {
                key.descending = false;
                assert_int_equal(wgs_compare_rows(&key, 1, a, b), sign_of(a, b));
                key.descending = true;
                assert_int_equal(wgs_compare_rows(&key, 1, a, b), sign_of(b, a));
            }
        }
    }
}

static void test_nulls(void** state) {
    (void)state;
    uint32_t values[] = {5, 0, 0, 0};
    uint8_t nulls[] = {0, 1, 0, 1};
    wgs_row_key key = {
        .column = {.type = WGS_KEY_U32, .rows = 4, .values = values, .nulls = nulls}};
    for (int descending = 0; descending < 2; descending++) {
        key.descending = descending != 0;
        key.nulls_first = false;
        assert_true(wgs_compare_rows(&key, 1, 0, 1) < 0);
        assert_true(wgs_compare_rows(&key, 1, 1, 2) > 0);
        assert_int_equal(wgs_compare_rows(&key, 1, 1, 3), 0);
        key.nulls_first = true;
        assert_true(wgs_compare_rows(&key, 1, 0, 1) > 0);
        assert_true(wgs_compare_rows(&key, 1, 3, 2) < 0);
        assert_int_equal(wgs_compare_rows(&key, 1, 1, 3), 0);
    }
}

static void test_several_keys(void** state) {
    (void)state;
    uint32_t first[] = {1, 1, 2};
    int64_t second[] = {-5, 5, 0};
    wgs_row_key const keys[] = {
        {.column = {.type = WGS_KEY_U32, .rows = 3, .values = first}},
        {.column = {.type = WGS_KEY_I64, .rows = 3, .values = second}, .descending = true},
    };
    assert_true(wgs_compare_rows(keys, 2, 1, 0) < 0);
    assert_true(wgs_compare_rows(keys, 2, 0, 2) < 0);
    assert_int_equal(wgs_compare_rows(keys, 1, 0, 1), 0);
    assert_int_equal(wgs_compare_rows(keys, 0, 0, 2), 0);
    assert_true(wgs_compare_row_to(keys, 2, keys, 2, 0) > 0);
}

/* A window takes low bits of the mapped key: for negative numbers after the sign is flipped. */
static void test_window(void** state) {
    (void)state;
    uint32_t values[] = {0x101, 0x001, 0x100};
    wgs_row_key key = {.column = {.type = WGS_KEY_U32, .rows = 3, .values = values}, .key_bits = 8};
    assert_int_equal(wgs_compare_rows(&key, 1, 0, 1), 0);
    assert_true(wgs_compare_rows(&key, 1, 2, 1) < 0);
    key.descending = true;
    assert_int_equal(wgs_compare_rows(&key, 1, 0, 1), 0);
    assert_true(wgs_compare_rows(&key, 1, 2, 1) > 0);
    key.key_bits = 64;
    assert_true(wgs_compare_rows(&key, 1, 0, 1) < 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_nulls),
        cmocka_unit_test(test_several_keys),
        cmocka_unit_test(test_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
