/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddReduce wrongly (item 33): the id, and that nothing is left in the
 * graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"
#include "wgsort/reduce.h"

enum { LENGTH = 30000 };

/* A valid reduction, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSView chunks[3];
    WGSReduceDescriptor descriptor;
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

static void open_fixture(fixture* f, WGSContext context) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 4 * LENGTH, WGPUBufferUsage_Storage);
    f->descriptor.in = new_view(f->graph, LENGTH);
    f->descriptor.out = new_view(f->graph, 1);
    for (int i = 0; i < 3; i++)
        f->chunks[i] = new_view(f->graph, LENGTH);
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

static void use_chunks(fixture* f) {
    f->descriptor.in = (WGSView){0};
    f->descriptor.inChunks = (WGSVector){3, f->chunks};
}

static void bad_operation(fixture* f) { f->descriptor.operation = (WGSReduceOperation)4; }
static void negative_operation(fixture* f) { f->descriptor.operation = (WGSReduceOperation)-1; }
static void foreign_input(fixture* f) { f->descriptor.in.buffer = f->foreign; }
static void foreign_output(fixture* f) { f->descriptor.out.buffer = f->foreign; }
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void foreign_chunk(fixture* f) {
    use_chunks(f);
    f->chunks[2].buffer = f->foreign;
}
static void no_input(fixture* f) { f->descriptor.in = (WGSView){0}; }
static void no_output(fixture* f) { f->descriptor.out = (WGSView){0}; }
static void no_chunk(fixture* f) {
    use_chunks(f);
    f->chunks[1].buffer = NULL;
}
static void no_chunks(fixture* f) {
    use_chunks(f);
    f->descriptor.inChunks.chunks = NULL;
}
static void two_inputs(fixture* f) { f->descriptor.inChunks = (WGSVector){3, f->chunks}; }
static void wide_input(fixture* f) { f->descriptor.in.format = WGSFormat_Uint64; }
static void other_format(fixture* f) { f->descriptor.out.format = WGSFormat_Sint32; }
static void mixed_chunks(fixture* f) {
    use_chunks(f);
    f->chunks[1].format = WGSFormat_Float32;
}
static void past_the_end(fixture* f) { f->descriptor.in.offset = 4; }
static void wrapping_chunk(fixture* f) {
    use_chunks(f);
    f->chunks[0].length = UINT64_C(1) << 62;
}
static void odd_offset(fixture* f) { f->descriptor.in.offset = 2; }
static void long_output(fixture* f) { f->descriptor.out = new_view(f->graph, 2); }
static void short_extent(fixture* f) { f->descriptor.operation = WGSReduceOperation_Extent; }
static void empty_output(fixture* f) { f->descriptor.out.length = 0; }
static void no_usage(fixture* f) {
    f->descriptor.in.buffer = import(f->graph, 4 * LENGTH, WGPUBufferUsage_CopySrc);
}
static void in_place(fixture* f) { f->descriptor.out.buffer = f->descriptor.in.buffer; }
static void output_in_chunk(fixture* f) {
    use_chunks(f);
    f->descriptor.out.buffer = f->chunks[2].buffer;
}
static void long_gpu_count(fixture* f) { f->descriptor.gpuCount.view = new_view(f->graph, 2); }
static void foreign_gpu_count(fixture* f) {
    f->descriptor.gpuCount.view = (WGSView){f->foreign, WGSFormat_Uint32, 0, 1};
}
static void gpu_count_in_output(fixture* f) {
    f->descriptor.gpuCount.view = f->descriptor.out;
    f->descriptor.gpuCount.view.length = 1;
}
static void exceeded_in_output(fixture* f) {
    f->descriptor.gpuCount.view = new_view(f->graph, 2);
    f->descriptor.gpuCount.view.length = 1;
    f->descriptor.gpuCount.exceeded = f->descriptor.out;
    f->descriptor.gpuCount.exceeded.length = 1;
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
    CASE(bad_operation, InvalidEnum),
    CASE(negative_operation, InvalidEnum),
    CASE(foreign_input, ForeignObject),
    CASE(foreign_output, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(foreign_chunk, ForeignObject),
    CASE(no_input, ViewMissing),
    CASE(no_output, ViewMissing),
    CASE(no_chunk, ViewMissing),
    CASE(no_chunks, NullArgument),
    CASE(two_inputs, TooManyColumns),
    CASE(wide_input, ViewFormat),
    CASE(other_format, ViewFormat),
    CASE(mixed_chunks, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(wrapping_chunk, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(long_output, LengthMismatch),
    CASE(short_extent, LengthMismatch),
    CASE(empty_output, LengthMismatch),
    CASE(no_usage, MissingUsage),
    CASE(in_place, AliasedUse),
    CASE(output_in_chunk, AliasedUse),
    CASE(long_gpu_count, LengthMismatch),
    CASE(foreign_gpu_count, ForeignObject),
    CASE(gpu_count_in_output, AliasedUse),
    CASE(exceeded_in_output, AliasedUse),
    CASE(large_count, CountOutOfRange),
};

static char const function[] = "wgsGraphAddReduce";

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddReduce(graph, descriptor, error);
}

static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f, wgs_test_context());
        cases[i].spoil(&f);
        good = wgs_clean_failure_refuses(
                   f.graph,
                   function,
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
    open_fixture(&f, wgs_test_context());
    assert_true(wgs_clean_failure_null_and_compiled(f.graph, function, add, &f.descriptor));
    close_fixture(&f);
}

static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    fixture f;
    open_fixture(&f, context);
    f.descriptor.in = new_view(f.graph, 262145);
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "too large");
    WGSStatus const status = wgsGraphAddReduce(f.graph, &f.descriptor, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_BindingTooLarge));
    close_fixture(&f);
    wgsContextRelease(context);
}

/* Chunks that share a buffer are read more than once: 2^31 rows in all are the limit. */
static void test_too_many_rows(void** state) {
    (void)state;
    enum { CHUNKS = 129, ROWS = 1 << 24 };
    fixture f;
    open_fixture(&f, wgs_test_context());
    static WGSView chunks[CHUNKS];
    WGSView const chunk = new_view(f.graph, ROWS);
    for (size_t i = 0; i < CHUNKS; i++)
        chunks[i] = chunk;
    f.descriptor.in = (WGSView){0};
    f.descriptor.inChunks = (WGSVector){CHUNKS, chunks};
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "too many rows");
    WGSStatus status = wgsGraphAddReduce(f.graph, &f.descriptor, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_TooManyRows));
    f.descriptor.inChunks.chunkCount = CHUNKS - 1;
    assert_int_equal(wgsGraphAddReduce(f.graph, &f.descriptor, NULL), WGSStatus_Success);
    close_fixture(&f);
}

/* Each allocation fails once. */
static void test_without_memory(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    fixture f;
    open_fixture(&f, context);
    use_chunks(&f);
    size_t n = 1;
    for (;; n++) {
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "memory");
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = wgsGraphAddReduce(f.graph, &f.descriptor, &failure.error);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_true(
            wgs_clean_failure_end(&failure, status, WGSStatus_OutOfMemory, WGSErrorId_HostMemory));
    }
    assert_true(n > 8);
    close_fixture(&f);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_too_many_rows),
        cmocka_unit_test(test_without_memory),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
