/* SPDX-License-Identifier: MIT */
/* Gathers of every element size, with rows in any order, twice, or beyond the input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/gather/gather_reference.h"
#include "testing/distribution.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

typedef struct gather_rig {
    WGSFormat format;
    size_t row_count;
    size_t in_length;
    uint32_t* rows;
    void* data;
    wgs_guarded_buffer rows_place;
    wgs_guarded_buffer in_place;
    wgs_guarded_buffer out_place;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} gather_rig;

static void make_columns(gather_rig* rig, uint32_t turn) {
    static uint32_t const beyond[] = {0xFFFFFFFF, 0x80000000, 0x7FFFFFFF};
    size_t const size = wgsFormatGetSize(rig->format);
    rig->rows = malloc(4 * rig->row_count + 4);
    rig->data = malloc(size * rig->in_length + 4);
    assert_non_null(rig->rows);
    assert_non_null(rig->data);
    wgs_random random = {turn};
    for (size_t i = 0; i < rig->row_count; i++)
        rig->rows[i] =
            i % 50 == 7 ? beyond[i % 3] : (uint32_t)wgs_random_below(&random, rig->in_length + 1);
    wgs_values_fill(rig->format, turn, rig->in_length, rig->data);
    rig->rows_place = wgs_guarded_buffer_create(turn % 66, 4 * rig->row_count, rig->rows);
    rig->in_place =
        wgs_guarded_buffer_create((turn + 1) * 7 % 66, size * rig->in_length, rig->data);
    rig->out_place = wgs_guarded_buffer_create((turn + 2) * 5 % 66, size * rig->row_count, NULL);
}

static void open_gather(gather_rig* rig, WGSContext context, uint32_t turn, bool with_count) {
    make_columns(rig, turn);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    WGSGatherDescriptor descriptor = {0};
    WGSFormat const word = WGSFormat_Uint32;
    assert_int_equal(
        wgs_guarded_buffer_import(&rig->rows_place, rig->graph, word, &descriptor.rows, &error), 0);
    assert_int_equal(
        wgs_guarded_buffer_import(&rig->in_place, rig->graph, rig->format, &descriptor.in, &error),
        0);
    assert_int_equal(
        wgs_guarded_buffer_import(
            &rig->out_place, rig->graph, rig->format, &descriptor.out, &error),
        0);
    if (with_count) {
        WGSValueDescriptor const value = {.value = (uint32_t)rig->row_count};
        assert_int_equal(wgsGraphCreateValue(rig->graph, &value, &rig->value, &error), 0);
        descriptor.count = rig->value;
    }
    assert_int_equal(wgsGraphAddGather(rig->graph, &descriptor, &error), 0);
    assert_int_equal(wgsGraphCompile(rig->graph, NULL, &rig->program, &error), 0);
}

static void close_gather(gather_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_guarded_buffer_free(&rig->rows_place);
    wgs_guarded_buffer_free(&rig->in_place);
    wgs_guarded_buffer_free(&rig->out_place);
    free(rig->rows);
    free(rig->data);
}

static void run_gather(gather_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

static void check_gather(gather_rig const* rig, size_t count) {
    size_t const size = wgsFormatGetSize(rig->format);
    uint32_t* const expected = malloc(size * rig->row_count + 4);
    void* const got = malloc(size * rig->row_count + 4);
    assert_non_null(expected);
    assert_non_null(got);
    for (size_t i = 0; i < size * rig->row_count / 4; i++)
        expected[i] = WGS_GUARD_WORD;
    if (count > 0)
        wgs_gather_reference(rig->rows, count, rig->data, rig->in_length, size, expected);
    assert_true(wgs_guarded_buffer_read(&rig->out_place, "out", got));
    if (rig->row_count > 0)
        assert_memory_equal(got, expected, size * rig->row_count);
    free(expected);
    free(got);
    assert_int_equal(wgs_test_device_errors(), 0);
}

static void
gather(WGSContext context, WGSFormat format, size_t rows, size_t length, uint32_t turn) {
    gather_rig rig = {.format = format, .row_count = rows, .in_length = length};
    open_gather(&rig, context, turn, false);
    run_gather(&rig, 0);
    check_gather(&rig, rows);
    close_gather(&rig);
}

static void test_formats(void** state) {
    (void)state;
    static size_t const sizes[][2] = {{0, 0}, {0, 5}, {1, 1}, {257, 3}, {300, 1000}, {4000, 4000}};
    for (uint32_t format = WGSFormat_Uint32; format <= WGSFormat_Uint32x4; format++)
        for (uint32_t i = 0; i < 6; i++)
            gather(
                wgs_test_context(), (WGSFormat)format, sizes[i][0], sizes[i][1], format * 11 + i);
}

/* fault SZ-13: a grid of 2 x 2 x 2 workgroups goes over the rows in steps. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    gather(context, WGSFormat_Uint32, 1025, 1025, 1);
    gather(context, WGSFormat_Uint32x3, 20000, 7000, 2);
    wgsContextRelease(context);
}

static void test_counts(void** state) {
    (void)state;
    gather_rig rig = {.format = WGSFormat_Uint32x2, .row_count = 1000, .in_length = 700};
    open_gather(&rig, wgs_test_context(), 9, true);
    static uint32_t const counts[] = {1000, 0, 1, 999, 256};
    for (size_t i = 0; i < 5; i++) {
        assert_true(wgs_guarded_buffer_reset(&rig.out_place));
        run_gather(&rig, counts[i]);
        check_gather(&rig, counts[i]);
    }
    close_gather(&rig);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_counts),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
