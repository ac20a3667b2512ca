/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddCountingSort wrongly: the id, and that nothing is left in the graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

enum { LENGTH = 300, RANGE = 40 };

static char const function[] = "wgsGraphAddCountingSort";

/* A valid sort of either order, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSSortValue values[3];
    WGSCountingSortDescriptor descriptor;
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

static WGSValue new_value(WGSGraph graph, uint32_t maximum) {
    WGSValueDescriptor const descriptor = {.value = 1, .maximum = maximum};
    WGSValue value = NULL;
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(graph, &descriptor, &value, &error), 0);
    return value;
}

static void open_fixture(fixture* f, WGSContext context, WGSCountingOrder order) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 4 * LENGTH, WGPUBufferUsage_Storage);
    for (int i = 0; i < 3; i++)
        f->values[i] = (WGSSortValue){
            new_view(f->graph, WGSFormat_Float32, LENGTH),
            new_view(f->graph, WGSFormat_Float32, LENGTH)};
    f->descriptor = (WGSCountingSortDescriptor){
        .keys = new_view(f->graph, WGSFormat_Uint32, LENGTH),
        .range = RANGE,
        .order = order,
        .keysOut = new_view(f->graph, WGSFormat_Uint32, LENGTH),
        .valueCount = 1,
        .values = f->values,
        .rowsOut = new_view(f->graph, WGSFormat_Uint32, LENGTH),
        .offsetsOut = new_view(f->graph, WGSFormat_Uint32, RANGE + 1)};
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static void unknown_order(fixture* f) { f->descriptor.order = (WGSCountingOrder)2; }
static void no_range(fixture* f) { f->descriptor.range = 0; }
static void no_keys(fixture* f) { f->descriptor.keys.buffer = NULL; }
static void no_values(fixture* f) { f->descriptor.values = NULL; }
static void no_value_out(fixture* f) { f->values[0].out.buffer = NULL; }
static void no_output(fixture* f) {
    f->descriptor = (WGSCountingSortDescriptor){.keys = f->descriptor.keys, .range = RANGE};
}
static void foreign_keys(fixture* f) { f->descriptor.keys.buffer = f->foreign; }
static void foreign_rows(fixture* f) { f->descriptor.rowsOut.buffer = f->foreign; }
static void foreign_value(fixture* f) { f->values[0].in.buffer = f->foreign; }
static void foreign_offsets(fixture* f) { f->descriptor.offsetsOut.buffer = f->foreign; }
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void float_keys(fixture* f) { f->descriptor.keys.format = WGSFormat_Float32; }
static void signed_offsets(fixture* f) { f->descriptor.offsetsOut.format = WGSFormat_Sint32; }
static void other_format(fixture* f) { f->values[0].out.format = WGSFormat_Uint32; }
static void wide_value(fixture* f) {
    f->values[0].in = new_view(f->graph, WGSFormat_Float64, LENGTH);
    f->values[0].out = new_view(f->graph, WGSFormat_Float64, LENGTH);
}
static void past_the_end(fixture* f) { f->descriptor.keys.length = LENGTH + 1; }
static void odd_offset(fixture* f) { f->descriptor.keys.offset = 2; }
static void short_keys_out(fixture* f) { f->descriptor.keysOut.length = LENGTH - 1; }
static void short_value(fixture* f) { f->values[0].in.length = LENGTH - 1; }
static void short_offsets(fixture* f) { f->descriptor.offsetsOut.length = RANGE; }
static void larger_range(fixture* f) { f->descriptor.range = RANGE + 1; }
static void three_columns(fixture* f) { f->descriptor.valueCount = 2; }
static void three_values(fixture* f) {
    f->descriptor.valueCount = 3;
    f->descriptor.rowsOut = (WGSView){0};
}
static void no_usage(fixture* f) {
    f->descriptor.keysOut.buffer = import(f->graph, 4 * LENGTH, WGPUBufferUsage_CopyDst);
}
static void output_is_input(fixture* f) { f->descriptor.keysOut = f->descriptor.keys; }
static void outputs_are_one(fixture* f) { f->descriptor.keysOut = f->descriptor.rowsOut; }
static void value_is_output(fixture* f) { f->values[0].in.buffer = f->values[0].out.buffer; }
static void offsets_in_keys(fixture* f) {
    f->descriptor.offsetsOut.buffer = f->descriptor.keys.buffer;
}
static void count_in_offsets(fixture* f) {
    f->descriptor.gpuCount.view = f->descriptor.offsetsOut;
    f->descriptor.gpuCount.view.length = 1;
}
static void long_gpu_count(fixture* f) {
    f->descriptor.gpuCount.view = new_view(f->graph, WGSFormat_Uint32, 2);
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
    CASE(unknown_order, InvalidEnum),   CASE(no_range, KeyRange),
    CASE(no_keys, ViewMissing),         CASE(no_values, NullArgument),
    CASE(no_value_out, ViewMissing),    CASE(no_output, ViewMissing),
    CASE(foreign_keys, ForeignObject),  CASE(foreign_rows, ForeignObject),
    CASE(foreign_value, ForeignObject), CASE(foreign_offsets, ForeignObject),
    CASE(foreign_count, ForeignObject), CASE(float_keys, ViewFormat),
    CASE(signed_offsets, ViewFormat),   CASE(other_format, ViewFormat),
    CASE(wide_value, ViewFormat),       CASE(past_the_end, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),    CASE(short_keys_out, LengthMismatch),
    CASE(short_value, LengthMismatch),  CASE(short_offsets, LengthMismatch),
    CASE(larger_range, LengthMismatch), CASE(three_columns, TooManyColumns),
    CASE(three_values, TooManyColumns), CASE(no_usage, MissingUsage),
    CASE(output_is_input, AliasedUse),  CASE(outputs_are_one, AliasedUse),
    CASE(value_is_output, AliasedUse),  CASE(offsets_in_keys, AliasedUse),
    CASE(count_in_offsets, AliasedUse), CASE(long_gpu_count, LengthMismatch),
    CASE(large_count, CountOutOfRange),
};

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddCountingSort(graph, descriptor, error);
}

static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        error_case const* const c = &cases[i / 2];
        fixture f;
        open_fixture(&f, wgs_test_context(), (WGSCountingOrder)(i % 2));
        c->spoil(&f);
        good = wgs_clean_failure_refuses(
                   f.graph,
                   function,
                   c->name,
                   add,
                   &f.descriptor,
                   WGSStatus_InvalidArgument,
                   c->detail) &&
               good;
        close_fixture(&f);
    }
    assert_true(good);
}

/* Counters beyond the limit of the library or of a binding: the message names the way out. */
static void test_large_ranges(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 65536});
    assert_non_null(context);
    for (int i = 0; i < 2; i++) {
        fixture f;
        open_fixture(&f, i == 0 ? wgs_test_context() : context, WGSCountingOrder_Stable);
        f.descriptor.offsetsOut = (WGSView){0};
        f.descriptor.range = i == 0 ? WGS_MAX_COUNTING_RANGE + 1 : 16384;
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "large range");
        WGSStatus status = wgsGraphAddCountingSort(f.graph, &f.descriptor, &failure.error);
        assert_true(wgs_clean_failure_end(
            &failure,
            status,
            WGSStatus_TooLarge,
            i == 0 ? WGSErrorId_KeyRange : WGSErrorId_BindingTooLarge));
        assert_non_null(strstr(failure.error.message, "radix"));
        f.descriptor.range--;
        assert_int_equal(wgsGraphAddCountingSort(f.graph, &f.descriptor, NULL), WGSStatus_Success);
        close_fixture(&f);
    }
    wgsContextRelease(context);
}

static void test_null_and_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f, wgs_test_context(), WGSCountingOrder_Unstable);
    assert_true(wgs_clean_failure_null_and_compiled(f.graph, function, add, &f.descriptor));
    close_fixture(&f);
}

/* Each allocation fails once, in both orders. */
static void test_without_memory(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    for (int order = 0; order < 2; order++) {
        fixture f;
        open_fixture(&f, context, (WGSCountingOrder)order);
        size_t n = 1;
        for (;; n++) {
            wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "memory");
            wgs_fail_allocation(&memory, n);
            WGSStatus const status =
                wgsGraphAddCountingSort(f.graph, &f.descriptor, &failure.error);
            wgs_fail_allocation(&memory, 0);
            if (status == WGSStatus_Success)
                break;
            assert_true(wgs_clean_failure_end(
                &failure, status, WGSStatus_OutOfMemory, WGSErrorId_HostMemory));
        }
        assert_true(n > 8);
        close_fixture(&f);
    }
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_large_ranges),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_without_memory),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
