/* SPDX-License-Identifier: MIT */
/* The functions of graph.h up to compile, without a device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/fake_gpu.h"
#include "testing/plan_fixture.h"
#include "wgsort/graph.h"

typedef struct fixture {
    wgs_fake_gpu gpu;
    WGSContext context;
    WGSGraph graph;
    wgs_fake_object buffer;
    WGSError error; /* of the last refused call */
} fixture;

static int open_fixture(void** state) {
    static fixture f;
    f = (fixture){
        .buffer = {
            .references = 1,
            .size = 1024,
            .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc}};
    f.context = wgs_fake_context(&f.gpu);
    assert_int_equal(wgsContextCreateGraph(f.context, NULL, &f.graph, NULL), WGSStatus_Success);
    *state = &f;
    return 0;
}

/* Every reference that the graph took is given back, and every block of memory. */
static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    assert_int_equal(f->gpu.context_references, 1);
    assert_int_equal(f->buffer.references, 1);
    assert_int_equal(f->gpu.memory.live, 0);
    return 0;
}

static void expect_refused(
    fixture* f, WGSStatus status, WGSErrorId id, char const* message, wgs_graph_mark before) {
    assert_int_not_equal(status, WGSStatus_Success);
    assert_int_equal(f->error.status, status);
    assert_int_equal(f->error.detail, id);
    if (message != NULL)
        assert_string_equal(f->error.message, message);
    wgs_graph_mark const after = wgs_graph_get_mark(f->graph);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(f->buffer.references, 1);
}

static void
refuse_import(fixture* f, WGSImportDescriptor descriptor, WGSErrorId id, char const* message) {
    WGSBuffer made = NULL;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    WGSStatus const status = wgsGraphImportBuffer(f->graph, &descriptor, &made, &f->error);
    expect_refused(f, status, id, message, before);
    assert_null(made);
}

