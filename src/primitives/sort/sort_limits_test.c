/* SPDX-License-Identifier: MIT */
/* Sorts planned without a device, on one that would bind anything: lengths at which other
 * libraries' sizes wrapped, up to the limit of 2^31 rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "primitives/common/launch.h"
#include "primitives/radix/radix_tuning.h"
#include "testing/plan_fixture.h"
#include "wgsort/sort.h"

/* Two tables of counters of 16 digits, at the most groups and with their totals. */
enum { COUNTERS = 4 * 16 * (WGS_RADIX_MAX_GROUPS + 1) };

typedef struct shape {
    bool values;
    bool rows;
    WGSAlgorithm algorithm;
} shape;

static shape const radix_pairs = {.values = true, .algorithm = WGSAlgorithm_Radix};
static shape const bitonic_pairs = {.values = true, .algorithm = WGSAlgorithm_Bitonic};
static shape const bitonic_argsort = {.rows = true, .algorithm = WGSAlgorithm_Bitonic};

static void open_fixture(wgs_plan_fixture* f) {
    wgs_plan_fixture_open(f);
    f->capabilities.limits.maxBufferSize = UINT64_C(1) << 40;
    f->capabilities.limits.maxStorageBufferBindingSize = UINT64_C(1) << 40;
}

static WGSView column(wgs_plan_fixture* f, uint64_t rows) {
    return (WGSView){wgs_plan_fixture_import(f, "column", 4 * rows), WGSFormat_Uint32, 0, rows};
}

/* Adds a sort; on success its physical scratch in bytes. */
static WGSStatus plan_sort(shape s, uint64_t rows, uint64_t* scratch, WGSError* error) {
    wgs_plan_fixture f;
    open_fixture(&f);
    WGSSortKey key = {.in = column(&f, rows)};
    WGSSortValue value = {{0}, {0}};
    WGSSortDescriptor sort = {
        .keyCount = 1, .keys = &key, .values = &value, .algorithm = s.algorithm};
    if (s.values) {
        key.out = column(&f, rows);
        sort.valueCount = 1;
        value = (WGSSortValue){column(&f, rows), column(&f, rows)};
    }
    if (s.rows)
        sort.rowsOut = column(&f, rows);
    WGSStatus const status = wgsGraphAddSort(f.graph, &sort, NULL, error);
    if (status == WGSStatus_Success) {
        wgs_plan plan;
        assert_int_equal(wgs_plan_build(f.graph, &plan, "test", error), WGSStatus_Success);
        *scratch = plan.physical_bytes;
        wgs_plan_free(&plan);
    } else {
        assert_int_equal(f.graph->node_count, 0);
    }
    wgs_plan_fixture_close(&f);
    return status;
}

static uint64_t scratch_of(shape s, uint64_t rows) {
    uint64_t scratch = 0;
    WGSError error;
    if (plan_sort(s, rows, &scratch, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    return scratch;
}

static void refuse(shape s, uint64_t rows) {
    uint64_t scratch = 0;
    WGSError error = {0};
    assert_int_equal(plan_sort(s, rows, &scratch, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_TooManyRows);
}

/* faults SZ-15, SZ-17: exact sizes, or "too large": never a wrapped number, and at once. */
static void sizes_are_exact_or_refused(void** state) {
    (void)state;
    static uint64_t const taken[] = {
        UINT64_C(1) << 27,
        (UINT64_C(1) << 29) + 1,
        (UINT64_C(1) << 30) + 1,
        0x7FFFFFFF,
        0x80000000};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        assert_in_range(scratch_of(radix_pairs, taken[i]), 8 * taken[i], 8 * taken[i] + COUNTERS);
        assert_int_equal(scratch_of(bitonic_pairs, taken[i]), 0);
        assert_int_equal(scratch_of(bitonic_argsort, taken[i]), 4 * taken[i]);
    }
    static uint64_t const refused[] = {
        0x80000001, 0xFFFFFFFF, UINT64_C(1) << 32, UINT64_C(1) << 33};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        refuse(radix_pairs, refused[i]);
        refuse(bitonic_pairs, refused[i]);
    }
}

/* fault SZ-18: the scratch near the limit of 32-bit signed numbers grows with the rows. */
static void scratch_grows_with_the_rows(void** state) {
    (void)state;
    uint64_t last = 0;
    for (uint64_t rows = 0x7FFFFFFF - 100000; rows <= 0x7FFFFFFF; rows += 625) {
        uint64_t const scratch = scratch_of(radix_pairs, rows);
        assert_true(scratch >= last);
        assert_true(scratch < 8 * rows + COUNTERS + 1);
        last = scratch;
    }
}

/* fault ME-03: nothing is padded to a power of two: a row more costs a row more. */
static void scratch_does_not_jump(void** state) {
    (void)state;
    static uint64_t const sizes[] = {2097152, 1048576, 2000000, 65536};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t const rows = sizes[i];
        assert_int_equal(scratch_of(bitonic_argsort, rows + 1), 4 * (rows + 1));
        assert_in_range(scratch_of(radix_pairs, rows + 1), 8 * rows, 8 * rows + 8 + COUNTERS);
        assert_in_range(
            scratch_of(radix_pairs, rows + rows / 20),
            8 * (rows + rows / 20),
            8 * (rows + rows / 20) + COUNTERS);
    }
}

/* fault BU-01: one view as input and output is refused at every length, not only where it
 * fails. */
static void in_place_is_refused_at_every_length(void** state) {
    (void)state;
    static uint64_t const sizes[] = {1, 2, 100, 256, 257, 2000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int algorithm = WGSAlgorithm_Auto; algorithm <= WGSAlgorithm_Radix; algorithm++) {
            wgs_plan_fixture f;
            open_fixture(&f);
            WGSView const both = column(&f, sizes[i]);
            WGSSortKey const key = {.in = both, .out = both};
            WGSSortDescriptor const sort = {
                .keyCount = 1, .keys = &key, .algorithm = (WGSAlgorithm)algorithm};
            WGSError error = {0};
            assert_int_equal(
                wgsGraphAddSort(f.graph, &sort, NULL, &error), WGSStatus_InvalidArgument);
            assert_int_equal(error.detail, WGSErrorId_AliasedUse);
            assert_int_equal(f.graph->node_count, 0);
            wgs_plan_fixture_close(&f);
        }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(sizes_are_exact_or_refused),
        cmocka_unit_test(scratch_grows_with_the_rows),
        cmocka_unit_test(scratch_does_not_jump),
        cmocka_unit_test(in_place_is_refused_at_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
