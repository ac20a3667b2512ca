/* SPDX-License-Identifier: MIT */
/* Known faults of other libraries with counts on the GPU, each with the input of its report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device_count.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/sort_table.h"
#include "testing/test_device.h"

/* A sort of `capacity` keys and row numbers whose count comes from a table. */
typedef struct counted_sort {
    wgs_sort_rig rig;
    device_count count;
    uint32_t const* table;
    uint32_t* keys;
} counted_sort;

/* The first `live` keys are random and not 0, those behind them 0: they would come first. */
static uint32_t* make_keys(size_t live, size_t capacity) {
    uint32_t* const keys = calloc(capacity, sizeof *keys);
    assert_non_null(keys);
    wgs_random random = {capacity + live};
    for (size_t i = 0; i < live; i++)
        keys[i] = (uint32_t)wgs_random_bits(&random) | 16;
    return keys;
}

static void open_sort(
    counted_sort* s,
    WGSContext context,
    WGSAlgorithm algorithm,
    size_t live,
    size_t capacity,
    uint32_t const* table,
    size_t table_count) {
    *s = (counted_sort){.table = table, .keys = make_keys(live, capacity)};
    wgs_test_sort const sort = {
        .note = "count on the GPU",
        .algorithm = algorithm,
        .row_count = capacity,
        .key_count = 1,
        .keys = {{.format = WGSFormat_Uint32, .data = s->keys}},
        .row_numbers = true};
    WGSError error;
    assert_true(wgs_sort_rig_place(&s->rig, &sort));
    assert_int_equal(wgsContextCreateGraph(context, NULL, &s->rig.graph, &error), 0);
    device_count_add(&s->count, s->rig.graph, table, table_count, 0);
    s->rig.sort.gpu_count = s->count.source;
    assert_true(wgs_sort_rig_add(&s->rig, s->rig.graph));
    assert_int_equal(wgsGraphCompile(s->rig.graph, NULL, &s->rig.program, &error), 0);
}

static void run_sort(counted_sort* s, uint32_t chosen) {
    device_count_choose(&s->count, chosen);
    assert_true(wgs_sort_rig_reset(&s->rig));
    assert_true(wgs_sort_rig_run(&s->rig, 0));
    uint32_t const capacity = (uint32_t)s->rig.sort.row_count;
    uint32_t const count = s->table[chosen];
    assert_true(wgs_sort_rig_check(&s->rig, count < capacity ? count : capacity));
    device_count_check_exceeded(&s->count, count > capacity);
}

static void close_sort(counted_sort* s) {
    device_count_free(&s->count);
    wgs_sort_rig_close(&s->rig);
    free(s->keys);
}

/* faults IN-01, IN-06: 1,000 rows of a capacity of 65,536, by both algorithms: the zeros behind
 * them are not sorted to the front. */
static void test_small_count(void** state) {
    (void)state;
    static uint32_t const table[] = {1000, 0, 1};
    static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Radix, WGSAlgorithm_Bitonic};
    for (size_t a = 0; a < 2; a++) {
        counted_sort s;
        open_sort(&s, wgs_test_context(), algorithms[a], 1000, 65536, table, 3);
        for (uint32_t chosen = 0; chosen < 3; chosen++)
            run_sort(&s, chosen);
        close_sort(&s);
    }
}

/* fault IN-02: more workgroups than one dimension of a grid of 2 x 2 x 2 holds. */
static void test_more_than_one_dimension(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    uint32_t const tile = (uint32_t)wgs_sort_tile_rows;
    uint32_t const table[] = {2 * tile + 1, 4 * tile + 1, 2 * tile};
    counted_sort s;
    open_sort(&s, context, WGSAlgorithm_Radix, 4 * tile + 1, 8 * tile, table, 3);
    for (uint32_t chosen = 0; chosen < 3; chosen++)
        run_sort(&s, chosen);
    close_sort(&s);
    wgsContextRelease(context);
}

/* faults IN-04, IN-05: far fewer rows than tiles for which the kernels were launched, and
 * more. */
static void test_many_idle_tiles(void** state) {
    (void)state;
    uint32_t const tile = (uint32_t)wgs_sort_tile_rows;
    uint32_t const capacity = 64 * tile;
    uint32_t const table[] = {
        63 * tile + 5, 1, tile, tile + 1, 0, capacity, capacity + 1, 0xFFFFFFFF};
    counted_sort s;
    open_sort(&s, wgs_test_context(), WGSAlgorithm_Radix, capacity, capacity, table, 8);
    for (uint32_t chosen = 0; chosen < 8; chosen += wgs_test_adapter_is_slow() ? 3 : 1)
        run_sort(&s, chosen);
    close_sort(&s);
}

/* fault IN-07: the count of this submission, not of the one before: 777, then 3. */
static void test_count_of_this_submission(void** state) {
    (void)state;
    static uint32_t const table[] = {777, 3};
    counted_sort s;
    open_sort(&s, wgs_test_context(), WGSAlgorithm_Radix, 5000, 5000, table, 2);
    run_sort(&s, 0);
    run_sort(&s, 1);
    run_sort(&s, 0);
    close_sort(&s);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_small_count),
        cmocka_unit_test(test_more_than_one_dimension),
        cmocka_unit_test(test_many_idle_tiles),
        cmocka_unit_test(test_count_of_this_submission),
    };
    (void)wgs_test_context();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
