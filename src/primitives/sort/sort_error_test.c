/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddSort wrongly: the id, and that nothing is left in the graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "primitives/common/launch.h"
#include "primitives/radix/radix_tuning.h"
#include "testing/clean_failure.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { ROWS = 300, BUFFERS = 7 };

/* A valid sort of two keys and two values, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSBuffer buffers[BUFFERS];
    WGSSortKey keys[WGS_MAX_SORT_KEYS + 1];
    WGSSortValue values[WGS_MAX_SORT_VALUES + 1];
    WGSSortDescriptor descriptor;
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSGraph create_graph(WGSContext context) {
    WGSGraph graph = NULL;
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, &error), 0);
    return graph;
}

static WGSView view(WGSBuffer buffer, WGSFormat format) {
    return (WGSView){buffer, format, 0, ROWS};
}

static void open_fixture(fixture* f) {
    *f = (fixture){.graph = create_graph(wgs_test_context())};
    f->other = create_graph(wgs_test_context());
    f->foreign = import(f->other, 16 * ROWS, WGPUBufferUsage_Storage);
    for (int i = 0; i < BUFFERS; i++)
        f->buffers[i] = import(f->graph, 16 * ROWS, WGPUBufferUsage_Storage);
    /* Inputs may share a buffer. */
    f->keys[0] = (WGSSortKey){
        .in = view(f->buffers[0], WGSFormat_Uint32), .out = view(f->buffers[1], WGSFormat_Uint32)};
    f->keys[1] = (WGSSortKey){
        .in = view(f->buffers[0], WGSFormat_Float64),
        .out = view(f->buffers[2], WGSFormat_Float64)};
    f->values[0] = (WGSSortValue){
        view(f->buffers[3], WGSFormat_Uint32x3), view(f->buffers[4], WGSFormat_Uint32x3)};
    f->values[1] = (WGSSortValue){
        view(f->buffers[3], WGSFormat_Sint32), view(f->buffers[5], WGSFormat_Sint32)};
    f->descriptor = (WGSSortDescriptor){
        .keyCount = 2,
        .keys = f->keys,
        .valueCount = 2,
        .values = f->values,
        .rowsOut = view(f->buffers[6], WGSFormat_Uint32),
    };
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static void no_keys_pointer(fixture* f) { f->descriptor.keys = NULL; }
static void no_values_pointer(fixture* f) { f->descriptor.values = NULL; }
static void bad_direction(fixture* f) { f->keys[1].direction = (WGSDirection)2; }
static void negative_direction(fixture* f) { f->keys[0].direction = (WGSDirection)-1; }
static void copy_algorithm(fixture* f) { f->descriptor.algorithm = WGSAlgorithm_Copy; }
static void bad_algorithm(fixture* f) { f->descriptor.algorithm = (WGSAlgorithm)77; }
static void foreign_key(fixture* f) { f->keys[1].in.buffer = f->foreign; }
static void foreign_output(fixture* f) { f->values[1].out.buffer = f->foreign; }
static void foreign_count(fixture* f) {
    WGSValueDescriptor const descriptor = {.value = 1};
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(f->other, &descriptor, &f->descriptor.count, &error), 0);
}
static void no_key_buffer(fixture* f) { f->keys[0].in.buffer = NULL; }
static void no_value_buffer(fixture* f) { f->values[0].in.buffer = NULL; }
static void no_value_output(fixture* f) { f->values[1].out.buffer = NULL; }
static void row_key(fixture* f) { f->keys[0].in.format = WGSFormat_Uint32x2; }
static void no_format(fixture* f) { f->keys[0].in.format = WGSFormat_Undefined; }
static void bad_format(fixture* f) { f->values[0].in.format = (WGSFormat)10; }
static void negative_format(fixture* f) { f->values[0].in.format = (WGSFormat)-1; }
static void other_key_format(fixture* f) { f->keys[0].out.format = WGSFormat_Sint32; }
static void other_value_format(fixture* f) { f->values[1].out.format = WGSFormat_Float32; }
static void signed_rows(fixture* f) { f->descriptor.rowsOut.format = WGSFormat_Sint32; }
static void past_the_end(fixture* f) { f->keys[0].in.offset = 16 * ROWS - 4 * ROWS + 4; }
static void far_offset(fixture* f) { f->keys[0].in.offset = UINT64_MAX - 3; }
static void wrapping_length(fixture* f) { f->keys[0].in.length = UINT64_C(1) << 62; }
static void odd_offset(fixture* f) { f->values[1].in.offset = 2; }
static void odd_row_offset(fixture* f) { f->descriptor.rowsOut.offset = 1; }
static void short_output(fixture* f) { f->keys[0].out.length = ROWS - 1; }
static void long_value(fixture* f) { f->values[1].in.length = ROWS + 1; }
static void short_second_key(fixture* f) { f->keys[1].in.length = 0; }
static void long_rows(fixture* f) { f->descriptor.rowsOut.length = ROWS + 1; }
static void no_keys(fixture* f) { f->descriptor.keyCount = 0; }
static void many_keys(fixture* f) { f->descriptor.keyCount = WGS_MAX_SORT_KEYS + 1; }
static void many_values(fixture* f) { f->descriptor.valueCount = WGS_MAX_SORT_VALUES + 1; }
static void first_bit_past_key(fixture* f) { f->keys[0].firstBit = 32; }
static void window_past_key(fixture* f) {
    f->keys[0].firstBit = 31;
    f->keys[0].bitCount = 2;
}
static void wide_window(fixture* f) { f->keys[0].bitCount = 33; }
static void wide_first_bit(fixture* f) { f->keys[1].firstBit = 64; }
static void wrapping_window(fixture* f) {
    f->keys[1].firstBit = 2;
    f->keys[1].bitCount = 0xFFFFFFFE;
}
static void no_bits_past_key(fixture* f) {
    f->keys[0].firstBit = 40;
    f->keys[0].bitCount = WGS_NO_BITS;
}
static void no_usage(fixture* f) {
    f->keys[0].in.buffer = import(f->graph, 16 * ROWS, WGPUBufferUsage_CopySrc);
}
static void no_output_usage(fixture* f) {
    f->descriptor.rowsOut.buffer = import(f->graph, 16 * ROWS, WGPUBufferUsage_Uniform);
}
/* The same view in and out, and other ranges of one buffer. */
static void in_place(fixture* f) { f->keys[0].out = f->keys[0].in; }
static void output_in_an_input(fixture* f) {
    f->values[1].out.buffer = f->buffers[0];
    f->values[1].out.offset = 12 * ROWS;
}
static void outputs_share(fixture* f) {
    f->values[1].out.buffer = f->buffers[6];
    f->values[1].out.offset = 8 * ROWS;
}
static void rows_in_a_key(fixture* f) { f->descriptor.rowsOut.buffer = f->buffers[2]; }
static void large_count(fixture* f) {
    WGSValueDescriptor const descriptor = {.value = 10, .maximum = ROWS + 1};
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(f->graph, &descriptor, &f->descriptor.count, &error), 0);
}

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const cases[] = {
    CASE(no_keys_pointer, NullArgument),
    CASE(no_values_pointer, NullArgument),
    CASE(bad_direction, InvalidEnum),
    CASE(negative_direction, InvalidEnum),
    CASE(copy_algorithm, InvalidEnum),
    CASE(bad_algorithm, InvalidEnum),
    CASE(foreign_key, ForeignObject),
    CASE(foreign_output, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(no_key_buffer, ViewMissing),
    CASE(no_value_buffer, ViewMissing),
    CASE(no_value_output, ViewMissing),
    CASE(row_key, ViewFormat),
    CASE(no_format, ViewFormat),
    CASE(bad_format, ViewFormat),
    CASE(negative_format, ViewFormat),
    CASE(other_key_format, ViewFormat),
    CASE(other_value_format, ViewFormat),
    CASE(signed_rows, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(far_offset, ViewOutOfRange),
    CASE(wrapping_length, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(odd_row_offset, InvalidOffset),
    CASE(short_output, LengthMismatch),
    CASE(long_value, LengthMismatch),
    CASE(short_second_key, LengthMismatch),
    CASE(long_rows, LengthMismatch),
    CASE(no_keys, TooManyColumns),
    CASE(many_keys, TooManyColumns),
    CASE(many_values, TooManyColumns),
    CASE(first_bit_past_key, BitWindow),
    CASE(window_past_key, BitWindow),
    CASE(wide_window, BitWindow),
    CASE(wide_first_bit, BitWindow),
    CASE(wrapping_window, BitWindow),
    CASE(no_bits_past_key, BitWindow),
    CASE(no_usage, MissingUsage),
    CASE(no_output_usage, MissingUsage),
    CASE(in_place, AliasedUse),
    CASE(output_in_an_input, AliasedUse),
    CASE(outputs_share, AliasedUse),
    CASE(rows_in_a_key, AliasedUse),
    CASE(large_count, CountOutOfRange),
};

/* items 28, 33, faults BU-01, BU-02, KE-18: every spoiled descriptor is refused by its rule, and
 * nothing is added. */
static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f);
        cases[i].spoil(&f);
        WGSSortInfo info = {.dispatchCount = 12345};
        wgs_clean_failure failure =
            wgs_clean_failure_begin(f.graph, "wgsGraphAddSort", cases[i].name);
        WGSStatus const status = wgsGraphAddSort(f.graph, &f.descriptor, &info, &failure.error);
        good =
            wgs_clean_failure_end(&failure, status, WGSStatus_InvalidArgument, cases[i].detail) &&
            good;
        assert_int_equal(info.dispatchCount, 12345);
        /* Without an error to fill in. */
        assert_int_equal(wgsGraphAddSort(f.graph, &f.descriptor, NULL, NULL), status);
        close_fixture(&f);
    }
    assert_true(good);
}

