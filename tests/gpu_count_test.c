/* SPDX-License-Identifier: MIT */
/* Row counts that an earlier node of the same encode writes. A gather picks the count from a
 * table, so that the number exists on the device only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "device_count.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"
#include "wgsort/wgsort.h"

enum { TILE = 2304, CAPACITY = 9 * TILE + 77 };

static uint32_t const counts[] = {
    0, 1, 255, 256, 257, 1000, TILE, TILE + 1, 7 * TILE + 5, CAPACITY, CAPACITY + 1, 0xFFFFFFFFu};
enum { COUNT_COUNT = sizeof counts / sizeof counts[0] };

static uint32_t acting(uint32_t count, uint32_t capacity) {
    return count < capacity ? count : capacity;
}

static void add_device_count(device_count* d, WGSGraph graph, uint32_t chosen) {
    device_count_add(d, graph, counts, COUNT_COUNT, chosen);
}

static void check_exceeded(device_count const* d, uint32_t chosen, uint32_t capacity) {
    device_count_check_exceeded(d, counts[chosen] > capacity);
}

static void compile_and_run(WGSGraph graph) {
    WGSError error;
    WGSProgram program;
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
    wgsProgramRelease(program);
}

static uint32_t* random_words(size_t count, uint64_t seed) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    wgs_random random = {seed};
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)wgs_random_bits(&random);
    return words;
}

static void sort_by_device_count(wgs_test_sort const* sort, uint32_t chosen, uint32_t capacity) {
    wgs_sort_rig rig;
    WGSError error;
    assert_true(wgs_sort_rig_place(&rig, sort));
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &rig.graph, &error), 0);
    device_count d;
    add_device_count(&d, rig.graph, chosen);
    rig.sort.gpu_count = d.source;
    assert_true(wgs_sort_rig_add(&rig, rig.graph));
    compile_and_run(rig.graph);
    assert_true(wgs_sort_rig_check(&rig, acting(counts[chosen], capacity)));
    check_exceeded(&d, chosen, capacity);
    device_count_free(&d);
    wgs_sort_rig_close(&rig);
}

/* Keys, a value and row numbers; keys of few values, so that ties show what is stable. */
static void sort_all_counts(WGSAlgorithm algorithm, uint32_t capacity, WGSFormat format) {
    size_t const words = format == WGSFormat_Uint32 ? 1 : 2;
    uint32_t* const keys = random_words(words * capacity, 11);
    uint32_t* const values = random_words(capacity, 12);
    for (size_t i = 0; i < words * capacity; i++)
        keys[i] &= 0x80000301u;
    for (uint32_t chosen = 0; chosen < COUNT_COUNT; chosen++) {
        if (wgs_test_adapter_is_slow() && chosen % 3 == 2)
            continue;
        wgs_test_sort const sort = {
            .note = "count on the GPU",
            .algorithm = algorithm,
            .row_count = capacity,
            .key_count = 1,
            .keys = {{.format = format, .data = keys}},
            .value_count = 1,
            .values = {{WGSFormat_Uint32, values}},
            .row_numbers = true,
            .first_place = chosen};
        sort_by_device_count(&sort, chosen, capacity);
    }
    free(keys);
    free(values);
}

/* faults IN-03, IN-04, IN-06, BU-03: every count below, at and beyond the capacity, at every
 * offset. */
static void test_radix(void** state) {
    (void)state;
    sort_all_counts(WGSAlgorithm_Radix, CAPACITY, WGSFormat_Uint32);
}

/* faults IN-03, IN-04, IN-06: the same in one workgroup and in memory. */
static void test_bitonic(void** state) {
    (void)state;
    sort_all_counts(WGSAlgorithm_Bitonic, 1500, WGSFormat_Uint32);
    sort_all_counts(WGSAlgorithm_Bitonic, 200, WGSFormat_Uint32);
}

static void test_several_words(void** state) {
    (void)state;
    sort_all_counts(WGSAlgorithm_Auto, 3000, WGSFormat_Sint64);
}

