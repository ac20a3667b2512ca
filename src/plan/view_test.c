/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/view.h"
#include "testing/plan_fixture.h"

static int open_fixture(void** state) {
    static wgs_plan_fixture fixture;
    wgs_plan_fixture_open(&fixture);
    *state = &fixture;
    return 0;
}

static int close_fixture(void** state) {
    wgs_plan_fixture_close(*state);
    return 0;
}

static void expect(wgs_plan_fixture* f, WGSView view, WGSErrorId id, char const* message) {
    WGSError error = {0};
    WGSStatus const status =
        wgs_view_check(f->graph, &view, WGS_FORMATS_KEY, "wgsF", "keys[1].in", &error);
    assert_int_equal(error.detail, id);
    assert_int_equal(status == WGSStatus_Success, id == WGSErrorId_None);
    if (message != NULL)
        assert_string_equal(error.message, message);
}

static void sizes_of_formats(void** state) {
    (void)state;
    static uint32_t const sizes[] = {0, 4, 4, 4, 8, 8, 8, 8, 12, 16, 0};
    for (size_t format = 0; format < sizeof sizes / sizeof *sizes; format++)
        assert_int_equal(wgsFormatGetSize((WGSFormat)format), sizes[format]);
    assert_int_equal(wgsFormatGetSize(WGSFormat_Force32), 0);
    WGSView const view = {.format = WGSFormat_Uint32x3, .length = UINT64_C(1) << 33};
    assert_true(wgs_view_size(&view) == UINT64_C(12) << 33);
}

/* item 8: views of any whole words of a buffer, empty ones and those at its end. */
static void views_that_fit_pass(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    expect(f, (WGSView){b, WGSFormat_Uint32, 0, 256}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Float64, 4, 127}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 1020, 1}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 0, 0}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 1024, 0}, WGSErrorId_None, NULL);
}

static void views_need_a_buffer_of_the_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    WGSBuffer const foreign = wgs_plan_fixture_import(&other, "b", 1024);
    expect(
        f,
        (WGSView){.format = WGSFormat_Uint32},
        WGSErrorId_ViewMissing,
        "wgsF: keys[1].in has no buffer");
    expect(
        f,
        (WGSView){foreign, WGSFormat_Uint32, 0, 1},
        WGSErrorId_ForeignObject,
        "wgsF: the buffer of keys[1].in belongs to another graph");
    wgs_plan_fixture_close(&other);
}

/* item 8: no format, a row format for keys, and unknown ones are refused. */
static void views_need_a_format_of_the_set(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    static WGSFormat const formats[] = {
        WGSFormat_Undefined, WGSFormat_Uint32x2, (WGSFormat)10, (WGSFormat)33, WGSFormat_Force32};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        expect(f, (WGSView){b, formats[i], 0, 1}, WGSErrorId_ViewFormat, NULL);
    WGSView const rows = {b, WGSFormat_Uint32x2, 0, 1};
    assert_int_equal(
        wgs_view_check(f->graph, &rows, WGS_FORMATS_ANY, "wgsF", "in", NULL), WGSStatus_Success);
}

static void views_need_the_storage_usage(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer buffer;
    assert_int_equal(
        wgs_graph_add_buffer(
            f->graph,
            true,
            wgs_string_view("b"),
            64,
            WGPUBufferUsage_CopyDst,
            &buffer,
            "wgsF",
            NULL),
        WGSStatus_Success);
    expect(
        f,
        (WGSView){buffer, WGSFormat_Uint32, 0, 1},
        WGSErrorId_MissingUsage,
        "wgsF: the buffer of keys[1].in lacks the usage Storage");
}

/* item 8, faults SZ-15, SZ-17: no view passes the end of its buffer, also where products or sums
 * would wrap. */