/* The fixture itself is fine; info and error are optional. */
static void test_valid(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    WGSError error;
    assert_int_equal(wgsGraphAddSort(f.graph, &f.descriptor, NULL, &error), WGSStatus_Success);
    assert_int_equal(wgsGraphAddSort(f.graph, &f.descriptor, NULL, NULL), WGSStatus_Success);
    close_fixture(&f);
}

static void test_null(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    wgs_clean_failure failure = wgs_clean_failure_begin(NULL, "wgsGraphAddSort", "no graph");
    WGSStatus status = wgsGraphAddSort(NULL, &f.descriptor, NULL, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    failure = wgs_clean_failure_begin(f.graph, "wgsGraphAddSort", "no descriptor");
    status = wgsGraphAddSort(f.graph, NULL, NULL, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    close_fixture(&f);
}

static void test_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    WGSProgram program;
    WGSError error;
    assert_int_equal(wgsGraphCompile(f.graph, NULL, &program, &error), WGSStatus_Success);
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, "wgsGraphAddSort", "compiled");
    WGSStatus const status = wgsGraphAddSort(f.graph, &f.descriptor, NULL, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_InvalidState, WGSErrorId_GraphCompiled));
    wgsProgramRelease(program);
    close_fixture(&f);
}

/* One key column in, one out, of `rows` rows, on a graph. */
static bool refuse_rows(WGSGraph graph, uint64_t rows, char const* name, WGSErrorId detail) {
    WGSBuffer const in = import(graph, 4 * rows, WGPUBufferUsage_Storage);
    WGSBuffer const out = import(graph, 4 * rows, WGPUBufferUsage_Storage);
    WGSSortKey const key = {
        .in = {in, WGSFormat_Uint32, 0, rows}, .out = {out, WGSFormat_Uint32, 0, rows}};
    WGSSortDescriptor const descriptor = {
        .keyCount = 1, .keys = &key, .algorithm = WGSAlgorithm_Radix};
    wgs_clean_failure failure = wgs_clean_failure_begin(graph, "wgsGraphAddSort", name);
    WGSStatus const status = wgsGraphAddSort(graph, &descriptor, NULL, &failure.error);
    return wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, detail);
}

