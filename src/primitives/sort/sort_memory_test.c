/* SPDX-License-Identifier: MIT */
/* Every allocation of add, compile and encode failed once, for every primitive: an error, no crash,
 * nothing half-added, nothing leaked, and the next try with memory succeeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/guarded_buffer.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { ROWS = 600, COLUMNS = 6, MOST_CALLS = 4000 };

/* A graph on buffers that are there, of a context with a failing allocator. */
typedef struct fixture {
    wgs_failing_allocator allocator;
    WGSContext context;
    WGSGraph graph;
    wgs_guarded_buffer places[COLUMNS];
    WGSView views[COLUMNS];
    WGSValue count;
} fixture;

typedef WGSStatus (*add_function)(fixture* f, WGSError* error);

/* Whether the call that was to fail has come. */
static bool failed_one(wgs_failing_allocator const* allocator) {
    return allocator->fail_at != 0 && allocator->calls >= allocator->fail_at;
}

static void open_graph(fixture* f) {
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(f->context, NULL, &f->graph, &error), 0);
    for (int i = 0; i < COLUMNS; i++)
        assert_int_equal(
            wgs_guarded_buffer_import(
                &f->places[i], f->graph, WGSFormat_Uint32, &f->views[i], &error),
            0);
    WGSValueDescriptor const descriptor = {.value = ROWS};
    assert_int_equal(wgsGraphCreateValue(f->graph, &descriptor, &f->count, &error), 0);
}

static int open_fixture(void** state) {
    static fixture f;
    f = (fixture){0};
    WGSError error;
    if (wgs_test_context_allocated(wgs_failing_allocator_hooks(&f.allocator), &f.context, &error) !=
        WGSStatus_Success)
        return -1;
    for (int i = 0; i < COLUMNS; i++)
        f.places[i] = wgs_guarded_buffer_create(0, 4 * ROWS, NULL);
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsContextRelease(f->context);
    for (int i = 0; i < COLUMNS; i++)
        wgs_guarded_buffer_free(&f->places[i]);
    int const leaked = f->allocator.live != 0;
    return leaked ? -1 : 0;
}

