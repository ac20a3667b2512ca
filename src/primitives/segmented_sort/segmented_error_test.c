/* SPDX-License-Identifier: MIT */
/* Every way to ask for a segmented sort wrongly: the id, and that nothing is left in the graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

enum { ROWS = 1000, SEGMENTS = 4 };

/* A valid sort of either form, for cases to spoil. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSSegment segments[SEGMENTS];
    WGSSegmentedSortDescriptor table;
    WGSSegmentedSortByOffsetsDescriptor offsets;
    WGSSegmentedColumns* columns; /* of the form under test */
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSView new_view(WGSGraph graph, WGSFormat format, uint64_t length) {
    return (WGSView){import(graph, 4 * length, WGPUBufferUsage_Storage), format, 0, length};
}

static WGSValue new_value(WGSGraph graph, uint32_t maximum) {
    WGSValueDescriptor const descriptor = {.value = 1, .maximum = maximum};
    WGSValue value = NULL;
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(graph, &descriptor, &value, &error), 0);
    return value;
}

static void fill_descriptors(fixture* f) {
    static WGSSegment const segments[SEGMENTS] = {
        {0, 0, 0, 0, 300},
        {300, 300, 300, 300, 0},
        {300, 300, 300, 300, 100},
        {900, 900, 900, 900, 100}};
    for (size_t i = 0; i < SEGMENTS; i++)
        f->segments[i] = segments[i];
    WGSSegmentedColumns const columns = {
        .keysIn = new_view(f->graph, WGSFormat_Sint32, ROWS),
        .keysOut = new_view(f->graph, WGSFormat_Sint32, ROWS),
        .valuesIn = new_view(f->graph, WGSFormat_Float32, ROWS),
        .valuesOut = new_view(f->graph, WGSFormat_Float32, ROWS),
    };
    f->table = (WGSSegmentedSortDescriptor){
        .columns = columns, .segmentCount = SEGMENTS, .segments = f->segments};
    f->offsets = (WGSSegmentedSortByOffsetsDescriptor){
        .columns = columns,
        .begins = new_view(f->graph, WGSFormat_Uint32, SEGMENTS),
        .ends = new_view(f->graph, WGSFormat_Uint32, SEGMENTS),
        .gpuCount =
            {new_view(f->graph, WGSFormat_Uint32, 1), new_view(f->graph, WGSFormat_Uint32, 1)},
    };
}

static void open_fixture(fixture* f, WGSContext context) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 4 * ROWS, WGPUBufferUsage_Storage);
    fill_descriptors(f);
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static WGSStatus add_table(fixture* f, WGSError* error) {
    return wgsGraphAddSegmentedSort(f->graph, &f->table, error);
}
static WGSStatus add_offsets(fixture* f, WGSError* error) {
    return wgsGraphAddSegmentedSortByOffsets(f->graph, &f->offsets, error);
}

/* --- Columns, the same for both forms --------------------------------------------------------- */

static void bad_direction(fixture* f) { f->columns->direction = (WGSDirection)2; }
static void foreign_keys(fixture* f) { f->columns->keysIn.buffer = f->foreign; }
static void foreign_keys_out(fixture* f) { f->columns->keysOut.buffer = f->foreign; }
static void foreign_values(fixture* f) { f->columns->valuesIn.buffer = f->foreign; }
static void foreign_values_out(fixture* f) { f->columns->valuesOut.buffer = f->foreign; }
static void no_keys(fixture* f) { f->columns->keysIn.buffer = NULL; }
static void no_keys_out(fixture* f) { f->columns->keysOut.buffer = NULL; }
static void no_values_out(fixture* f) { f->columns->valuesOut.buffer = NULL; }
static void wide_keys(fixture* f) { f->columns->keysIn.format = WGSFormat_Uint64; }
static void other_keys_out(fixture* f) { f->columns->keysOut.format = WGSFormat_Uint32; }
static void other_values_out(fixture* f) { f->columns->valuesOut.format = WGSFormat_Uint32; }
static void wide_values(fixture* f) { f->columns->valuesIn.format = WGSFormat_Uint32x2; }
static void float_rows(fixture* f) { f->columns->valuesIn.buffer = NULL; }
static void past_the_end(fixture* f) { f->columns->valuesOut.length = ROWS + 1; }
static void odd_offset(fixture* f) { f->columns->keysIn.offset = 2; }
static void no_usage(fixture* f) {
    f->columns->keysOut.buffer = import(f->graph, 4 * ROWS, WGPUBufferUsage_CopyDst);
}
static void in_place(fixture* f) { f->columns->keysOut.buffer = f->columns->keysIn.buffer; }
static void values_in_place(fixture* f) {
    f->columns->valuesOut.buffer = f->columns->valuesIn.buffer;
}
static void keys_over_values(fixture* f) {
    f->columns->keysOut.buffer = f->columns->valuesIn.buffer;
}
static void one_output(fixture* f) { f->columns->valuesOut.buffer = f->columns->keysOut.buffer; }

/* --- Segments of the host --------------------------------------------------------------------- */

