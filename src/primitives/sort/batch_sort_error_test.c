/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddBatchSort wrongly: the id, and that nothing is left in the graph,
 * also when earlier chunks were fine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/test_device.h"

enum { CHUNKS = 3, ROWS = 300, ROLES = 5, BUFFERS = ROLES + 1 };

/* A valid batch of one key and one value: each role in a buffer of its own, 4 bytes an element. */
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSBuffer buffers[BUFFERS];
    WGSView chunks[ROLES][CHUNKS]; /* key in, value in, key out, value out, rows out */
    WGSBatchSortKey keys[WGS_MAX_SORT_KEYS + 1];
    WGSBatchSortValue values[WGS_MAX_SORT_VALUES + 1];
    WGSBatchSortDescriptor descriptor;
} fixture;

enum { KEY_IN, VALUE_IN, KEY_OUT, VALUE_OUT, ROWS_OUT };

static WGSBuffer import(WGSGraph graph, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = 4 * ROWS * CHUNKS, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static void open_fixture(fixture* f) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &f->other, &error), 0);
    f->foreign = import(f->other, WGPUBufferUsage_Storage);
    for (int i = 0; i < BUFFERS; i++)
        f->buffers[i] = import(f->graph, WGPUBufferUsage_Storage);
    for (uint64_t r = 0; r < ROLES; r++)
        for (uint64_t c = 0; c < CHUNKS; c++)
            f->chunks[r][c] =
                (WGSView){f->buffers[r], WGSFormat_Uint32, 4 * ROWS * c, c == 1 ? 0 : ROWS};
    f->keys[0] =
        (WGSBatchSortKey){.in = {CHUNKS, f->chunks[KEY_IN]}, .out = {CHUNKS, f->chunks[KEY_OUT]}};
    f->values[0] =
        (WGSBatchSortValue){{CHUNKS, f->chunks[VALUE_IN]}, {CHUNKS, f->chunks[VALUE_OUT]}};
    f->descriptor = (WGSBatchSortDescriptor){
        .keyCount = 1,
        .keys = f->keys,
        .valueCount = 1,
        .values = f->values,
        .rowsOut = {CHUNKS, f->chunks[ROWS_OUT]},
    };
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static void no_keys_pointer(fixture* f) { f->descriptor.keys = NULL; }
static void no_values_pointer(fixture* f) { f->descriptor.values = NULL; }
static void no_chunks_pointer(fixture* f) { f->keys[0].in.chunks = NULL; }
static void no_row_chunks_pointer(fixture* f) { f->descriptor.rowsOut.chunks = NULL; }
static void bad_direction(fixture* f) { f->keys[0].direction = (WGSDirection)2; }
static void bad_algorithm(fixture* f) { f->descriptor.algorithm = (WGSAlgorithm)3; }
static void foreign_chunk(fixture* f) { f->chunks[KEY_IN][2].buffer = f->foreign; }
static void no_chunk_buffer(fixture* f) { f->chunks[KEY_IN][2].buffer = NULL; }
static void no_key_output_buffer(fixture* f) { f->chunks[KEY_OUT][2].buffer = NULL; }
static void no_row_output_buffer(fixture* f) { f->chunks[ROWS_OUT][2].buffer = NULL; }
static void no_value_output_buffer(fixture* f) { f->chunks[VALUE_OUT][0].buffer = NULL; }
static void no_empty_chunk_buffer(fixture* f) { f->chunks[KEY_OUT][1].buffer = NULL; }
static void no_value_output(fixture* f) { f->values[0].out = (WGSVector){0}; }
static void chunk_format(fixture* f) { f->chunks[KEY_IN][2].format = WGSFormat_Uint32x2; }
static void output_format(fixture* f) { f->chunks[VALUE_OUT][2].format = WGSFormat_Sint32; }
static void chunk_past_the_end(fixture* f) { f->chunks[VALUE_IN][2].offset += 4; }
static void odd_offset(fixture* f) { f->chunks[KEY_IN][0].offset = 3; }
static void fewer_chunks(fixture* f) { f->values[0].in.chunkCount = CHUNKS - 1; }
static void more_rows_chunks(fixture* f) { f->descriptor.rowsOut.chunkCount = 1; }
static void chunk_length(fixture* f) { f->chunks[VALUE_IN][2].length--; }
static void no_keys(fixture* f) { f->descriptor.keyCount = 0; }
static void many_keys(fixture* f) { f->descriptor.keyCount = WGS_MAX_SORT_KEYS + 1; }
static void many_values(fixture* f) { f->descriptor.valueCount = WGS_MAX_SORT_VALUES + 1; }
static void bit_window(fixture* f) { f->keys[0].firstBit = 32; }
static void no_usage(fixture* f) {
    f->chunks[ROWS_OUT][2].buffer = import(f->graph, WGPUBufferUsage_CopyDst);
}
/* An output in an input of the same chunk, of another one, or of another role. */
static void in_place(fixture* f) { f->chunks[KEY_OUT][0] = f->chunks[KEY_IN][0]; }
static void output_in_other_input(fixture* f) {
    f->chunks[VALUE_OUT][2].buffer = f->buffers[KEY_IN];
    f->chunks[VALUE_OUT][2].offset = 4 * ROWS;
}
static void outputs_overlap(fixture* f) { f->chunks[KEY_OUT][2].offset = 4 * ROWS - 4; }
static void outputs_equal(fixture* f) { f->chunks[KEY_OUT][2].offset = 0; }
static void outputs_share(fixture* f) {
    f->chunks[ROWS_OUT][2].buffer = f->buffers[VALUE_OUT];
    f->chunks[ROWS_OUT][2].offset = 4 * ROWS;
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
    CASE(no_chunks_pointer, NullArgument),
    CASE(no_row_chunks_pointer, NullArgument),
    CASE(bad_direction, InvalidEnum),
    CASE(bad_algorithm, InvalidEnum),
    CASE(foreign_chunk, ForeignObject),
    CASE(no_chunk_buffer, ViewMissing),
    CASE(no_key_output_buffer, ViewMissing),
    CASE(no_row_output_buffer, ViewMissing),
    CASE(no_value_output_buffer, ViewMissing),
    CASE(no_empty_chunk_buffer, ViewMissing),
    CASE(no_value_output, LengthMismatch),
    CASE(chunk_format, ViewFormat),
    CASE(output_format, ViewFormat),
    CASE(chunk_past_the_end, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(fewer_chunks, LengthMismatch),
    CASE(more_rows_chunks, LengthMismatch),
    CASE(chunk_length, LengthMismatch),
    CASE(no_keys, TooManyColumns),
    CASE(many_keys, TooManyColumns),
    CASE(many_values, TooManyColumns),
    CASE(bit_window, BitWindow),
    CASE(no_usage, MissingUsage),
    CASE(in_place, AliasedUse),
    CASE(output_in_other_input, AliasedUse),
    CASE(outputs_overlap, AliasedUse),
    CASE(outputs_equal, AliasedUse),
    CASE(outputs_share, AliasedUse),
};

/* items 30, 33, fault SG-13: every spoiled descriptor is refused by its rule, also an output in
 * the input of another chunk, and nothing is added. */
static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f);
        cases[i].spoil(&f);
        WGSSortInfo infos[CHUNKS] = {{.dispatchCount = 12345}};
        wgs_clean_failure failure =
            wgs_clean_failure_begin(f.graph, "wgsGraphAddBatchSort", cases[i].name);
        WGSStatus const status =
            wgsGraphAddBatchSort(f.graph, &f.descriptor, infos, &failure.error);
        good =
            wgs_clean_failure_end(&failure, status, WGSStatus_InvalidArgument, cases[i].detail) &&
            good;
        assert_int_equal(infos[0].dispatchCount, 12345);
        close_fixture(&f);
    }
    assert_true(good);
}