static void views_lie_in_their_buffer(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    expect(
        f,
        (WGSView){b, WGSFormat_Uint32, 2, 1},
        WGSErrorId_InvalidOffset,
        "wgsF: keys[1].in starts at offset 2 but must start at a multiple of 4");
    expect(
        f,
        (WGSView){b, WGSFormat_Uint32, 4, 256},
        WGSErrorId_ViewOutOfRange,
        "wgsF: keys[1].in is 256 elements of 4 bytes at offset 4 but its buffer holds 1024 bytes");
    expect(f, (WGSView){b, WGSFormat_Uint32, 1028, 0}, WGSErrorId_ViewOutOfRange, NULL);
    /* SZ-15, SZ-17: products and sums that would wrap to something small */
    expect(
        f, (WGSView){b, WGSFormat_Uint32, 0, UINT64_C(1) << 62}, WGSErrorId_ViewOutOfRange, NULL);
    expect(
        f,
        (WGSView){b, WGSFormat_Uint64, 8, (UINT64_C(1) << 61) - 1},
        WGSErrorId_ViewOutOfRange,
        NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, UINT64_MAX - 3, 1}, WGSErrorId_ViewOutOfRange, NULL);
}

/* items 9, 45, fault BU-05: the binding starts at the rounded offset, so the rest counts too. */
static void views_fit_one_binding(void** state) {
    wgs_plan_fixture* const f = *state;
    f->capabilities.limits.maxStorageBufferBindingSize = 1048576;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 4194304);
    expect(f, (WGSView){b, WGSFormat_Uint32, 0, 262144}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 256, 262144}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 252, 262081}, WGSErrorId_None, NULL);
    expect(f, (WGSView){b, WGSFormat_Uint32, 252, 262082}, WGSErrorId_BindingTooLarge, NULL);
    expect(
        f,
        (WGSView){b, WGSFormat_Uint32, 0, 262145},
        WGSErrorId_BindingTooLarge,
        "wgsF: keys[1].in binds 1048580 bytes but a storage binding holds at most 1048576");
}

static void counts_fit_the_views(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSValue value;
    WGSError error = {0};
    assert_int_equal(
        wgs_graph_add_value(f->graph, wgs_string_view("n"), 10, 100, &value, "wgsF", NULL),
        WGSStatus_Success);
    assert_int_equal(
        wgs_value_check(f->graph, NULL, 0, "wgsF", "count", &error), WGSStatus_Success);
    assert_int_equal(
        wgs_value_check(f->graph, value, 100, "wgsF", "count", &error), WGSStatus_Success);
    assert_int_equal(
        wgs_value_check(f->graph, value, 99, "wgsF", "count", &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_CountOutOfRange);
    assert_string_equal(
        error.message, "wgsF: the maximum of count is 100 but the views hold 99 elements");
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    assert_int_equal(
        wgs_value_check(other.graph, value, 100, "wgsF", "count", &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_ForeignObject);
    wgs_plan_fixture_close(&other);
}

/* faults BU-01, BU-02: at every length, not only where it would go wrong. */
static void views_of_one_buffer_are_not_distinct(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const a = wgs_plan_fixture_import(f, "a", 1024);
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    WGSView const first = {a, WGSFormat_Uint32, 0, 1};
    WGSView const second = {a, WGSFormat_Uint32, 512, 1};
    WGSView const third = {b, WGSFormat_Uint32, 0, 1};
    WGSView const none = {0};
    WGSError error = {0};
    assert_int_equal(
        wgs_view_check_distinct(&first, "in", &third, "out", "wgsF", &error), WGSStatus_Success);
    assert_int_equal(
        wgs_view_check_distinct(&none, "in", &none, "out", "wgsF", &error), WGSStatus_Success);
    assert_int_equal(
        wgs_view_check_distinct(&first, "in", &second, "out", "wgsF", &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_AliasedUse);
    assert_string_equal(
        error.message, "wgsF: in and out share the buffer \"a\" but must lie in different ones");
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sizes_of_formats),
        WITH_FIXTURE(views_that_fit_pass),
        WITH_FIXTURE(views_need_a_buffer_of_the_graph),
        WITH_FIXTURE(views_need_a_format_of_the_set),
        WITH_FIXTURE(views_need_the_storage_usage),
        WITH_FIXTURE(views_lie_in_their_buffer),
        WITH_FIXTURE(views_fit_one_binding),
        WITH_FIXTURE(counts_fit_the_views),
        WITH_FIXTURE(views_of_one_buffer_are_not_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
