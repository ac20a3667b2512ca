/* SPDX-License-Identifier: MIT */
/* Scans against the reference, between guard words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/scan/scan_cases.h"
#include "primitives/scan/scan_reference.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

/* One scan on the device. */
typedef struct scan_rig {
    char const* note;
    WGSScanMode mode;
    uint32_t const* data;
    size_t count;
    size_t slack; /* elements of the output past those of the input */
    wgs_guarded_buffer in;
    wgs_guarded_buffer out;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} scan_rig;

static void open_scan(scan_rig* rig, WGSContext context, uint32_t place, bool with_count) {
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32};
    WGSFormat const format = formats[place % 2];
    rig->in = wgs_guarded_buffer_create(place, 4 * rig->count, rig->data);
    rig->out = wgs_guarded_buffer_create(place / 2 + 1, 4 * (rig->count + rig->slack), NULL);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    WGSScanDescriptor descriptor = {.mode = rig->mode};
    assert_int_equal(
        wgs_guarded_buffer_import(&rig->in, rig->graph, format, &descriptor.in, &error), 0);
    assert_int_equal(
        wgs_guarded_buffer_import(&rig->out, rig->graph, format, &descriptor.out, &error), 0);
    if (with_count) {
        WGSValueDescriptor const value = {.value = (uint32_t)rig->count};
        assert_int_equal(wgsGraphCreateValue(rig->graph, &value, &rig->value, &error), 0);
        descriptor.count = rig->value;
    }
    assert_int_equal(wgsGraphAddScan(rig->graph, &descriptor, &error), 0);
    assert_int_equal(wgsGraphCompile(rig->graph, NULL, &rig->program, &error), 0);
}

static void close_scan(scan_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_guarded_buffer_free(&rig->in);
    wgs_guarded_buffer_free(&rig->out);
}

static void run_scan(scan_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

/* The first `count` elements are the reference's, those behind them untouched. */
static bool check_scan(scan_rig const* rig, size_t count) {
    size_t const length = rig->count + rig->slack;
    uint32_t* const expected = malloc(4 * length + 4);
    uint32_t* const got = malloc(4 * length + 4);
    assert_non_null(expected);
    assert_non_null(got);
    for (size_t i = 0; i < length; i++)
        expected[i] = WGS_GUARD_WORD;
    wgs_scan_reference(rig->mode, rig->data, count, expected);
    bool good = wgs_guarded_buffer_read(&rig->out, rig->note, got);
    for (size_t i = 0; good && i < length; i++)
        if (got[i] != expected[i]) {
            (void)fprintf(
                stderr,
                "%s, mode %d, %zu of %zu: out[%zu] is %u, expected %u\n",
                rig->note,
                (int)rig->mode,
                count,
                rig->count,
                i,
                got[i],
                expected[i]);
            good = false;
        }
    good = good && wgs_guarded_buffer_read(&rig->in, rig->note, got) &&
           (rig->count == 0 || memcmp(got, rig->data, 4 * rig->count) == 0);
    free(expected);
    free(got);
    return good && wgs_test_device_errors() == 0;
}

static bool scan_array(
    char const* note, WGSContext context, uint32_t const* data, size_t count, uint32_t turn) {
    bool good = true;
    for (int mode = 0; mode < 2; mode++) {
        scan_rig rig = {
            .note = note,
            .mode = (WGSScanMode)mode,
            .data = data,
            .count = count,
            .slack = turn % 3};
        open_scan(&rig, context, (turn + (uint32_t)mode) * 31 % 67, false);
        run_scan(&rig, (uint32_t)count);
        good = check_scan(&rig, count) && good;
        close_scan(&rig);
    }
    return good;
}

static uint32_t* random_words(size_t count, uint64_t seed) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    wgs_random random = {seed};
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)wgs_random_bits(&random);
    return words;
}

/* item 24, faults SZ-01, SZ-08: random words: sums wrap many times. */
static void test_edge_sizes(void** state) {
    (void)state;
    bool good = true;
    for (uint32_t i = 0; i < wgs_scan_edge_size_count; i++) {
        uint32_t* const words = random_words(wgs_scan_edge_sizes[i], i);
        good = scan_array("random", wgs_test_context(), words, wgs_scan_edge_sizes[i], i) && good;
        free(words);
    }
    assert_true(good);
}

