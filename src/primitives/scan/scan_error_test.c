/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddScan wrongly: the id, and that nothing is left in the graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/test_device.h"

enum { LENGTH = 300 };

/* A valid scan, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSScanDescriptor descriptor;
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSView new_view(WGSGraph graph, uint64_t length) {
    WGSBuffer const buffer = import(graph, 4 * length, WGPUBufferUsage_Storage);
    return (WGSView){buffer, WGSFormat_Uint32, 0, length};
}

static void open_fixture(fixture* f) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 4 * LENGTH, WGPUBufferUsage_Storage);
    f->descriptor.in = new_view(f->graph, LENGTH);
    f->descriptor.out = new_view(f->graph, LENGTH + 1);
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

static void bad_mode(fixture* f) { f->descriptor.mode = (WGSScanMode)2; }
static void negative_mode(fixture* f) { f->descriptor.mode = (WGSScanMode)-1; }
static void foreign_input(fixture* f) { f->descriptor.in.buffer = f->foreign; }
static void foreign_output(fixture* f) { f->descriptor.out.buffer = f->foreign; }
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void no_input(fixture* f) { f->descriptor.in.buffer = NULL; }
static void no_output(fixture* f) { f->descriptor.out.buffer = NULL; }
static void float_input(fixture* f) { f->descriptor.in.format = WGSFormat_Float32; }
static void wide_output(fixture* f) { f->descriptor.out.format = WGSFormat_Uint64; }
static void other_format(fixture* f) { f->descriptor.out.format = WGSFormat_Sint32; }
static void past_the_end(fixture* f) { f->descriptor.in.offset = 4; }
static void wrapping_length(fixture* f) { f->descriptor.out.length = UINT64_C(1) << 62; }
static void odd_offset(fixture* f) { f->descriptor.out.offset = 2; }
static void short_output(fixture* f) { f->descriptor.out.length = LENGTH - 1; }
static void no_usage(fixture* f) {
    f->descriptor.in.buffer = import(f->graph, 4 * LENGTH, WGPUBufferUsage_CopySrc);
}
static void in_place(fixture* f) { f->descriptor.out = f->descriptor.in; }
static void large_count(fixture* f) { f->descriptor.count = new_value(f->graph, LENGTH + 1); }

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const cases[] = {
    CASE(bad_mode, InvalidEnum),
    CASE(negative_mode, InvalidEnum),
    CASE(foreign_input, ForeignObject),
    CASE(foreign_output, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(no_input, ViewMissing),
    CASE(no_output, ViewMissing),
    CASE(float_input, ViewFormat),
    CASE(wide_output, ViewFormat),
    CASE(other_format, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(wrapping_length, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(short_output, LengthMismatch),
    CASE(no_usage, MissingUsage),
    CASE(in_place, AliasedUse),
    CASE(large_count, CountOutOfRange),
};

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddScan(graph, descriptor, error);
}

/* items 24, 33: every spoiled descriptor is refused by its rule, and nothing is added. */
static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f);
        cases[i].spoil(&f);
        good = wgs_clean_failure_refuses(
                   f.graph,
                   "wgsGraphAddScan",
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
        wgs_clean_failure_null_and_compiled(f.graph, "wgsGraphAddScan", add, &f.descriptor));
    close_fixture(&f);
}

static bool refuse(WGSGraph graph, uint64_t length, WGSErrorId detail) {
    WGSScanDescriptor const descriptor = {
        .in = new_view(graph, length), .out = new_view(graph, length)};
    wgs_clean_failure failure = wgs_clean_failure_begin(graph, "wgsGraphAddScan", "too large");
    WGSStatus const status = wgsGraphAddScan(graph, &descriptor, &failure.error);
    return wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, detail);
}

static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    WGSGraph graph;
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, &error), 0);
    assert_true(refuse(graph, 262145, WGSErrorId_BindingTooLarge));
    wgsGraphRelease(graph);
    wgsContextRelease(context);
}

static void keep_graph(WGSGraph graph) { (void)graph; }

/* On a device that binds everything, 2^31 elements are the limit. */
static void test_too_many_rows(void** state) {
    (void)state;
    wgs_capabilities const capabilities = {
        .limits = {
            .maxBufferSize = UINT64_C(1) << 40,
            .maxStorageBufferBindingSize = UINT64_C(1) << 40,
            .maxComputeWorkgroupsPerDimension = 65535,
            .maxStorageBuffersPerShaderStage = 8,
            .maxComputeInvocationsPerWorkgroup = 256,
            .maxComputeWorkgroupStorageSize = 16384,
            .minStorageBufferOffsetAlignment = 256,
            .minUniformBufferOffsetAlignment = 256}};
    WGSGraph graph = NULL;
    WGSError error;
    assert_int_equal(
        wgs_graph_create(
            NULL,
            wgs_allocator_or_default((WGSAllocator){0}),
            &capabilities,
            (wgs_graph_hooks){.release_graph = keep_graph},
            (WGPUStringView){0},
            &graph,
            "test",
            &error),
        WGSStatus_Success);
    assert_true(refuse(graph, 0x80000001, WGSErrorId_TooManyRows));
    assert_true(refuse(graph, UINT64_C(1) << 33, WGSErrorId_TooManyRows));
    wgs_graph_release(graph);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_too_many_rows),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