/* More groups for a smaller count than for the capacity: 3 tiles a group against 2. */
static void test_fewer_rows_need_more_groups(void** state) {
    (void)state;
    WGSLimits const limits = {.maxComputeWorkgroupsPerDimension = 2};
    WGSContext const context = wgs_test_context_limited(limits);
    assert_non_null(context);
    uint32_t const capacity = CAPACITY; /* 10 tiles, 8 groups at most: 5 groups of 2 */
    uint32_t* const data = random_words(capacity, 13);
    wgs_test_sort const sort = {
        .note = "8 tiles of 10",
        .algorithm = WGSAlgorithm_Radix,
        .row_count = capacity,
        .key_count = 1,
        .keys = {{.format = WGSFormat_Uint32, .data = data}},
        .row_numbers = true};
    wgs_sort_rig rig;
    WGSError error;
    assert_true(wgs_sort_rig_place(&rig, &sort));
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig.graph, &error), 0);
    device_count d;
    add_device_count(&d, rig.graph, 8); /* 7 * TILE + 5: 8 tiles, 8 groups */
    rig.sort.gpu_count = d.source;
    assert_true(wgs_sort_rig_add(&rig, rig.graph));
    compile_and_run(rig.graph);
    assert_true(wgs_sort_rig_check(&rig, counts[8]));
    device_count_free(&d);
    wgs_sort_rig_close(&rig);
    wgsContextRelease(context);
    free(data);
}

static void test_gather(void** state) {
    (void)state;
    enum { ROWS = 700 };
    uint32_t* const data = random_words(ROWS, 15);
    uint32_t rows[ROWS];
    for (uint32_t i = 0; i < ROWS; i++)
        rows[i] = ROWS - 1 - i;
    WGSError error;
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
    device_count d;
    add_device_count(&d, graph, 4);
    wgs_guarded_buffer places[3] = {
        wgs_guarded_buffer_create(1, sizeof rows, rows),
        wgs_guarded_buffer_create(3, 4 * ROWS, data),
        wgs_guarded_buffer_create(63, 4 * ROWS, NULL)};
    WGSGatherDescriptor gather = {.gpuCount = d.source};
    WGSView* const views[3] = {&gather.rows, &gather.in, &gather.out};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(
            wgs_guarded_buffer_import(&places[i], graph, WGSFormat_Uint32, views[i], &error), 0);
    assert_int_equal(wgsGraphAddGather(graph, &gather, &error), 0);
    compile_and_run(graph);
    uint32_t got[ROWS];
    assert_true(wgs_guarded_buffer_read(&places[2], "out", got));
    for (uint32_t i = 0; i < ROWS; i++)
        assert_int_equal(got[i], i < counts[4] ? data[ROWS - 1 - i] : WGS_GUARD_WORD);
    for (size_t i = 0; i < 3; i++)
        wgs_guarded_buffer_free(&places[i]);
    device_count_free(&d);
    wgsGraphRelease(graph);
    free(data);
}

/* Each primitive with a count of the device and room for no row. `out` has one element. */
typedef WGSStatus (*add_nothing)(
    WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error);

static WGSStatus
sort_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    (void)out;
    WGSSortKey const key = {.in = none};
    WGSSortDescriptor const sort = {.keyCount = 1, .keys = &key, .gpuCount = count};
    return wgsGraphAddSort(graph, &sort, NULL, error);
}

static WGSStatus
scan_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    WGSScanDescriptor const scan = {.in = none, .out = out, .gpuCount = count};
    return wgsGraphAddScan(graph, &scan, error);
}

static WGSStatus
gather_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    out.length = 0;
    WGSGatherDescriptor const gather = {.rows = none, .in = none, .out = out, .gpuCount = count};
    return wgsGraphAddGather(graph, &gather, error);
}

static WGSStatus
reduce_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    WGSReduceDescriptor const reduce = {.in = none, .out = out, .gpuCount = count};
    return wgsGraphAddReduce(graph, &reduce, error);
}

static WGSStatus
histogram_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    WGSHistogramDescriptor const histogram = {.in = none, .bins = out, .gpuCount = count};
    return wgsGraphAddHistogram(graph, &histogram, error);
}

static WGSStatus
counting_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    out.length = 0;
    WGSCountingSortDescriptor const sort = {
        .keys = none, .range = 7, .rowsOut = out, .gpuCount = count};
    return wgsGraphAddCountingSort(graph, &sort, error);
}

static WGSStatus
segments_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    WGSView in = none;
    in.length = 1;
    WGSSegmentedSortByOffsetsDescriptor const sort = {
        .columns = {.keysIn = in, .keysOut = out}, .begins = none, .ends = none, .gpuCount = count};
    return wgsGraphAddSegmentedSortByOffsets(graph, &sort, error);
}

