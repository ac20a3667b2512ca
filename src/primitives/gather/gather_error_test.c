/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddGather wrongly: the id, and that nothing is left in the graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/test_device.h"

enum { LENGTH = 300 };

/* A valid gather, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSGatherDescriptor descriptor;
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSView new_view(WGSGraph graph, WGSFormat format, uint64_t length) {
    WGSBuffer const buffer =
        import(graph, wgsFormatGetSize(format) * length, WGPUBufferUsage_Storage);
    return (WGSView){buffer, format, 0, length};
}

static void open_fixture(fixture* f) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 16 * LENGTH, WGPUBufferUsage_Storage);
    f->descriptor.rows = new_view(f->graph, WGSFormat_Uint32, LENGTH);
    f->descriptor.in = new_view(f->graph, WGSFormat_Uint32x3, 7);
    f->descriptor.out = new_view(f->graph, WGSFormat_Uint32x3, LENGTH);
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static WGSValue new_value(WGSGraph graph, uint32_t maximum) {
    WGSValueDescriptor const descriptor = {.value = 1, .maximum = maximum};
    WGSValue value = NULL;
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(graph, &descriptor, &value, &error), 0);
    return value;
}

static void foreign_rows(fixture* f) { f->descriptor.rows.buffer = f->foreign; }
static void foreign_input(fixture* f) { f->descriptor.in.buffer = f->foreign; }
static void foreign_output(fixture* f) { f->descriptor.out.buffer = f->foreign; }
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void no_rows(fixture* f) { f->descriptor.rows.buffer = NULL; }
static void no_input(fixture* f) { f->descriptor.in.buffer = NULL; }
static void no_output(fixture* f) { f->descriptor.out.buffer = NULL; }
static void signed_rows(fixture* f) { f->descriptor.rows.format = WGSFormat_Sint32; }
static void no_format(fixture* f) { f->descriptor.in.format = WGSFormat_Undefined; }
static void other_format(fixture* f) { f->descriptor.out.format = WGSFormat_Uint32x2; }
static void past_the_end(fixture* f) { f->descriptor.in.length = 8; }
static void wrapping_length(fixture* f) { f->descriptor.in.length = UINT64_MAX / 12 + 1; }
static void empty_input(fixture* f) { f->descriptor.in.length = 0; }
static void odd_offset(fixture* f) { f->descriptor.rows.offset = 2; }
static void short_output(fixture* f) { f->descriptor.out.length = LENGTH - 1; }
static void fewer_rows(fixture* f) { f->descriptor.rows.length = LENGTH - 1; }
static void no_usage(fixture* f) {
    f->descriptor.out.buffer = import(f->graph, 12 * LENGTH, WGPUBufferUsage_CopyDst);
}
static void output_in_input(fixture* f) { f->descriptor.in.buffer = f->descriptor.out.buffer; }
static void output_in_rows(fixture* f) {
    f->descriptor.rows.buffer = f->descriptor.out.buffer;
    f->descriptor.rows.offset = 8 * LENGTH;
}
static void large_count(fixture* f) { f->descriptor.count = new_value(f->graph, LENGTH + 1); }

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const cases[] = {
    CASE(foreign_rows, ForeignObject),   CASE(foreign_input, ForeignObject),
    CASE(foreign_output, ForeignObject), CASE(foreign_count, ForeignObject),
    CASE(no_rows, ViewMissing),          CASE(no_input, ViewMissing),
    CASE(no_output, ViewMissing),        CASE(signed_rows, ViewFormat),
    CASE(no_format, ViewFormat),         CASE(other_format, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),  CASE(wrapping_length, ViewOutOfRange),
    CASE(empty_input, ViewOutOfRange),   CASE(odd_offset, InvalidOffset),
    CASE(short_output, LengthMismatch),  CASE(fewer_rows, LengthMismatch),
    CASE(no_usage, MissingUsage),        CASE(output_in_input, AliasedUse),
    CASE(output_in_rows, AliasedUse),    CASE(large_count, CountOutOfRange),
};

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddGather(graph, descriptor, error);
}

static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f);
        cases[i].spoil(&f);
        good = wgs_clean_failure_refuses(
                   f.graph,
                   "wgsGraphAddGather",
                   cases[i].name,
                   add,
                   &f.descriptor,
                   WGSStatus_InvalidArgument,
                   cases[i].detail) &&
               good;
        close_fixture(&f);
    }
    assert_true(good);
}

static void test_null_and_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    assert_true(
        wgs_clean_failure_null_and_compiled(f.graph, "wgsGraphAddGather", add, &f.descriptor));
    close_fixture(&f);
}

static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    WGSGraph graph;
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, &error), 0);
    WGSGatherDescriptor const descriptor = {
        .rows = new_view(graph, WGSFormat_Uint32, 65537),
        .in = new_view(graph, WGSFormat_Uint32x4, 1),
        .out = new_view(graph, WGSFormat_Uint32x4, 65537)};
    wgs_clean_failure failure = wgs_clean_failure_begin(graph, "wgsGraphAddGather", "too large");
    WGSStatus const status = wgsGraphAddGather(graph, &descriptor, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_BindingTooLarge));
    wgsGraphRelease(graph);
    wgsContextRelease(context);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_binding_too_large),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
