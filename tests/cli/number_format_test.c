/* SPDX-License-Identifier: MIT */
/* Every printed float reads back as the same bits, with the fewest digits that do. */
#include "csv_number.h"
#include "number_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct {
    uint32_t bits;
    char const* text;
} const floats[] = {
    {0x3DCCCCCD, "0.1"},
    {0x00000001, "1e-45"},
    {0x7F7FFFFF, "3.4028235e+38"},
    {0x4B800001, "16777218"},
    {0x3F7FFFFF, "0.99999994"},
    {0x00800000, "1.1754944e-38"},
    {0x80000000, "-0"},
    {0x501502F9, "1e+10"},
    {0x7F800000, "inf"},
    {0xFF800000, "-inf"},
    {0x7FC00000, "nan"},
    {0xFFC00001, "-nan"},
};

static void check_floats(void) {
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        char text[WGS_NUMBER_TEXT_SIZE];
        size_t const length = wgs_format_float(float_of(floats[i].bits), text);
        assert_string_equal(text, floats[i].text);
        assert_int_equal(length, strlen(text));
    }
}

static void test_shortest_floats(void** state) {
    (void)state;
    check_floats();
}

static void test_locale(void** state) {
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        (void)setlocale(LC_ALL, "C.UTF-8");
    check_floats();
    (void)setlocale(LC_ALL, "C");
}

static void test_read_back(void** state) {
    (void)state;
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < 50000; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        char text[WGS_NUMBER_TEXT_SIZE];
        double const real = double_of(random);
        (void)wgs_format_double(real, text);
        double const read = strtod(text, NULL);
        assert_true(isnan(real) ? isnan(read) : read == real && signbit(read) == signbit(real));
        float const single = float_of((uint32_t)random);
        (void)wgs_format_float(single, text);
        float const read_single = strtof(text, NULL);
        assert_true(
            isnan(single) ? isnan(read_single)
                          : read_single == single && signbit(read_single) == signbit(single));
    }
}

static void test_integers(void** state) {
    (void)state;
    char text[WGS_NUMBER_TEXT_SIZE];
    (void)wgs_format_uint64(UINT64_C(1) << 63, text);
    assert_string_equal(text, "9223372036854775808");
    (void)wgs_format_int64(INT64_MIN, text);
    assert_string_equal(text, "-9223372036854775808");
    (void)wgs_format_uint64(UINT32_MAX, text);
    assert_string_equal(text, "4294967295");
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_shortest_floats),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
