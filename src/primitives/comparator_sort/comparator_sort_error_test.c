/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddComparatorSort wrongly, and what the compiler refuses, with the line
 * of the caller's text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

enum { RECORDS = 3000, SIZE = 20 };

static char const function[] = "wgsGraphAddComparatorSort";

static char const good_source[] =
    "struct Record { key: u32, rest: array<u32, 4> }\n"
    "fn before(a: Record, b: Record) -> bool { return a.key < b.key; }\n";

/* A valid sort, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSComparatorSortDescriptor descriptor;
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSValue new_value(WGSGraph graph, uint32_t maximum) {
    WGSValueDescriptor const descriptor = {.value = 1, .maximum = maximum};
    WGSValue value = NULL;
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(graph, &descriptor, &value, &error), 0);
    return value;
}

static void open_fixture(fixture* f, WGSContext context) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, &error), 0);
    WGSBuffer const buffer = import(f->graph, SIZE * RECORDS, WGPUBufferUsage_Storage);
    f->descriptor = (WGSComparatorSortDescriptor){
        .source = wgs_test_text(good_source),
        .recordSize = SIZE,
        .records = {buffer, WGSFormat_Uint32, 0, SIZE / 4 * RECORDS}};
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static void no_source(fixture* f) { f->descriptor.source = (WGPUStringView){0}; }
static void empty_source(fixture* f) { f->descriptor.source.length = 0; }
static void cut_source(fixture* f) { f->descriptor.source.length = 60; }
static void binding(fixture* f) {
    f->descriptor.source = wgs_test_text("@group(0) @binding(1) var<storage> x: u32;");
}
static void no_size(fixture* f) { f->descriptor.recordSize = 0; }
static void odd_size(fixture* f) { f->descriptor.recordSize = 18; }
static void no_records(fixture* f) { f->descriptor.records.buffer = NULL; }
static void float_records(fixture* f) { f->descriptor.records.format = WGSFormat_Float32; }
static void past_the_end(fixture* f) { f->descriptor.records.length += SIZE / 4; }
static void odd_offset(fixture* f) { f->descriptor.records.offset = 2; }
static void unaligned_offset(fixture* f) {
    f->descriptor.records.offset = SIZE;
    f->descriptor.records.length -= SIZE / 4;
}
static void part_of_record(fixture* f) { f->descriptor.records.length -= 1; }
static void no_usage(fixture* f) {
    f->descriptor.records.buffer = import(f->graph, SIZE * RECORDS, WGPUBufferUsage_CopyDst);
}
static void foreign_records(fixture* f) {
    f->descriptor.records.buffer = import(f->other, SIZE * RECORDS, WGPUBufferUsage_Storage);
}
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void large_count(fixture* f) { f->descriptor.count = new_value(f->graph, RECORDS + 1); }
static void count_in_records(fixture* f) {
    f->descriptor.gpuCount.view = f->descriptor.records;
    f->descriptor.gpuCount.view.length = 1;
}
static void long_gpu_count(fixture* f) {
    f->descriptor.gpuCount.view =
        (WGSView){import(f->graph, 8, WGPUBufferUsage_Storage), WGSFormat_Uint32, 0, 2};
}

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const cases[] = {
    CASE(no_source, NullArgument),
    CASE(empty_source, NullArgument),
    CASE(cut_source, SourceText),
    CASE(binding, SourceText),
    CASE(no_size, RecordSize),
    CASE(odd_size, RecordSize),
    CASE(no_records, ViewMissing),
    CASE(float_records, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(unaligned_offset, InvalidOffset),
    CASE(part_of_record, LengthMismatch),
    CASE(no_usage, MissingUsage),
    CASE(foreign_records, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(large_count, CountOutOfRange),
    CASE(count_in_records, AliasedUse),
    CASE(long_gpu_count, LengthMismatch),
};

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddComparatorSort(graph, descriptor, error);
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

static void expect_too_large(fixture* f, WGSErrorId detail) {
    wgs_clean_failure failure = wgs_clean_failure_begin(f->graph, function, "too large");
    WGSStatus const status = wgsGraphAddComparatorSort(f->graph, &f->descriptor, &failure.error);
    assert_true(wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, detail));
    close_fixture(f);
}

static void test_too_large(void** state) {
    (void)state;
    static char text[WGS_MAX_COMPARATOR_SOURCE + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, good_source, sizeof good_source - 1);
    fixture f;
    open_fixture(&f, wgs_test_context());
    f.descriptor.source = (WGPUStringView){text, sizeof text};
    expect_too_large(&f, WGSErrorId_SourceText);
    open_fixture(&f, wgs_test_context());
    f.descriptor.recordSize = WGS_MAX_RECORD_SIZE + 4;
    expect_too_large(&f, WGSErrorId_RecordSize);
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 32768});
    assert_non_null(context);
    open_fixture(&f, context);
    expect_too_large(&f, WGSErrorId_BindingTooLarge);
    wgsContextRelease(context);
}

/* What only the compiler finds. */
typedef struct compile_case {
    char const* source;
    uint32_t size;
    char const* told; /* how the message starts after the function's name */
} compile_case;

