/* SPDX-License-Identifier: MIT */
/* The table of docs/numbers.md, and the type that a column gets. */
#include "number_column.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <string.h>

typedef struct number_case {
    char const* text;
    wgs_number_kind kind;
    uint64_t bits; /* of integers */
    double real;
} number_case;

static number_case const cases[] = {
    {"", WGS_NUMBER_EMPTY, 0, 0},
    {"0", WGS_NUMBER_INT64, 0, 0},
    {"-0", WGS_NUMBER_INT64, 0, 0},
    {"+1", WGS_NUMBER_INT64, 1, 0},
    {"-01", WGS_NUMBER_INT64, UINT64_MAX, 0},
    {"00012", WGS_NUMBER_INT64, 12, 0},
    {" 5", WGS_NUMBER_INT64, 5, 0},
    {"5\t ", WGS_NUMBER_INT64, 5, 0},
    {"4294967295", WGS_NUMBER_INT64, UINT32_MAX, 0},
    {"4294967296", WGS_NUMBER_INT64, UINT64_C(1) << 32, 0},
    {"9223372036854775807", WGS_NUMBER_INT64, INT64_MAX, 0},
    {"-9223372036854775808", WGS_NUMBER_INT64, UINT64_C(1) << 63, 0},
    {"9223372036854775808", WGS_NUMBER_UINT64, UINT64_C(1) << 63, 0},
    {"14857091259186476033", WGS_NUMBER_UINT64, UINT64_C(14857091259186476033), 0},
    {"12345678901234567890", WGS_NUMBER_UINT64, UINT64_C(12345678901234567890), 0},
    {"18446744073709551615", WGS_NUMBER_UINT64, UINT64_MAX, 0},
    {"18446744073709551616", WGS_NUMBER_WIDE, 0, 0},
    {"-9223372036854775809", WGS_NUMBER_WIDE, 0, 0},
    {"99999999999999999999999999", WGS_NUMBER_WIDE, 0, 0},
    {"2.01", WGS_NUMBER_DOUBLE, 0, 2.01},
    {"1e-5", WGS_NUMBER_DOUBLE, 0, 1e-5},
    {"1E+3", WGS_NUMBER_DOUBLE, 0, 1000},
    {".5", WGS_NUMBER_DOUBLE, 0, 0.5},
    {"5.", WGS_NUMBER_DOUBLE, 0, 5},
    {"-0.0", WGS_NUMBER_DOUBLE, 0, -0.0},
    {"1e-999", WGS_NUMBER_DOUBLE, 0, 0},
    {"4.9e-324", WGS_NUMBER_DOUBLE, 0, 4.9e-324},
    {"inf", WGS_NUMBER_DOUBLE, 0, (double)INFINITY},
    {"-Infinity", WGS_NUMBER_DOUBLE, 0, -(double)INFINITY},
    {"+INF", WGS_NUMBER_DOUBLE, 0, (double)INFINITY},
    {"1e999", WGS_NUMBER_HUGE, 0, 0},
    {"-1e999", WGS_NUMBER_HUGE, 0, 0},
    {"0x10", WGS_NUMBER_BAD, 0, 0},
    {"1_000", WGS_NUMBER_BAD, 0, 0},
    {"1,5", WGS_NUMBER_BAD, 0, 0},
    {"-", WGS_NUMBER_BAD, 0, 0},
    {"+", WGS_NUMBER_BAD, 0, 0},
    {"+-1", WGS_NUMBER_BAD, 0, 0},
    {"--1", WGS_NUMBER_BAD, 0, 0},
    {".", WGS_NUMBER_BAD, 0, 0},
    {"e5", WGS_NUMBER_BAD, 0, 0},
    {"1e", WGS_NUMBER_BAD, 0, 0},
    {"1e+", WGS_NUMBER_BAD, 0, 0},
    {"1.5.2", WGS_NUMBER_BAD, 0, 0},
    {"1 2", WGS_NUMBER_BAD, 0, 0},
    {"  ", WGS_NUMBER_BAD, 0, 0},
    {"NA", WGS_NUMBER_BAD, 0, 0},
    {"null", WGS_NUMBER_BAD, 0, 0},
    {"nanx", WGS_NUMBER_BAD, 0, 0},
    {"infinit", WGS_NUMBER_BAD, 0, 0},
    {"true", WGS_NUMBER_BAD, 0, 0},
};