/* fault BU-05: views larger than a binding; the rounding of their offsets counts. */
static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    WGSGraph const graph = create_graph(context);
    assert_true(refuse_rows(graph, 262145, "large binding", WGSErrorId_BindingTooLarge));
    wgsGraphRelease(graph);
    wgsContextRelease(context);
}

/* item 33: with one workgroup a dispatch, a group's counters would overflow. */
static void test_dispatch_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 1});
    assert_non_null(context);
    WGSGraph const graph = create_graph(context);
    uint64_t const most =
        (uint64_t)WGS_RADIX_MAX_TILES_PER_GROUP * WGS_WORKGROUP_SIZE * WGS_RADIX_ITEMS;
    assert_true(refuse_rows(graph, most + 1, "one workgroup", WGSErrorId_DispatchTooLarge));
    wgsGraphRelease(graph);
    wgsContextRelease(context);
}

static void keep_graph(WGSGraph graph) { (void)graph; }

/* items 28, 33, fault SZ-15: on a device that binds everything, 2^31 rows are the limit. */
static void test_too_many_rows(void** state) {
    (void)state;
    wgs_capabilities capabilities = {
        .limits = {
            .maxBufferSize = UINT64_C(1) << 40,
            .maxStorageBufferBindingSize = UINT64_C(1) << 40,
            .maxComputeWorkgroupsPerDimension = 65535,
            .maxStorageBuffersPerShaderStage = 8,
            .maxComputeInvocationsPerWorkgroup = 256,
            .maxComputeWorkgroupStorageSize = 16384,
            .minStorageBufferOffsetAlignment = 256,
            .minUniformBufferOffsetAlignment = 256}};
    wgs_graph_hooks const hooks = {.release_graph = keep_graph};
    WGSGraph graph = NULL;
    WGSError error;
    assert_int_equal(
        wgs_graph_create(
            NULL,
            wgs_allocator_or_default((WGSAllocator){0}),
            &capabilities,
            hooks,
            (WGPUStringView){0},
            &graph,
            "test",
            &error),
        WGSStatus_Success);
    static uint64_t const rows[] = {0x80000001, 0xFFFFFFFF, UINT64_C(1) << 32, UINT64_C(1) << 33};
    for (size_t i = 0; i < 4; i++)
        assert_true(refuse_rows(graph, rows[i], "rows", WGSErrorId_TooManyRows));
    wgs_graph_release(graph);
}

