/* SPDX-License-Identifier: MIT */
#include "plan/grid.h"

#include "base/arithmetic.h"

static uint64_t const most_workgroups = UINT64_C(1) << 31;

uint64_t wgs_grid_capacity(uint32_t limit) {
    uint64_t capacity = limit;
    for (int dimension = 1; dimension < 3; dimension++)
        if (!wgs_multiply_u64(capacity, limit, &capacity))
            return most_workgroups;
    return wgs_min_u64(capacity, most_workgroups);
}

void wgs_grid_split(uint64_t workgroups, uint32_t limit, uint32_t grid[3]) {
    grid[0] = grid[1] = grid[2] = 0;
    if (workgroups == 0)
        return;
    uint64_t const z = wgs_divide_up(workgroups, (uint64_t)limit * limit);
    uint64_t const plane = wgs_divide_up(workgroups, z);
    uint64_t const y = wgs_divide_up(plane, limit);
    grid[0] = (uint32_t)wgs_divide_up(plane, y);
    grid[1] = (uint32_t)y;
    grid[2] = (uint32_t)z;
}