static void check_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgs_number number = {0};
        wgs_number_kind const kind =
            wgs_number_parse(cases[i].text, strlen(cases[i].text), &number);
        if (kind != cases[i].kind)
            fail_msg("\"%s\" is of kind %d, expected %d", cases[i].text, kind, cases[i].kind);
        if (kind == WGS_NUMBER_INT64 || kind == WGS_NUMBER_UINT64)
            assert_int_equal(number.bits, cases[i].bits);
        if (kind == WGS_NUMBER_DOUBLE)
            assert_memory_equal(&number.real, &cases[i].real, sizeof number.real);
    }
}

static void test_accepted_numbers(void** state) {
    (void)state;
    check_cases();
}

static void test_nan_signs(void** state) {
    (void)state;
    wgs_number number;
    assert_int_equal(wgs_number_parse("NaN", 3, &number), WGS_NUMBER_DOUBLE);
    assert_true(isnan(number.real) && !signbit(number.real));
    assert_int_equal(wgs_number_parse("-nan", 4, &number), WGS_NUMBER_DOUBLE);
    assert_true(isnan(number.real) && signbit(number.real));
}

/* A locale with a decimal comma changes nothing. */
static void test_locale(void** state) {
    (void)state;
    static char const* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i]))
            break;
    check_cases();
    (void)setlocale(LC_ALL, "C");
}

/* A text of many digits is longer than the parser's own buffer. */
static void test_long_text(void** state) {
    (void)state;
    char text[600];
    memset(text, '0', sizeof text);
    text[0] = '1';
    text[500] = '.';
    wgs_number number;
    assert_int_equal(wgs_number_parse(text, sizeof text, &number), WGS_NUMBER_HUGE);
    assert_int_equal(wgs_number_parse(text, 301, &number), WGS_NUMBER_WIDE);
    text[200] = '.';
    text[500] = '0';
    assert_int_equal(wgs_number_parse(text, sizeof text, &number), WGS_NUMBER_DOUBLE);
    assert_true(number.real == 1e199);
}

typedef struct column_case {
    char const* texts[4];
    wgs_key_type type;
    uint64_t inexact_row;
} column_case;

static column_case const columns[] = {
    {{"1", "-1", "", "5"}, WGS_KEY_I64, WGS_NO_ROW},
    {{"", "", "", ""}, WGS_KEY_I64, WGS_NO_ROW},
    {{"1", "18446744073709551615", "", "5"}, WGS_KEY_U64, WGS_NO_ROW},
    {{"1", "2.5", "-3", "9007199254740992"}, WGS_KEY_F64, WGS_NO_ROW},
    {{"1", "2.5", "-3", "9007199254740993"}, WGS_KEY_F64, 3},
    {{"9007199254740993", "1", "NaN", "9007199254740995"}, WGS_KEY_F64, 0},
    {{"-1", "9223372036854775808", "1", "1"}, WGS_KEY_F64, WGS_NO_ROW},
    {{"-1", "1", "18446744073709551615", "1"}, WGS_KEY_F64, 2},
    {{"18446744073709551615", "1", "1", "-1"}, WGS_KEY_F64, 0},
    {{"18446744073709551615", "1", "0.5", "1"}, WGS_KEY_F64, 0},
    {{"9223372036854775807", "1", "0.5", "1"}, WGS_KEY_F64, 0},
    {{"-9223372036854775808", "1", "0.5", "1"}, WGS_KEY_F64, WGS_NO_ROW},
};

static void test_column_types(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        uint64_t values[4];
        wgs_number_column column;
        wgs_number_column_start(&column, values);
        for (size_t row = 0; row < 4; row++) {
            wgs_number number = {0};
            char const* text = columns[i].texts[row];
            wgs_number_column_add(&column, wgs_number_parse(text, strlen(text), &number), &number);
        }
        if (column.type != columns[i].type || column.inexact_row != columns[i].inexact_row)
            fail_msg(
                "column %zu: type %d, inexact row %lld",
                i,
                column.type,
                (long long)column.inexact_row);
    }
}

/* What was read as integers before the first double keeps its values. */
static void test_column_conversion(void** state) {
    (void)state;
    uint64_t values[3];
    wgs_number_column column;
    wgs_number_column_start(&column, values);
    wgs_number number = {.bits = (uint64_t)-7};
    wgs_number_column_add(&column, WGS_NUMBER_INT64, &number);
    number.real = 0.25;
    wgs_number_column_add(&column, WGS_NUMBER_DOUBLE, &number);
    number.bits = 3;
    wgs_number_column_add(&column, WGS_NUMBER_INT64, &number);
    double const expected[3] = {-7, 0.25, 3};
    assert_memory_equal(values, expected, sizeof expected);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_accepted_numbers),
        cmocka_unit_test(test_nan_signs),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_column_types),
        cmocka_unit_test(test_column_conversion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