/* item 24, faults SZ-22, SF-09: block totals must not shift; all ones show every position. */
static void test_block_edges(void** state) {
    (void)state;
    uint32_t few[1024] = {0};
    few[511] = 1;
    few[599] = 1;
    static size_t const looked_at[] = {510, 511, 512, 599, 600};
    static uint32_t const exclusive[] = {0, 0, 1, 1, 2};
    uint32_t sums[1024];
    wgs_scan_reference(WGSScanMode_Exclusive, few, 1024, sums);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(sums[looked_at[i]], exclusive[i]);
    assert_true(scan_array("T-scan", wgs_test_context(), few, 1024, 0));

    size_t const count = 5 * wgs_scan_tile_elements;
    uint32_t* const words = calloc(count, sizeof *words);
    assert_non_null(words);
    for (size_t i = 0; i < count; i++)
        words[i] = 1;
    assert_true(scan_array("ones", wgs_test_context(), words, count, 1));
    /* SF-09: the upper bits are part of the sum. */
    memset(words, 0, count * sizeof *words);
    for (size_t i = 0; i < count; i += wgs_scan_tile_elements)
        words[i] = 1u << 30;
    assert_true(scan_array("SF-09", wgs_test_context(), words, count, 2));
    free(words);
}

/* fault SZ-21: lengths at which barriers in loops hung devices on a CPU. The watchdog is the
 * timeout of CTest. */
static void test_watched_lengths(void** state) {
    (void)state;
    static size_t const sizes[] = {512, 513, 68931};
    bool good = true;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t* const words = random_words(sizes[i], i);
        good = scan_array("SZ-21", wgs_test_context(), words, sizes[i], i) && good;
        free(words);
    }
    assert_true(good);
}

/* item 25, fault SZ-13: groups of several tiles, in a grid of 2 x 2 x 2. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static size_t const sizes[] = {1025, 20000, 100000};
    bool good = true;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t* const words = random_words(sizes[i], i);
        good = scan_array("two workgroups", context, words, sizes[i], i) && good;
        free(words);
    }
    wgsContextRelease(context);
    assert_true(good);
}

/* item 42: counts replaced at each encode; what lies behind them is untouched. */
static void test_counts(void** state) {
    (void)state;
    static size_t const capacities[] = {300, 50000};
    for (size_t c = 0; c < 2; c++) {
        uint32_t* const words = random_words(capacities[c], c);
        scan_rig rig = {
            .note = "counts",
            .mode = WGSScanMode_Inclusive,
            .data = words,
            .count = capacities[c],
            .slack = 5};
        open_scan(&rig, wgs_test_context(), 3, true);
        uint32_t const capacity = (uint32_t)capacities[c];
        uint32_t const counts[] = {capacity, 0, 1, capacity / 3, capacity - 1, capacity};
        for (size_t i = 0; i < 6; i++) {
            assert_true(wgs_guarded_buffer_reset(&rig.out));
            run_scan(&rig, counts[i]);
            assert_true(check_scan(&rig, counts[i]));
        }
        close_scan(&rig);
        free(words);
    }
}

/* items 24, 25, fault SZ-02: what is added: nothing, one dispatch, or three. */
static void test_dispatches(void** state) {
    (void)state;
    size_t const sizes[] = {0, 1, wgs_scan_one_group_elements, wgs_scan_one_group_elements + 1};
    static uint32_t const dispatches[] = {0, 1, 1, 3};
    for (size_t i = 0; i < 4; i++) {
        uint32_t* const words = random_words(sizes[i], i);
        scan_rig rig = {.data = words, .count = sizes[i]};
        open_scan(&rig, wgs_test_context(), 0, false);
        WGSProgramStats stats;
        WGSError error;
        assert_int_equal(wgsProgramGetStats(rig.program, &stats, &error), 0);
        assert_int_equal(stats.dispatchCount, dispatches[i]);
        assert_true(stats.physicalTransientBytes <= 16400);
        close_scan(&rig);
        free(words);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_edge_sizes),
        cmocka_unit_test(test_block_edges),
        cmocka_unit_test(test_watched_lengths),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_dispatches),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