static void no_segments(fixture* f) { f->table.segments = NULL; }
static void keys_beyond(fixture* f) { f->segments[3].keysIn = 901; }
static void keys_out_beyond(fixture* f) { f->segments[3].keysOut = 901; }
static void values_beyond(fixture* f) { f->segments[0].valuesIn = 0xFFFFFFFF; }
static void values_out_beyond(fixture* f) { f->segments[0].valuesOut = 0xFFFFFF00; }
static void empty_beyond(fixture* f) { f->segments[1].keysIn = ROWS + 1; }
static void long_segment(fixture* f) { f->segments[2].length = 0xFFFFFFFF; }
static void equal_outputs(fixture* f) { f->segments[3].keysOut = 300; }
static void one_row_twice(fixture* f) { f->segments[3].keysOut = 399; }
static void values_overlap(fixture* f) { f->segments[3].valuesOut = 200; }
/* Segments in no order, two of which overlap. */
static void shuffled_overlap(fixture* f) {
    f->segments[0] = (WGSSegment){2, 2, 2, 2, 4};
    f->segments[2] = (WGSSegment){0, 0, 0, 0, 4};
}

/* --- Offsets on the device -------------------------------------------------------------------- */

static void no_begins(fixture* f) { f->offsets.begins.buffer = NULL; }
static void no_ends(fixture* f) { f->offsets.ends.buffer = NULL; }
static void foreign_begins(fixture* f) { f->offsets.begins.buffer = f->foreign; }
static void foreign_count(fixture* f) { f->offsets.count = new_value(f->other, 1); }
static void signed_ends(fixture* f) { f->offsets.ends.format = WGSFormat_Sint32; }
static void fewer_ends(fixture* f) { f->offsets.ends.length--; }
static void fewer_keys_out(fixture* f) { f->offsets.columns.keysOut.length--; }
static void fewer_values(fixture* f) { f->offsets.columns.valuesIn.length--; }
static void fewer_values_out(fixture* f) { f->offsets.columns.valuesOut.length--; }
static void begins_past_the_end(fixture* f) { f->offsets.begins.length++; }
static void odd_begins(fixture* f) { f->offsets.begins.offset = 1; }
static void begins_in_keys_out(fixture* f) {
    f->offsets.begins.buffer = f->offsets.columns.keysOut.buffer;
}
static void ends_in_values_out(fixture* f) {
    f->offsets.ends.buffer = f->offsets.columns.valuesOut.buffer;
}
static void large_count(fixture* f) { f->offsets.count = new_value(f->graph, SEGMENTS + 1); }
static void long_gpu_count(fixture* f) {
    f->offsets.gpuCount.view = new_view(f->graph, WGSFormat_Uint32, 2);
}

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const column_cases[] = {
    CASE(bad_direction, InvalidEnum),
    CASE(foreign_keys, ForeignObject),
    CASE(foreign_keys_out, ForeignObject),
    CASE(foreign_values, ForeignObject),
    CASE(foreign_values_out, ForeignObject),
    CASE(no_keys, ViewMissing),
    CASE(no_keys_out, ViewMissing),
    CASE(no_values_out, ViewMissing),
    CASE(wide_keys, ViewFormat),
    CASE(other_keys_out, ViewFormat),
    CASE(other_values_out, ViewFormat),
    CASE(wide_values, ViewFormat),
    CASE(float_rows, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(no_usage, MissingUsage),
    CASE(in_place, AliasedUse),
    CASE(values_in_place, AliasedUse),
    CASE(keys_over_values, AliasedUse),
    CASE(one_output, AliasedUse),
};
static error_case const table_cases[] = {
    CASE(no_segments, NullArgument),
    CASE(keys_beyond, ViewOutOfRange),
    CASE(keys_out_beyond, ViewOutOfRange),
    CASE(values_beyond, ViewOutOfRange),
    CASE(values_out_beyond, ViewOutOfRange),
    CASE(empty_beyond, ViewOutOfRange),
    CASE(long_segment, ViewOutOfRange),
    CASE(equal_outputs, AliasedUse),
    CASE(one_row_twice, AliasedUse),
    CASE(values_overlap, AliasedUse),
    CASE(shuffled_overlap, AliasedUse),
};
static error_case const offset_cases[] = {
    CASE(no_begins, ViewMissing),
    CASE(no_ends, ViewMissing),
    CASE(foreign_begins, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(signed_ends, ViewFormat),
    CASE(fewer_ends, LengthMismatch),
    CASE(fewer_keys_out, LengthMismatch),
    CASE(fewer_values, LengthMismatch),
    CASE(fewer_values_out, LengthMismatch),
    CASE(begins_past_the_end, ViewOutOfRange),
    CASE(odd_begins, InvalidOffset),
    CASE(begins_in_keys_out, AliasedUse),
    CASE(ends_in_values_out, AliasedUse),
    CASE(large_count, CountOutOfRange),
    CASE(long_gpu_count, LengthMismatch),
};

typedef struct sort_form {
    char const* function;
    WGSStatus (*add)(fixture* f, WGSError* error);
    bool by_offsets;
} sort_form;

static sort_form const forms[] = {
    {"wgsGraphAddSegmentedSort", add_table, false},
    {"wgsGraphAddSegmentedSortByOffsets", add_offsets, true},
};

static bool run_cases(sort_form const* form, error_case const* cases, size_t count) {
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        fixture f;
        open_fixture(&f, wgs_test_context());
        f.columns = form->by_offsets ? &f.offsets.columns : &f.table.columns;
        cases[i].spoil(&f);
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, form->function, cases[i].name);
        WGSStatus const status = form->add(&f, &failure.error);
        good =
            wgs_clean_failure_end(&failure, status, WGSStatus_InvalidArgument, cases[i].detail) &&
            good;
        close_fixture(&f);
    }
    return good;
}