static void graphs_need_their_pointers(void** state) {
    fixture* const f = *state;
    WGSGraph graph = NULL;
    WGSError error = {0};
    assert_int_equal(wgsContextCreateGraph(NULL, NULL, &graph, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_string_equal(error.message, "wgsContextCreateGraph: context is NULL");
    assert_int_equal(
        wgsContextCreateGraph(f->context, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_string_equal(error.message, "wgsContextCreateGraph: graph is NULL");
    assert_int_equal(f->gpu.context_references, 2);
}

static void graphs_are_counted(void** state) {
    fixture* const f = *state;
    WGSGraph graph;
    WGSGraphDescriptor const descriptor = {.label = wgs_string_view("mine")};
    assert_int_equal(
        wgsContextCreateGraph(f->context, &descriptor, &graph, NULL), WGSStatus_Success);
    assert_string_equal(graph->label, "mine");
    assert_int_equal(f->gpu.context_references, 3);
    wgsGraphAddRef(graph);
    wgsGraphRelease(graph);
    assert_int_equal(f->gpu.context_references, 3);
    wgsGraphRelease(graph);
    assert_int_equal(f->gpu.context_references, 2);
    wgsGraphAddRef(NULL);
    wgsGraphRelease(NULL);
}

/* item 6: a default buffer is optional, at least as large as declared, and held. */
static void imports_hold_their_buffer(void** state) {
    fixture* const f = *state;
    WGSBuffer made;
    WGSImportDescriptor const whole = {.buffer = wgs_fake_buffer(&f->buffer)};
    assert_int_equal(wgsGraphImportBuffer(f->graph, &whole, &made, NULL), WGSStatus_Success);
    assert_int_equal(f->buffer.references, 2);
    assert_int_equal(made->size, 1024);
    assert_true(made->usage == f->buffer.usage);
    assert_true(made->imported);
    WGSImportDescriptor const part = {
        .label = wgs_string_view("part"),
        .size = 512,
        .usage = WGPUBufferUsage_Storage,
        .buffer = wgs_fake_buffer(&f->buffer)};
    assert_int_equal(wgsGraphImportBuffer(f->graph, &part, &made, NULL), WGSStatus_Success);
    assert_int_equal(made->size, 512);
    assert_true(made->usage == WGPUBufferUsage_Storage);
    assert_string_equal(made->label, "part");
    WGSImportDescriptor const later = {.size = 64, .usage = WGPUBufferUsage_Uniform};
    assert_int_equal(wgsGraphImportBuffer(f->graph, &later, &made, NULL), WGSStatus_Success);
    assert_null(made->default_buffer);
}

/* fault BU-04: WebGPU buffers may have any size. */
static void whole_imports_end_at_a_multiple_of_4(void** state) {
    fixture* const f = *state;
    WGSBuffer made;
    f->buffer.size = 1023;
    WGSImportDescriptor const whole = {.buffer = wgs_fake_buffer(&f->buffer)};
    assert_int_equal(wgsGraphImportBuffer(f->graph, &whole, &made, NULL), WGSStatus_Success);
    assert_int_equal(made->size, 1020);
}

/* items 5, 6, fault ME-04: sizes, usages and the default buffer of an import. */
static void imports_are_checked(void** state) {
    fixture* const f = *state;
    WGPUBuffer const buffer = wgs_fake_buffer(&f->buffer);
    WGPUBufferUsage const storage = WGPUBufferUsage_Storage;
    refuse_import(
        f,
        (WGSImportDescriptor){.size = 10, .usage = storage},
        WGSErrorId_InvalidSize,
        "wgsGraphImportBuffer: size is 10 but must be a multiple of 4");
    refuse_import(
        f,
        (WGSImportDescriptor){.usage = storage},
        WGSErrorId_InvalidSize,
        "wgsGraphImportBuffer: size is 0 and there is no buffer to take it from");
    refuse_import(
        f,
        (WGSImportDescriptor){.size = 1028, .buffer = buffer},
        WGSErrorId_BufferTooSmall,
        "wgsGraphImportBuffer: size is 1028 but buffer holds 1024 bytes");
    refuse_import(
        f,
        (WGSImportDescriptor){.usage = storage | WGPUBufferUsage_Uniform, .buffer = buffer},
        WGSErrorId_MissingUsage,
        "wgsGraphImportBuffer: buffer lacks the declared usage Uniform");
    refuse_import(
        f,
        (WGSImportDescriptor){.size = 64},
        WGSErrorId_MissingUsage,
        "wgsGraphImportBuffer: usage is 0 and there is no buffer to take it from");
    refuse_import(
        f,
        (WGSImportDescriptor){.size = 268435460, .usage = storage},
        WGSErrorId_BufferTooLarge,
        NULL);
    f->buffer.size = 3;
    refuse_import(
        f,
        (WGSImportDescriptor){.buffer = buffer},
        WGSErrorId_InvalidSize,
        "wgsGraphImportBuffer: buffer holds less than 4 bytes");
}

/* item 10, fault SZ-03: without a size 4 bytes, without a usage Storage. */
static void transients_have_defaults(void** state) {
    fixture* const f = *state;
    WGSBuffer made;
    WGSTransientDescriptor const zero = WGS_TRANSIENT_DESCRIPTOR_INIT;
    assert_int_equal(wgsGraphCreateTransient(f->graph, &zero, &made, NULL), WGSStatus_Success);
    assert_int_equal(made->size, 4);
    assert_true(made->usage == WGPUBufferUsage_Storage);
    assert_false(made->imported);
}

static void refuse_transient(fixture* f, WGSTransientDescriptor descriptor, WGSErrorId id) {
    WGSBuffer made = NULL;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    WGSStatus const status = wgsGraphCreateTransient(f->graph, &descriptor, &made, &f->error);
    expect_refused(f, status, id, NULL, before);
    assert_null(made);
}

/* items 5, 10, fault ME-04: sizes and usages of a transient. */
static void transients_are_checked(void** state) {
    fixture* const f = *state;
    refuse_transient(f, (WGSTransientDescriptor){.size = 6}, WGSErrorId_InvalidSize);
    refuse_transient(f, (WGSTransientDescriptor){.size = 268435460}, WGSErrorId_BufferTooLarge);
    refuse_transient(
        f, (WGSTransientDescriptor){.size = UINT64_MAX - 3}, WGSErrorId_BufferTooLarge);
    WGPUBufferUsage const storage = WGPUBufferUsage_Storage;
    refuse_transient(
        f,
        (WGSTransientDescriptor){.usage = storage | WGPUBufferUsage_MapRead},
        WGSErrorId_InvalidEnum);
    refuse_transient(
        f, (WGSTransientDescriptor){.usage = WGPUBufferUsage_MapWrite}, WGSErrorId_InvalidEnum);
    refuse_transient(f, (WGSTransientDescriptor){.usage = storage | 0x400}, WGSErrorId_InvalidEnum);
}

static void values_are_checked(void** state) {
    fixture* const f = *state;
    WGSValue value = NULL;
    WGSValueDescriptor descriptor = {.label = wgs_string_view("rows"), .value = 9, .maximum = 8};
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    WGSStatus const status = wgsGraphCreateValue(f->graph, &descriptor, &value, &f->error);
    expect_refused(
        f,
        status,
        WGSErrorId_ValueOutOfRange,
        "wgsGraphCreateValue: value is 9 but maximum is 8",
        before);
    assert_null(value);
    descriptor.maximum = 0;
    assert_int_equal(wgsGraphCreateValue(f->graph, &descriptor, &value, NULL), WGSStatus_Success);
    assert_int_equal(value->maximum, 9);
    assert_string_equal(value->label, "rows");
}

static void pointers_are_required(void** state) {
    fixture* const f = *state;
    WGSImportDescriptor const import = {.size = 4, .usage = 1};
    WGSTransientDescriptor const transient = {0};
    WGSValueDescriptor const value = {0};
    WGSBuffer buffer = NULL;
    WGSValue made = NULL;
    WGSError* const e = &f->error;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    WGSStatus const statuses[] = {
        wgsGraphImportBuffer(NULL, &import, &buffer, e),
        wgsGraphImportBuffer(f->graph, NULL, &buffer, e),
        wgsGraphImportBuffer(f->graph, &import, NULL, e),
        wgsGraphCreateTransient(NULL, &transient, &buffer, e),
        wgsGraphCreateTransient(f->graph, NULL, &buffer, e),
        wgsGraphCreateTransient(f->graph, &transient, NULL, e),
        wgsGraphCreateValue(NULL, &value, &made, e),
        wgsGraphCreateValue(f->graph, NULL, &made, e),
        wgsGraphCreateValue(f->graph, &value, NULL, e),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        expect_refused(f, statuses[i], WGSErrorId_NullArgument, NULL, before);
    assert_null(buffer);
    assert_null(made);
}

/* item 1: no import, transient or value after compile. */
static void a_compiled_graph_takes_nothing(void** state) {
    fixture* const f = *state;
    WGSImportDescriptor const import = {.buffer = wgs_fake_buffer(&f->buffer)};
    WGSTransientDescriptor const transient = {0};
    WGSValueDescriptor const value = {0};
    WGSBuffer buffer;
    WGSValue made;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    f->graph->compiled = true;
    WGSStatus const statuses[] = {
        wgsGraphImportBuffer(f->graph, &import, &buffer, &f->error),
        wgsGraphCreateTransient(f->graph, &transient, &buffer, &f->error),
        wgsGraphCreateValue(f->graph, &value, &made, &f->error),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        assert_int_equal(statuses[i], WGSStatus_InvalidState);
        expect_refused(f, statuses[i], WGSErrorId_GraphCompiled, NULL, before);
    }
}

typedef WGSStatus (*call)(fixture* f, WGSError* error);

static WGSStatus create_graph(fixture* f, WGSError* error) {
    WGSGraph graph = NULL;
    WGSStatus const status = wgsContextCreateGraph(f->context, NULL, &graph, error);
    wgsGraphRelease(graph);
    return status;
}

static WGSStatus import_buffer(fixture* f, WGSError* error) {
    WGSBuffer buffer;
    WGSImportDescriptor const descriptor = {.buffer = wgs_fake_buffer(&f->buffer)};
    return wgsGraphImportBuffer(f->graph, &descriptor, &buffer, error);
}

static WGSStatus create_transient(fixture* f, WGSError* error) {
    WGSBuffer buffer;
    WGSTransientDescriptor const descriptor = {0};
    return wgsGraphCreateTransient(f->graph, &descriptor, &buffer, error);
}

static WGSStatus create_value(fixture* f, WGSError* error) {
    WGSValue value;
    WGSValueDescriptor const descriptor = {0};
    return wgsGraphCreateValue(f->graph, &descriptor, &value, error);
}

/* fault ME-01: each allocation fails once; graph, context and buffers are as they were. */
static void without_memory_nothing_changes(void** state) {
    fixture* const f = *state;
    static call const calls[] = {create_graph, import_buffer, create_transient, create_value};
    wgs_failing_allocator* const memory = &f->gpu.memory;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        int const context_references = f->gpu.context_references;
        for (size_t n = 1;; n++) {
            size_t const live = memory->live;
            wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
            int const buffer_references = f->buffer.references;
            wgs_fail_allocation(memory, n);
            WGSStatus const status = calls[c](f, &f->error);
            wgs_fail_allocation(memory, 0);
            assert_int_equal(f->gpu.context_references, context_references);
            if (status == WGSStatus_Success) {
                assert_true(n > 2);
                break;
            }
            wgs_graph_mark const after = wgs_graph_get_mark(f->graph);
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(f->error.detail, WGSErrorId_HostMemory);
            assert_memory_equal(&before, &after, sizeof before);
            assert_int_equal(memory->live, live);
            assert_int_equal(f->buffer.references, buffer_references);
        }
    }
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(graphs_need_their_pointers),
        WITH_FIXTURE(graphs_are_counted),
        WITH_FIXTURE(imports_hold_their_buffer),
        WITH_FIXTURE(whole_imports_end_at_a_multiple_of_4),
        WITH_FIXTURE(imports_are_checked),
        WITH_FIXTURE(transients_have_defaults),
        WITH_FIXTURE(transients_are_checked),
        WITH_FIXTURE(values_are_checked),
        WITH_FIXTURE(pointers_are_required),
        WITH_FIXTURE(a_compiled_graph_takes_nothing),
        WITH_FIXTURE(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