/* fault BU-02: two imports of one physical buffer, one of them written, are refused by the
 * encode, which records nothing. */
static void test_aliased_imports(void** state) {
    (void)state;
    WGSGraph const graph = create_graph(wgs_test_context());
    wgs_guarded_buffer place = wgs_guarded_buffer_create(0, 4 * ROWS, NULL);
    WGSSortKey key = {0};
    WGSError error;
    assert_int_equal(
        wgs_guarded_buffer_import(&place, graph, WGSFormat_Uint32, &key.in, &error), 0);
    assert_int_equal(
        wgs_guarded_buffer_import(&place, graph, WGSFormat_Uint32, &key.out, &error), 0);
    WGSSortDescriptor const descriptor = {.keyCount = 1, .keys = &key};
    assert_int_equal(wgsGraphAddSort(graph, &descriptor, NULL, &error), WGSStatus_Success);
    WGSProgram program;
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), WGSStatus_Success);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(
        wgsProgramEncode(program, encoder, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_AliasedImports);
    assert_true(wgs_test_submit(encoder));
    assert_int_equal(wgs_test_device_errors(), 0);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgs_guarded_buffer_free(&place);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_dispatch_too_large),
        cmocka_unit_test(test_too_many_rows),
        cmocka_unit_test(test_aliased_imports),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
