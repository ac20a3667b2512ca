/* SPDX-License-Identifier: MIT */
/* Scans of as many elements as an earlier node of the same encode says: plain, by segments, in
 * place, and by segments in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "device_count.h"
#include "primitives/scan/scan_cases.h"
#include "primitives/scan/scan_reference.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { CAPACITY = 30000 };

static uint32_t const counts[] = {
    0, 1, 255, 257, 1000, 2048, 4097, 13313, 29999, CAPACITY, CAPACITY + 1, 0xFFFFFFFFu};
enum { COUNT_COUNT = sizeof counts / sizeof counts[0] };

static uint32_t data[CAPACITY];
static uint32_t flags[CAPACITY];
static uint32_t expected[CAPACITY];
static uint32_t got[CAPACITY];

typedef struct scan_form {
    WGSFormat format;
    WGSScanOperation operation;
    WGSScanMode mode;
    bool segmented;
    bool in_place;
} scan_form;

static void make_columns(void) {
    wgs_random random = {14};
    for (size_t i = 0; i < CAPACITY; i++) {
        data[i] = (uint32_t)wgs_random_bits(&random);
        flags[i] = wgs_random_below(&random, 300) == 0 ? data[i] | 1 : 0;
    }
}

static WGSView import(wgs_guarded_buffer const* place, WGSGraph graph, WGSFormat format) {
    WGSView view;
    WGSError error;
    assert_int_equal(wgs_guarded_buffer_import(place, graph, format, &view, &error), 0);
    return view;
}

/* Elements past the count stay as they are: guard words, or in place the input. */
static void check_scan(scan_form const* form, uint32_t count, wgs_guarded_buffer const* out) {
    uint32_t const acting = count < CAPACITY ? count : CAPACITY;
    for (size_t i = 0; i < CAPACITY; i++)
        expected[i] = form->in_place ? data[i] : WGS_GUARD_WORD;
    wgs_scan_elements_reference(
        form->format,
        form->operation,
        form->mode,
        form->segmented ? flags : NULL,
        data,
        acting,
        expected);
    assert_true(wgs_guarded_buffer_read(out, "out", got));
    for (size_t i = 0; i < CAPACITY; i++)
        if (got[i] != expected[i])
            fail_msg("%u elements: [%zu] is %08x, expected %08x", count, i, got[i], expected[i]);
}

static void run_scan(scan_form const* form, WGSContext context, uint32_t chosen) {
    WGSError error;
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, &error), 0);
    device_count d;
    device_count_add(&d, graph, counts, COUNT_COUNT, chosen);
    wgs_guarded_buffer in = wgs_guarded_buffer_create(chosen, sizeof data, data);
    wgs_guarded_buffer out = wgs_guarded_buffer_create(63, sizeof data, NULL);
    wgs_guarded_buffer marks = wgs_guarded_buffer_create(chosen + 1, sizeof flags, flags);
    WGSScanDescriptor scan = {
        .operation = form->operation,
        .mode = form->mode,
        .inPlace = form->in_place,
        .gpuCount = d.source};
    scan.in = import(&in, graph, form->format);
    scan.out = form->in_place ? scan.in : import(&out, graph, form->format);
    if (form->segmented)
        scan.segmentFlags = import(&marks, graph, WGSFormat_Uint32);
    assert_int_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    WGSProgram program;
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
    check_scan(form, counts[chosen], form->in_place ? &in : &out);
    device_count_check_exceeded(&d, counts[chosen] > CAPACITY);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgs_guarded_buffer_free(&in);
    wgs_guarded_buffer_free(&out);
    wgs_guarded_buffer_free(&marks);
    device_count_free(&d);
}

static void run_counts(scan_form form) {
    for (uint32_t chosen = 0; chosen < COUNT_COUNT; chosen++) {
        form.mode = chosen % 2 ? WGSScanMode_Exclusive : WGSScanMode_Inclusive;
        run_scan(&form, wgs_test_context(), chosen);
    }
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* faults IN-03, IN-04, IN-07: none, all and more than all elements, as an earlier node says. */
static void test_plain(void** state) {
    (void)state;
    run_counts((scan_form){.format = WGSFormat_Uint32});
    run_counts((scan_form){.format = WGSFormat_Float32, .operation = WGSScanOperation_Maximum});
}

static void test_segments(void** state) {
    (void)state;
    run_counts((scan_form){.format = WGSFormat_Sint32, .segmented = true});
}

static void test_in_place(void** state) {
    (void)state;
    run_counts((scan_form){.format = WGSFormat_Uint32, .in_place = true});
}

static void test_segments_in_place(void** state) {
    (void)state;
    run_counts((scan_form){.format = WGSFormat_Uint32, .segmented = true, .in_place = true});
    run_counts((scan_form){
        .format = WGSFormat_Sint32,
        .operation = WGSScanOperation_Minimum,
        .segmented = true,
        .in_place = true});
}

/* fault IN-02: a grid of 2 x 2 x 2 workgroups; the groups of the count differ from the
 * capacity's. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    scan_form const form = {.format = WGSFormat_Uint32, .segmented = true, .in_place = true};
    for (uint32_t chosen = 4; chosen < COUNT_COUNT; chosen += 2)
        run_scan(&form, context, chosen);
    wgsContextRelease(context);
    assert_int_equal(wgs_test_device_errors(), 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_segments_in_place),
        cmocka_unit_test(test_two_workgroups),
    };
    (void)wgs_test_context();
    make_columns();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
