/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
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
    assert_string_equal(
        wgsErrorIdGetName((WGSErrorId)(WGSErrorId_DuplicateBinding + 1)), "unknown");
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
    unsigned numbers[3];
    char rest;
    assert_int_equal(
        sscanf(wgsGetVersion(), "%u.%u.%u%c", &numbers[0], &numbers[1], &numbers[2], &rest), 3);
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