static compile_case const compile_cases[] = {
    {"// A comment.\n"
     "struct Record { key: u32 }\n"
     "fn before(a: Record, b: Record) -> bool {\n"
     "    return a.kee < b.key;\n"
     "}\n",
     4,
     "source.wgsl:4: "},
    {"struct Record { key: u32 }\n"
     "\n"
     "fn before(a: Record, b: Record) -> bool { return a.key < ; }\n",
     4,
     "source.wgsl:3: "},
    {"struct Record { key: u32 }\n"
     "fn before(a: Record, b: Record) -> bool { return wrong(a); }",
     4,
     "source.wgsl:2: "},
    /* A record larger than its size, and one that is more aligned. */
    {good_source, 16, "comparator_record.wgsl:"},
    {"struct Record { key: vec4u }\n"
     "fn before(a: Record, b: Record) -> bool { return a.key.x < b.key.x; }\n",
     20,
     "comparator_record.wgsl:"},
};

static void test_compile_errors(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof compile_cases / sizeof *compile_cases; i++) {
        compile_case const* const c = &compile_cases[i];
        fixture f;
        open_fixture(&f, wgs_test_context());
        f.descriptor.source = wgs_test_text(c->source);
        f.descriptor.recordSize = c->size;
        WGSError error = {0};
        assert_int_equal(wgsGraphAddComparatorSort(f.graph, &f.descriptor, &error), 0);
        WGSProgram program;
        assert_int_equal(wgsGraphCompile(f.graph, NULL, &program, &error), WGSStatus_DeviceError);
        assert_int_equal(error.detail, WGSErrorId_ShaderModule);
        static char const start[] = "wgsGraphCompile: ";
        char const* const told = error.message + sizeof start - 1;
        if (strncmp(error.message, start, sizeof start - 1) != 0 ||
            strncmp(told, c->told, strlen(c->told)) != 0)
            fail_msg("%s\nwanted: %s%s\ngot: %s", c->source, start, c->told, error.message);
        close_fixture(&f);
    }
    assert_int_equal(wgs_test_device_errors(), 0);
}

static void test_null_and_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f, wgs_test_context());
    assert_true(wgs_clean_failure_null_and_compiled(f.graph, function, add, &f.descriptor));
    close_fixture(&f);
}

static WGSStatus add_and_compile(fixture* f, WGSError* error) {
    WGS_TRY(wgsGraphAddComparatorSort(f->graph, &f->descriptor, error));
    WGSProgram program;
    WGS_TRY(wgsGraphCompile(f->graph, NULL, &program, error));
    wgsProgramRelease(program);
    return WGSStatus_Success;
}

/* Each allocation fails once, those of the pipelines and their copies of the text too: every try
 * has a text of its own, or the cache would have it. */
static void test_without_memory(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    size_t n = 1;
    for (bool done = false; !done; n++) {
        char text[sizeof good_source + 20] = {0};
        memcpy(text, good_source, sizeof good_source - 1);
        memset(text + sizeof good_source - 1, '\n', n % 20);
        fixture f;
        open_fixture(&f, context);
        f.descriptor.source = wgs_test_text(text);
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = add_and_compile(&f, &error);
        bool const failed = memory.calls >= n;
        wgs_fail_allocation(&memory, 0);
        done = !failed;
        if (failed) {
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(error.detail, WGSErrorId_HostMemory);
        } else {
            assert_int_equal(status, WGSStatus_Success);
        }
        close_fixture(&f);
    }
    assert_true(n > 20);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* The graph is as it was, the copy of the text included. */
static void test_rolled_back(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    fixture f;
    open_fixture(&f, context);
    for (size_t n = 1;; n++) {
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "memory");
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = wgsGraphAddComparatorSort(f.graph, &f.descriptor, &failure.error);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_true(
            wgs_clean_failure_end(&failure, status, WGSStatus_OutOfMemory, WGSErrorId_HostMemory));
        assert_int_equal(wgs_graph_get_mark(f.graph).text_count, 0);
    }
    assert_int_equal(wgs_graph_get_mark(f.graph).text_count, 1);
    close_fixture(&f);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_compile_errors),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_rolled_back),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
