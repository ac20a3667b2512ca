/* SPDX-License-Identifier: MIT */
/* What is special about radix: passes, kernels in both forms, workgroup memory left dirty,
 * repeats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/context.h"
#include "gpu/poison.h"
#include "primitives/radix/radix.h"
#include "primitives/radix/radix_reference.h"
#include "testing/random_bits.h"
#include "testing/sort_table.h"
#include "testing/test_device.h"

/* item 29: ceil(bits / 4) passes. */
static void test_pass_counts(void** state) {
    (void)state;
    static uint32_t const passes[][2] = {{0, 1}, {1, 1}, {4, 1}, {5, 2}, {8, 2}, {31, 8}, {32, 8}};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        assert_int_equal(wgs_radix_passes(passes[i][0]), passes[i][1]);
}

/* item 29: eight reference passes are the reference sort, and one pass on the device is one of
 * them. */
static void test_one_pass(void** state) {
    (void)state;
    size_t const rows = 2 * wgs_sort_tile_rows + 100;
    wgs_sort_table table = wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 1, rows);
    uint32_t* sides[2] = {malloc(4 * rows), malloc(4 * rows)};
    uint32_t* const order = malloc(4 * rows);
    assert_true(sides[0] != NULL && sides[1] != NULL && order != NULL);
    uint32_t counts[WGS_RADIX_REFERENCE_DIGITS];
    for (uint32_t i = 0; i < rows; i++)
        sides[0][i] = i;
    wgs_reference_key key = {.format = WGSFormat_Uint32, .bit_count = 4, .data = table.keys};
    for (uint32_t pass = 0; pass < 8; pass++) {
        wgs_radix_reference(
            table.keys, sides[pass % 2], rows, 4 * pass, counts, sides[(pass + 1) % 2]);
        if (pass == 0) {
            assert_true(wgs_sort_reference(&key, 1, rows, order));
            assert_memory_equal(order, sides[1], 4 * rows);
        }
    }
    key.bit_count = 0;
    assert_true(wgs_sort_reference(&key, 1, rows, order));
    assert_memory_equal(order, sides[0], 4 * rows);

    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[2], WGSDirection_Ascending, WGSAlgorithm_Radix);
    sort.keys[0].bit_count = 4;
    WGSSortInfo info;
    assert_true(wgs_test_sort_run(wgs_test_context(), &sort, &info));
    assert_int_equal(info.passCount, 1);
    assert_int_equal(info.dispatchCount, 3);
    free(sides[0]);
    free(sides[1]);
    free(order);
    wgs_sort_table_free(&table);
}

/* fault SZ-19: all rows of many tiles have one digit; counters must hold a full group. */
static void test_full_counters(void** state) {
    (void)state;
    size_t const sizes[] = {wgs_sort_tile_rows, wgs_sort_tile_rows + 1, 64 * wgs_sort_tile_rows};
    static uint32_t const words[] = {0, 0xFFFFFFFF, 0x00FF00FF};
    WGSContext const narrow =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 1});
    assert_non_null(narrow);
    size_t const shifts = wgs_test_adapter_is_slow() ? 1 : 3;
    for (size_t turn = 0; turn < 3 * shifts; turn++) {
        size_t const i = turn % 3;
        size_t const shift = turn / 3;
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_EQUAL, WGSFormat_Uint32, i, sizes[i]);
        for (size_t row = 0; row < sizes[i]; row++)
            ((uint32_t*)table.keys)[row] = words[(i + shift) % 3];
        wgs_test_sort const sort = wgs_sort_table_case(
            &table, &wgs_sort_shapes[1], (WGSDirection)(i % 2), WGSAlgorithm_Radix);
        /* Once in many groups, once in a single one. */
        assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
        assert_true(wgs_test_sort_run(narrow, &sort, NULL));
        wgs_sort_table_free(&table);
    }
    wgsContextRelease(narrow);
}

/* Kernels whose marked loops are unrolled and kernels whose loops stay give the same bytes. */
static void test_rolled_loops(void** state) {
    (void)state;
    WGSContext const context = wgs_test_context_limited((WGSLimits){0});
    assert_non_null(context);
    context->rolled = true;
    for (size_t shape = 0; shape < wgs_sort_shape_count; shape++) {
        if (wgs_test_adapter_is_slow() && shape != 3)
            continue;
        wgs_sort_table table = wgs_sort_table_make(
            WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, shape, wgs_sort_tile_rows + 1);
        wgs_test_sort const sort = wgs_sort_table_case(
            &table, &wgs_sort_shapes[shape], (WGSDirection)(shape % 2), WGSAlgorithm_Radix);
        assert_true(wgs_test_sort_run(context, &sort, NULL));
        wgs_sort_table_free(&table);
    }
    wgsContextRelease(context);
}

/* fault DR-04: dispatches before each sort leave every word of workgroup memory dirty. */
static void test_poisoned_memory(void** state) {
    (void)state;
    static uint32_t const poisons[] = {0xFFFFFFFF, 0x80000001};
    for (size_t i = 0; i < 4; i++) {
        wgs_sort_table table = wgs_sort_table_make(
            WGS_DISTRIBUTION_UNIFORM, WGSFormat_Sint32, i, i < 2 ? wgs_sort_tile_rows + 9 : 201);
        wgs_test_sort const sort = wgs_sort_table_case(
            &table,
            &wgs_sort_shapes[3],
            WGSDirection_Ascending,
            i < 2 ? WGSAlgorithm_Radix : WGSAlgorithm_Bitonic);
        wgs_sort_rig rig;
        WGSError error;
        assert_true(wgs_sort_rig_place(&rig, &sort));
        assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &rig.graph, &error), 0);
        assert_int_equal(wgs_graph_add_poison(rig.graph, poisons[i % 2], "test", &error), 0);
        assert_true(wgs_sort_rig_add(&rig, rig.graph));
        assert_int_equal(wgsGraphCompile(rig.graph, NULL, &rig.program, &error), 0);
        assert_true(wgs_sort_rig_run(&rig, 0));
        assert_true(wgs_sort_rig_check(&rig, (uint32_t)sort.row_count));
        wgs_sort_rig_close(&rig);
        wgs_sort_table_free(&table);
    }
}

/* faults DR-07, GR-02: keys alone in four passes, again and again, with random counts; 100
 * encodes. */
static void test_repeats(void** state) {
    (void)state;
    size_t const rows = wgs_sort_tile_rows + 500;
    int const repeats = 100;
    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 77, rows);
    wgs_test_sort sort = wgs_sort_table_case(
        &table, &wgs_sort_shapes[0], WGSDirection_Ascending, WGSAlgorithm_Radix);
    sort.keys[0].bit_count = 16;
    sort.with_count = true;
    wgs_sort_rig rig;
    bool good = wgs_sort_rig_open(&rig, wgs_test_context(), &sort);
    wgs_random random = {7};
    for (int i = 0; good && i < repeats; i++) {
        uint32_t const count = (uint32_t)wgs_random_below(&random, rows + 1);
        good = wgs_sort_rig_reset(&rig) && wgs_sort_rig_run(&rig, count) &&
               wgs_sort_rig_check(&rig, count);
    }
    wgs_sort_rig_close(&rig);
    wgs_sort_table_free(&table);
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_pass_counts),
        cmocka_unit_test(test_one_pass),
        cmocka_unit_test(test_full_counters),
        cmocka_unit_test(test_rolled_loops),
        cmocka_unit_test(test_poisoned_memory),
        cmocka_unit_test(test_repeats),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
