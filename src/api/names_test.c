/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "wgsort/sort.h"

static void statuses(void** state) {
    (void)state;
    static char const* const names[] = {
        "Success",
        "InvalidArgument",
        "InvalidState",
        "Unsupported",
        "TooLarge",
        "OutOfMemory",
        "DeviceError",
        "DeviceLost",
        "unknown"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(wgsStatusGetName((WGSStatus)i), names[i]);
    assert_string_equal(wgsStatusGetName(WGSStatus_Force32), "unknown");
}

static void error_ids(void** state) {
    (void)state;
    assert_string_equal(wgsErrorIdGetName(WGSErrorId_None), "None");
    assert_string_equal(wgsErrorIdGetName(WGSErrorId_BitWindow), "BitWindow");
    assert_string_equal(wgsErrorIdGetName(WGSErrorId_DuplicateBinding), "DuplicateBinding");
    assert_string_equal(wgsErrorIdGetName(WGSErrorId_SourceText), "SourceText");
    static bool const ids[] = {
#define ID(name, text) true,
        WGS_ERROR_LIST(ID)
#undef ID
    };
    assert_string_equal(wgsErrorIdGetName((WGSErrorId)(sizeof ids)), "unknown");
    assert_string_equal(wgsErrorIdGetName(WGSErrorId_Force32), "unknown");
}

static void algorithms(void** state) {
    (void)state;
    static char const* const names[] = {"auto", "bitonic", "radix", "copy", "unknown"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(wgsAlgorithmGetName((WGSAlgorithm)i), names[i]);
    assert_string_equal(wgsAlgorithmGetName(WGSAlgorithm_Force32), "unknown");
}

static void the_version_has_three_numbers(void** state) {
    (void)state;
    char const* at = wgsGetVersion();
    for (int number = 0; number < 3; number++) {
        size_t const digits = strspn(at, "0123456789");
        assert_true(digits > 0);
        at += digits;
        assert_int_equal(*at, number < 2 ? '.' : '\0');
        at++;
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(statuses),
        cmocka_unit_test(error_ids),
        cmocka_unit_test(algorithms),
        cmocka_unit_test(the_version_has_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
