/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/grid.h"

static void capacities_are_cubes_up_to_2_31(void** state) {
    (void)state;
    assert_true(wgs_grid_capacity(0) == 0);
    assert_true(wgs_grid_capacity(1) == 1);
    assert_true(wgs_grid_capacity(2) == 8);
    assert_true(wgs_grid_capacity(1290) == UINT64_C(2146689000));
    assert_true(wgs_grid_capacity(1291) == UINT64_C(1) << 31);
    assert_true(wgs_grid_capacity(65535) == UINT64_C(1) << 31);
    assert_true(wgs_grid_capacity(UINT32_MAX) == UINT64_C(1) << 31);
}

static void expect(uint64_t workgroups, uint32_t limit, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t grid[3] = {9, 9, 9};
    wgs_grid_split(workgroups, limit, grid);
    assert_int_equal(grid[0], x);
    assert_int_equal(grid[1], y);
    assert_int_equal(grid[2], z);
}

/* item 25, fault SZ-13: 5 workgroups at a limit of 2 need all three dimensions. */
static void known_grids(void** state) {
    (void)state;
    expect(0, 65535, 0, 0, 0);
    expect(1, 65535, 1, 1, 1);
    expect(1, 1, 1, 1, 1);
    expect(65535, 65535, 65535, 1, 1);
    expect(65536, 65535, 32768, 2, 1);
    expect(131070, 65535, 65535, 2, 1);
    expect(131071, 65535, 43691, 3, 1);
    expect(5, 2, 2, 2, 2);
    expect(8, 2, 2, 2, 2);
    expect(3, 2, 2, 2, 1);
    expect(UINT64_C(1) << 31, 65535, 65535, 32769, 1);
}

static void check_grid(uint64_t workgroups, uint32_t limit) {
    uint32_t grid[3];
    wgs_grid_split(workgroups, limit, grid);
    uint64_t const cells = (uint64_t)grid[0] * grid[1] * grid[2];
    for (int i = 0; i < 3; i++) {
        assert_true(grid[i] >= 1);
        assert_true(grid[i] <= limit);
    }
    assert_true(cells >= workgroups);
    assert_true(cells - workgroups < (uint64_t)grid[1] * grid[2] + grid[2]);
    assert_true(cells <= UINT32_MAX);
}

/* item 25, fault SZ-13: x first, then y, then z, all within the limit, and room for every
 * workgroup. */
static void grids_cover_within_the_limit(void** state) {
    (void)state;
    static uint32_t const limits[] = {1, 2, 3, 7, 16, 255, 1024, 1290, 1291, 40000, 65535};
    for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
        uint64_t const capacity = wgs_grid_capacity(limits[l]);
        uint64_t const step = capacity / 5003 + 1;
        for (uint64_t workgroups = 1; workgroups <= capacity; workgroups += step)
            check_grid(workgroups, limits[l]);
        check_grid(capacity, limits[l]);
        check_grid(capacity > 1 ? capacity - 1 : 1, limits[l]);
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(capacities_are_cubes_up_to_2_31),
        cmocka_unit_test(known_grids),
        cmocka_unit_test(grids_cover_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
