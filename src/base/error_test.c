/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void fills_the_error(void** state) {
    (void)state;
    WGSError error = {0};
    assert_int_equal(
        wgs_error(&error, WGSStatus_TooLarge, WGSErrorId_TooManyRows, "f: %d of %d", 3, 2),
        WGSStatus_TooLarge);
    assert_int_equal(error.status, WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_TooManyRows);
    assert_string_equal(error.message, "f: 3 of 2");
}

static void the_caller_may_want_no_error(void** state) {
    (void)state;
    assert_int_equal(
        wgs_error(NULL, WGSStatus_DeviceLost, WGSErrorId_DeviceLost, "f: %s", "lost"),
        WGSStatus_DeviceLost);
    assert_int_equal(wgs_error_memory(NULL, "f"), WGSStatus_OutOfMemory);
    assert_int_equal(wgs_error_null(NULL, "f", "x"), WGSStatus_InvalidArgument);
}

static void long_messages_are_cut_and_terminated(void** state) {
    (void)state;
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    WGSError error;
    memset(&error, 0x5A, sizeof error);
    assert_int_equal(
        wgs_error(&error, WGSStatus_DeviceError, WGSErrorId_Pipeline, "%s", text),
        WGSStatus_DeviceError);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void common_failures_have_their_ids(void** state) {
    (void)state;
    WGSError error = {0};
    assert_int_equal(wgs_error_memory(&error, "wgsF"), WGSStatus_OutOfMemory);
    assert_int_equal(error.detail, WGSErrorId_HostMemory);
    assert_string_equal(error.message, "wgsF: an allocation in host memory failed");
    assert_int_equal(wgs_error_null(&error, "wgsF", "graph"), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_string_equal(error.message, "wgsF: graph is NULL");
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(fills_the_error),
        cmocka_unit_test(the_caller_may_want_no_error),
        cmocka_unit_test(long_messages_are_cut_and_terminated),
        cmocka_unit_test(common_failures_have_their_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