/* items 31, 33, fault SG-10: every spoiled descriptor of both forms is refused by its rule,
 * overlapping outputs too, and nothing is added. */
static void test_cases(void** state) {
    (void)state;
    size_t const column_count = sizeof column_cases / sizeof *column_cases;
    assert_true(run_cases(&forms[0], column_cases, column_count));
    assert_true(run_cases(&forms[1], column_cases, column_count));
    assert_true(run_cases(&forms[0], table_cases, sizeof table_cases / sizeof *table_cases));
    assert_true(run_cases(&forms[1], offset_cases, sizeof offset_cases / sizeof *offset_cases));
}

static void test_null(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f, wgs_test_context());
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, forms[0].function, "NULL");
    WGSStatus status = wgsGraphAddSegmentedSort(f.graph, NULL, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    status = wgsGraphAddSegmentedSort(NULL, &f.table, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    failure = wgs_clean_failure_begin(f.graph, forms[1].function, "NULL");
    status = wgsGraphAddSegmentedSortByOffsets(f.graph, NULL, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    status = wgsGraphAddSegmentedSortByOffsets(NULL, &f.offsets, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    close_fixture(&f);
}

/* The fixture is valid, and a compiled graph takes nothing more. */
static void test_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f, wgs_test_context());
    WGSProgram program;
    WGSError error;
    assert_int_equal(add_table(&f, &error), WGSStatus_Success);
    assert_int_equal(add_offsets(&f, NULL), WGSStatus_Success);
    assert_int_equal(wgsGraphCompile(f.graph, NULL, &program, &error), WGSStatus_Success);
    for (size_t i = 0; i < 2; i++) {
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, forms[i].function, "compiled");
        WGSStatus const status = forms[i].add(&f, &failure.error);
        assert_true(wgs_clean_failure_end(
            &failure, status, WGSStatus_InvalidState, WGSErrorId_GraphCompiled));
    }
    wgsProgramRelease(program);
    close_fixture(&f);
}

/* A table of segments beyond one binding, found when the nodes are half added. */
static void test_binding_too_large(void** state) {
    (void)state;
    enum { MANY = 60000 };
    static WGSSegment segments[MANY];
    for (uint32_t i = 0; i < MANY; i++)
        segments[i] = (WGSSegment){0, 3 * i, 0, 0, i == 0 ? 300 : i % 2 == 0 ? 1 : 0};
    for (uint32_t i = 1; i < MANY; i++)
        segments[i].keysOut = 300 + i;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 300000});
    assert_non_null(context);
    fixture f;
    open_fixture(&f, context);
    f.table.columns.keysOut = new_view(f.graph, WGSFormat_Sint32, 70000);
    f.table.columns.valuesIn = (WGSView){0};
    f.table.columns.valuesOut = (WGSView){0};
    f.table.segments = segments;
    f.table.segmentCount = MANY;
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, forms[0].function, "binding");
    WGSStatus const status = add_table(&f, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_BindingTooLarge));
    close_fixture(&f);
    wgsContextRelease(context);
}

/* Every allocation fails once: the graph is as it was, and nothing leaks. */
static void test_memory(void** state) {
    (void)state;
    for (size_t form = 0; form < 2; form++) {
        wgs_failing_allocator allocator = {0};
        WGSContext context;
        WGSError error;
        assert_int_equal(
            wgs_test_context_allocated(wgs_failing_allocator_hooks(&allocator), &context, &error),
            0);
        fixture f;
        open_fixture(&f, context);
        bool failed = true;
        for (size_t call = 1; failed && call < 2000; call++) {
            wgs_clean_failure failure =
                wgs_clean_failure_begin(f.graph, forms[form].function, "memory");
            wgs_fail_allocation(&allocator, call);
            WGSStatus const status = forms[form].add(&f, &failure.error);
            failed = status != WGSStatus_Success;
            wgs_fail_allocation(&allocator, 0);
            if (failed)
                assert_true(wgs_clean_failure_end(
                    &failure, status, WGSStatus_OutOfMemory, WGSErrorId_HostMemory));
            assert_true(failed || call > 1);
        }
        assert_false(failed);
        close_fixture(&f);
        wgsContextRelease(context);
        assert_int_equal(allocator.live, 0);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_memory),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