static void test_valid(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    WGSError error;
    assert_int_equal(wgsGraphAddBatchSort(f.graph, &f.descriptor, NULL, &error), WGSStatus_Success);
    /* Sorted keys and row numbers are optional. */
    f.keys[0].out = (WGSVector){0};
    f.descriptor.rowsOut = (WGSVector){0};
    assert_int_equal(wgsGraphAddBatchSort(f.graph, &f.descriptor, NULL, NULL), WGSStatus_Success);
    close_fixture(&f);
}

/* Fault SZ-02: an empty chunk overlaps nothing, whether it is at the start of another, in the middle
 * of it or behind it, and listed before it or after it. */
static void test_empty_chunks(void** state) {
    (void)state;
    uint64_t const places[] = {0, 4, 4 * ROWS - 4, 4 * ROWS};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t filled = 0; filled < CHUNKS; filled += CHUNKS - 1) {
            fixture f;
            open_fixture(&f);
            for (size_t r = KEY_OUT; r <= ROWS_OUT; r++)
                f.chunks[r][1].offset = f.chunks[r][filled].offset + places[i];
            WGSError error;
            assert_int_equal(
                wgsGraphAddBatchSort(f.graph, &f.descriptor, NULL, &error), WGSStatus_Success);
            close_fixture(&f);
        }
}

static void test_null(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    wgs_clean_failure failure = wgs_clean_failure_begin(NULL, "wgsGraphAddBatchSort", "no graph");
    WGSStatus status = wgsGraphAddBatchSort(NULL, &f.descriptor, NULL, &failure.error);
    assert_true(wgs_clean_failure_end(
        &failure, status, WGSStatus_InvalidArgument, WGSErrorId_NullArgument));
    failure = wgs_clean_failure_begin(f.graph, "wgsGraphAddBatchSort", "no descriptor");
    status = wgsGraphAddBatchSort(f.graph, NULL, NULL, &failure.error);
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
    wgs_clean_failure failure =
        wgs_clean_failure_begin(f.graph, "wgsGraphAddBatchSort", "compiled");
    WGSStatus const status = wgsGraphAddBatchSort(f.graph, &f.descriptor, NULL, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_InvalidState, WGSErrorId_GraphCompiled));
    wgsProgramRelease(program);
    close_fixture(&f);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_empty_chunks),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_compiled),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
