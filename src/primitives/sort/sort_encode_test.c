/* SPDX-License-Identifier: MIT */
/* One program encoded often, with other counts; several sorts in one encoder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Bitonic, WGSAlgorithm_Radix};

/* Encodes one program with each count in turn and checks all rows, also those past the count. */
static bool run_counts(wgs_test_sort const* sort, uint32_t const* counts, size_t count_count) {
    wgs_test_sort counted = *sort;
    counted.with_count = true;
    wgs_sort_rig rig;
    bool good = wgs_sort_rig_open(&rig, wgs_test_context(), &counted);
    for (size_t i = 0; good && i < count_count; i++)
        good = wgs_sort_rig_reset(&rig) && wgs_sort_rig_run(&rig, counts[i]) &&
               wgs_sort_rig_check(&rig, counts[i]);
    wgs_sort_rig_close(&rig);
    return good;
}

/* fault SZ-25: counts around every edge below the capacity, none and one among them, up and
 * down. */
static void test_counts(void** state) {
    (void)state;
    uint32_t const tile = (uint32_t)wgs_sort_tile_rows;
    uint32_t const counts[] = {9000, 0, 1, 2, 255, 257, tile, tile + 1, 17, 9000};
    bool good = true;
    for (size_t turn = 0; turn < 4; turn++) {
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Sint32, 40 + turn, 9000);
        wgs_test_sort const sort = wgs_sort_table_case(
            &table,
            &wgs_sort_shapes[1 + turn / 2 * 2],
            (WGSDirection)(turn / 2),
            algorithms[turn % 2]);
        good = run_counts(&sort, counts, sizeof counts / sizeof *counts) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* The same through one workgroup and through the general path. */
static void test_counts_of_other_paths(void** state) {
    (void)state;
    static uint32_t const counts[] = {200, 0, 1, 100, 200};
    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_SPECIALS, WGSFormat_Float32, 44, 200);
    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[3], WGSDirection_Ascending, WGSAlgorithm_Bitonic);
    assert_true(run_counts(&sort, counts, 5));
    wgs_sort_table_free(&table);
    for (int a = 0; a < 2; a++) {
        table = wgs_sort_table_make(WGS_DISTRIBUTION_FEW, WGSFormat_Float64, 45, 200);
        sort = wgs_sort_table_case(
            &table, &wgs_sort_shapes[3], WGSDirection_Descending, algorithms[a]);
        assert_true(run_counts(&sort, counts, 5));
        wgs_sort_table_free(&table);
    }
}

/* fault SZ-05: growing and shrinking around the tile with one program. */
static void test_growth(void** state) {
    (void)state;
    uint32_t const t = (uint32_t)wgs_sort_tile_rows;
    uint32_t const counts[] = {t + t / 8, t + t / 4, t + t / 8, 2 * t - 1, 2 * t, 2 * t + 1, 1};
    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 5, 2 * t + 1);
    wgs_test_sort const sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[1], WGSDirection_Ascending, WGSAlgorithm_Radix);
    assert_true(run_counts(&sort, counts, sizeof counts / sizeof *counts));
    wgs_sort_table_free(&table);
}

/* faults BU-07, GR-07: a small sort between large ones, in scratch of the caller's that is
 * filled with 0xFF before each. */
static void test_poisoned_scratch(void** state) {
    (void)state;
    enum { ROWS = 100000, MOST_SCRATCH = 16 };
    static uint32_t const counts[] = {ROWS, 100, ROWS, 0, ROWS};
    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, 7, ROWS);
    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[1], WGSDirection_Descending, WGSAlgorithm_Radix);
    sort.with_count = true;
    wgs_sort_rig rig;
    assert_true(wgs_sort_rig_place(&rig, &sort));
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &rig.graph, &error), 0);
    assert_true(wgs_sort_rig_add(&rig, rig.graph));
    WGSScratch needs[MOST_SCRATCH];
    size_t count = 0;
    assert_int_equal(wgsGraphGetScratch(rig.graph, &count, NULL, &error), 0);
    assert_in_range(count, 1, MOST_SCRATCH);
    assert_int_equal(wgsGraphGetScratch(rig.graph, &count, needs, &error), 0);
    WGPUBuffer scratches[MOST_SCRATCH];
    uint64_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        WGPUBufferDescriptor const descriptor = {
            .size = needs[i].size, .usage = needs[i].usage | WGPUBufferUsage_CopyDst};
        scratches[i] = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
        largest = needs[i].size > largest ? needs[i].size : largest;
    }
    unsigned char* const poison = malloc(largest);
    assert_non_null(poison);
    for (uint64_t i = 0; i < largest; i++)
        poison[i] = 0xFF;
    WGSCompileDescriptor const compile = {.scratchCount = count, .scratches = scratches};
    assert_int_equal(wgsGraphCompile(rig.graph, &compile, &rig.program, &error), 0);
    bool good = true;
    for (size_t turn = 0; good && turn < sizeof counts / sizeof *counts; turn++) {
        for (size_t i = 0; i < count; i++)
            assert_int_equal(
                wgsContextWriteBuffer(
                    wgs_test_context(), scratches[i], 0, poison, needs[i].size, &error),
                0);
        good = wgs_sort_rig_reset(&rig) && wgs_sort_rig_run(&rig, counts[turn]) &&
               wgs_sort_rig_check(&rig, counts[turn]);
    }
    wgs_sort_rig_close(&rig);
    for (size_t i = 0; i < count; i++)
        wgpuBufferRelease(scratches[i]);
    free(poison);
    wgs_sort_table_free(&table);
    assert_true(good);
}