static WGSStatus
records_nothing(WGSGraph graph, WGSView none, WGSView out, WGSGpuCount count, WGSError* error) {
    (void)none;
    out.length = 0;
    WGSComparatorSortDescriptor const sort = {
        .source = wgs_test_text(
            "alias Record = u32;\nfn before(a: Record, b: Record) -> bool { return a < b; }\n"),
        .recordSize = 4,
        .records = out,
        .gpuCount = count};
    return wgsGraphAddComparatorSort(graph, &sort, error);
}

/* `exceeded` is told where there is room for no row, too: by 0 for a count of 0, by 1 for any more. */
static void test_room_for_none(void** state) {
    (void)state;
    static add_nothing const adds[] = {
        sort_nothing,
        scan_nothing,
        gather_nothing,
        reduce_nothing,
        histogram_nothing,
        counting_nothing,
        segments_nothing,
        records_nothing};
    for (size_t i = 0; i < sizeof adds / sizeof adds[0]; i++)
        for (uint32_t chosen = 0; chosen < 2; chosen++) {
            WGSError error;
            WGSGraph graph;
            assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
            device_count d;
            add_device_count(&d, graph, chosen);
            uint32_t const word = 5;
            wgs_guarded_buffer in = wgs_guarded_buffer_create(0, 4, &word);
            wgs_guarded_buffer out = wgs_guarded_buffer_create(0, 4, NULL);
            WGSView views[2];
            assert_int_equal(
                wgs_guarded_buffer_import(&in, graph, WGSFormat_Uint32, &views[0], &error), 0);
            assert_int_equal(
                wgs_guarded_buffer_import(&out, graph, WGSFormat_Uint32, &views[1], &error), 0);
            views[0].length = 0;
            assert_int_equal(adds[i](graph, views[0], views[1], d.source, &error), 0);
            compile_and_run(graph);
            check_exceeded(&d, chosen, 0);
            wgs_guarded_buffer_free(&in);
            wgs_guarded_buffer_free(&out);
            device_count_free(&d);
            wgsGraphRelease(graph);
        }
}

/* What wgs_gpu_count_check refuses; nothing is added. */
static void test_errors(void** state) {
    (void)state;
    uint32_t const words[4] = {0};
    WGSError error;
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
    wgs_guarded_buffer places[3] = {
        wgs_guarded_buffer_create(0, sizeof words, words),
        wgs_guarded_buffer_create(0, sizeof words, NULL),
        wgs_guarded_buffer_create(0, 8, NULL)};
    WGSView views[3];
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(
            wgs_guarded_buffer_import(&places[i], graph, WGSFormat_Uint32, &views[i], &error), 0);
    WGSScanDescriptor scan = {.in = views[0], .out = views[1], .gpuCount = {.view = views[2]}};
    assert_int_not_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    assert_int_equal(error.detail, WGSErrorId_LengthMismatch);
    scan.gpuCount.view.length = 1;
    scan.gpuCount.view.format = WGSFormat_Float32;
    assert_int_not_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    assert_int_equal(error.detail, WGSErrorId_ViewFormat);
    scan.gpuCount.view.format = WGSFormat_Uint32;
    scan.gpuCount.exceeded = scan.gpuCount.view;
    assert_int_not_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    assert_int_equal(error.detail, WGSErrorId_AliasedUse);
    scan.gpuCount = (WGSGpuCount){.exceeded = scan.gpuCount.view};
    assert_int_not_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    assert_int_equal(error.detail, WGSErrorId_ViewMissing);
    scan.gpuCount = (WGSGpuCount){.view = views[1]};
    scan.gpuCount.view.length = 1; /* the count in the output of the scan that it counts */
    assert_int_not_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    assert_int_equal(error.detail, WGSErrorId_AliasedUse);
    size_t scratch_count = 0;
    assert_int_equal(wgsGraphGetScratch(graph, &scratch_count, NULL, &error), 0);
    assert_int_equal(scratch_count, 0);
    for (size_t i = 0; i < 3; i++)
        wgs_guarded_buffer_free(&places[i]);
    wgsGraphRelease(graph);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_radix),
        cmocka_unit_test(test_bitonic),
        cmocka_unit_test(test_several_words),
        cmocka_unit_test(test_fewer_rows_need_more_groups),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_room_for_none),
        cmocka_unit_test(test_errors),
    };
    (void)wgs_test_context();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