static WGSStatus add_radix(fixture* f, WGSError* error) {
    WGSSortKey const key = {.in = f->views[0], .out = f->views[1], .bitCount = 5};
    WGSSortValue const value = {f->views[2], f->views[3]};
    WGSSortDescriptor const descriptor = {
        .keyCount = 1, .keys = &key, .valueCount = 1, .values = &value, .count = f->count};
    return wgsGraphAddSort(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_bitonic(fixture* f, WGSError* error) {
    WGSSortKey const key = {.in = f->views[0]};
    WGSSortDescriptor const descriptor = {
        .keyCount = 1, .keys = &key, .rowsOut = f->views[4], .algorithm = WGSAlgorithm_Bitonic};
    return wgsGraphAddSort(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_words(fixture* f, WGSError* error) {
    WGSSortKey const keys[] = {
        {.in = f->views[0], .out = f->views[1], .bitCount = 4},
        {.in = f->views[2], .bitCount = 4, .direction = WGSDirection_Descending}};
    WGSSortDescriptor const descriptor = {.keyCount = 2, .keys = keys, .count = f->count};
    return wgsGraphAddSort(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_batch(fixture* f, WGSError* error) {
    WGSView in[2] = {f->views[0], f->views[0]};
    WGSView out[2] = {f->views[1], f->views[1]};
    for (size_t i = 0; i < 2; i++) {
        in[i].length = out[i].length = 280;
        in[i].offset = out[i].offset = 1120 * i;
    }
    WGSBatchSortKey const key = {.in = {2, in}, .out = {2, out}, .bitCount = 4};
    WGSBatchSortDescriptor const descriptor = {.keyCount = 1, .keys = &key};
    return wgsGraphAddBatchSort(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_scan(fixture* f, WGSError* error) {
    WGSScanDescriptor const descriptor = {.in = f->views[0], .out = f->views[1], .count = f->count};
    return wgsGraphAddScan(f->graph, &descriptor, error);
}

static WGSStatus add_gather(fixture* f, WGSError* error) {
    WGSGatherDescriptor const descriptor = {
        .rows = f->views[0], .in = f->views[1], .out = f->views[2], .count = f->count};
    return wgsGraphAddGather(f->graph, &descriptor, error);
}

static WGSStatus add_reduce(fixture* f, WGSError* error) {
    WGSView out = f->views[3];
    out.length = 1;
    WGSReduceDescriptor const descriptor = {
        .inChunks = {3, f->views}, .out = out, .count = f->count};
    return wgsGraphAddReduce(f->graph, &descriptor, error);
}

/* Edges in a table of the program. */
static WGSStatus add_histogram(fixture* f, WGSError* error) {
    WGSHistogramDescriptor const descriptor = {
        .in = f->views[0],
        .bins = f->views[1],
        .domain = WGSHistogramDomain_Range,
        .high = 1000,
        .count = f->count};
    return wgsGraphAddHistogram(f->graph, &descriptor, error);
}

static WGSStatus add_automatic_histogram(fixture* f, WGSError* error) {
    WGSHistogramDescriptor const descriptor = {
        .in = f->views[0], .mask = f->views[1], .bins = f->views[2], .count = f->count};
    return wgsGraphAddHistogram(f->graph, &descriptor, error);
}

/* Fails call after call of adding, until none is left to fail. */
static void fail_add(fixture* f, add_function add) {
    for (size_t call = 1; call < MOST_CALLS; call++) {
        open_graph(f);
        wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
        WGSError error = {0};
        wgs_fail_allocation(&f->allocator, call);
        WGSStatus const status = add(f, &error);
        bool const failed = failed_one(&f->allocator);
        wgs_fail_allocation(&f->allocator, 0);
        if (!failed) {
            assert_int_equal(status, WGSStatus_Success);
            assert_true(call > 1);
            wgsGraphRelease(f->graph);
            return;
        }
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        wgs_graph_mark const after = wgs_graph_get_mark(f->graph);
        assert_memory_equal(&before, &after, sizeof before);
        assert_int_equal(add(f, &error), WGSStatus_Success);
        wgsGraphRelease(f->graph);
    }
    fail_msg("adding never ran out of allocations to fail");
}

/* The same for compiling. A failure while pipelines are compiled side by side may be made good by
 * compiling them one by one. */
static void fail_compile(fixture* f, add_function add) {
    for (size_t call = 1; call < MOST_CALLS; call++) {
        open_graph(f);
        WGSError error = {0};
        assert_int_equal(add(f, &error), WGSStatus_Success);
        WGSProgram program = NULL;
        wgs_fail_allocation(&f->allocator, call);
        WGSStatus status = wgsGraphCompile(f->graph, NULL, &program, &error);
        bool const failed = failed_one(&f->allocator);
        wgs_fail_allocation(&f->allocator, 0);
        if (status != WGSStatus_Success) {
            assert_true(failed);
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(error.detail, WGSErrorId_HostMemory);
            status = wgsGraphCompile(f->graph, NULL, &program, &error);
        }
        assert_int_equal(status, WGSStatus_Success);
        wgsProgramRelease(program);
        wgsGraphRelease(f->graph);
        if (!failed)
            return;
    }
    fail_msg("compiling never ran out of allocations to fail");
}

/* The same for encoding with a replaced value; a failed encode leaves an encoder that submits. */
static void fail_encode(fixture* f, add_function add) {
    open_graph(f);
    WGSError error = {0};
    assert_int_equal(add(f, &error), WGSStatus_Success);
    WGSProgram program = NULL;
    assert_int_equal(wgsGraphCompile(f->graph, NULL, &program, &error), WGSStatus_Success);
    WGSValueReplacement const replacement = {f->count, ROWS - 1};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &replacement};
    bool failed = true;
    for (size_t call = 1; failed && call < MOST_CALLS; call++) {
        WGPUCommandEncoder const encoder = wgs_test_encoder();
        wgs_fail_allocation(&f->allocator, call);
        WGSStatus status = wgsProgramEncode(program, encoder, &descriptor, NULL, &error);
        failed = failed_one(&f->allocator);
        wgs_fail_allocation(&f->allocator, 0);
        if (failed) {
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(error.detail, WGSErrorId_HostMemory);
            status = wgsProgramEncode(program, encoder, &descriptor, NULL, &error);
        }
        assert_int_equal(status, WGSStatus_Success);
        assert_true(wgs_test_submit(encoder));
    }
    assert_false(failed);
    wgsProgramRelease(program);
    wgsGraphRelease(f->graph);
}

static void fail_all(void** state, add_function add) {
    fixture* const f = *state;
    size_t const live = f->allocator.live;
    fail_add(f, add);
    assert_int_equal(f->allocator.live, live);
    fail_compile(f, add);
    /* Pipelines stay in the context's cache. */
    size_t const cached = f->allocator.live;
    fail_encode(f, add);
    assert_int_equal(f->allocator.live, cached);
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* items 2, 4, fault ME-01: for every primitive: each allocation of add, compile and encode fails
 * once. */
static void test_radix(void** state) { fail_all(state, add_radix); }
static void test_bitonic(void** state) { fail_all(state, add_bitonic); }
static void test_words(void** state) { fail_all(state, add_words); }
static void test_batch(void** state) { fail_all(state, add_batch); }
static void test_scan(void** state) { fail_all(state, add_scan); }
static void test_gather(void** state) { fail_all(state, add_gather); }
static void test_reduce(void** state) { fail_all(state, add_reduce); }
static void test_histogram(void** state) { fail_all(state, add_histogram); }
static void test_automatic_histogram(void** state) { fail_all(state, add_automatic_histogram); }

/* fault ME-01: Creating the context itself. */
static void test_context(void** state) {
    (void)state;
    wgs_failing_allocator allocator = {0};
    bool failed = true;
    for (size_t call = 1; failed && call < MOST_CALLS; call++) {
        WGSContext context = NULL;
        WGSError error = {0};
        wgs_fail_allocation(&allocator, call);
        WGSStatus const status =
            wgs_test_context_allocated(wgs_failing_allocator_hooks(&allocator), &context, &error);
        failed = failed_one(&allocator);
        assert_int_equal(status, failed ? WGSStatus_OutOfMemory : WGSStatus_Success);
        wgsContextRelease(context);
        assert_int_equal(allocator.live, 0);
    }
    assert_false(failed);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_context),
        cmocka_unit_test(test_radix),
        cmocka_unit_test(test_bitonic),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_scan),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_automatic_histogram),
    };
    int const failed = cmocka_run_group_tests(tests, open_fixture, close_fixture);
    wgs_test_close();
    return failed;
}