/* fault GR-01: two sorts of different lengths and windows recorded in one encoder and submitted
 * once; the second with a replaced count, then the first program again with another count. */
static void test_one_encoder(void** state) {
    (void)state;
    wgs_sort_table long_table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 1, 1000);
    wgs_sort_table short_table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 2, 77);
    bool good = true;
    for (int a = 0; a < 2; a++) {
        wgs_test_sort first = wgs_sort_table_case(
            &long_table, &wgs_sort_shapes[1], WGSDirection_Ascending, algorithms[a]);
        wgs_test_sort second = wgs_sort_table_case(
            &short_table, &wgs_sort_shapes[3], WGSDirection_Descending, algorithms[a]);
        second.keys[0].bit_count = 8;
        second.keys[0].first_bit = 3;
        second.with_count = true;
        wgs_sort_rig rigs[2] = {0};
        good = wgs_sort_rig_open(&rigs[0], wgs_test_context(), &first) &&
               wgs_sort_rig_open(&rigs[1], wgs_test_context(), &second) && good;
        WGPUCommandEncoder const encoder = wgs_test_encoder();
        good = good && wgs_sort_rig_encode(&rigs[1], encoder, 20) &&
               wgs_sort_rig_encode(&rigs[0], encoder, 1000) &&
               wgs_sort_rig_encode(&rigs[1], encoder, 50);
        good = wgs_test_submit(encoder) && good && wgs_sort_rig_check(&rigs[0], 1000) &&
               wgs_sort_rig_check(&rigs[1], 50);
        wgs_sort_rig_close(&rigs[0]);
        wgs_sort_rig_close(&rigs[1]);
    }
    wgs_sort_table_free(&long_table);
    wgs_sort_table_free(&short_table);
    assert_true(good);
}

/* item 5, fault CO-01: two sorts in one graph share scratch and don't disturb each other. */
static void test_one_graph(void** state) {
    (void)state;
    WGSGraph graph;
    WGSProgram program;
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
    wgs_sort_table tables[2];
    wgs_sort_rig rigs[2];
    uint64_t scratch[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        tables[i] = wgs_sort_table_make(
            WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, 70 + i, 5000 - 1000 * i);
        wgs_test_sort const sort = wgs_sort_table_case(
            &tables[i], &wgs_sort_shapes[1 + i], (WGSDirection)i, WGSAlgorithm_Radix);
        assert_true(wgs_sort_rig_place(&rigs[i], &sort));
        assert_true(wgs_sort_rig_add(&rigs[i], graph));
        WGSScratch needs[16];
        size_t count = 16;
        assert_int_equal(wgsGraphGetScratch(graph, &count, needs, &error), 0);
        for (size_t n = 0; n < count; n++)
            scratch[i] += needs[n].size;
    }
    /* The second is an argsort of 4,000 rows, which alone needs 12 bytes a row. */
    assert_true(scratch[1] < scratch[0] + 12 * 4000);
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
    for (int repeat = 0; repeat < 3; repeat++) {
        WGPUCommandEncoder const encoder = wgs_test_encoder();
        assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), 0);
        assert_true(wgs_test_submit(encoder));
        for (size_t i = 0; i < 2; i++) {
            assert_true(wgs_sort_rig_check(&rigs[i], (uint32_t)rigs[i].sort.row_count));
            assert_true(wgs_sort_rig_reset(&rigs[i]));
        }
    }
    for (size_t i = 0; i < 2; i++) {
        wgs_sort_rig_close(&rigs[i]);
        wgs_sort_table_free(&tables[i]);
    }
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
}

/* fault GR-04: graph and program are let go after encoding, before the submit. */
static void test_released_before_submit(void** state) {
    (void)state;
    wgs_sort_table table = wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 4, 4000);
    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[1], WGSDirection_Ascending, WGSAlgorithm_Radix);
    sort.with_count = true;
    wgs_sort_rig rig;
    assert_true(wgs_sort_rig_open(&rig, wgs_test_context(), &sort));
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_true(wgs_sort_rig_encode(&rig, encoder, 3999));
    wgsProgramRelease(rig.program);
    wgsGraphRelease(rig.graph);
    rig.program = NULL;
    rig.graph = NULL;
    assert_true(wgs_test_submit(encoder));
    assert_true(wgs_sort_rig_check(&rig, 3999));
    wgs_sort_rig_close(&rig);
    wgs_sort_table_free(&table);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_counts_of_other_paths),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_poisoned_scratch),
        cmocka_unit_test(test_one_encoder),
        cmocka_unit_test(test_one_graph),
        cmocka_unit_test(test_released_before_submit),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
