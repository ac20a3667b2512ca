/* SPDX-License-Identifier: MIT */
/* Spreading workgroups over x, y and z. */
#ifndef WGS_PLAN_GRID_H
#define WGS_PLAN_GRID_H

#include <stdint.h>

/* The most workgroups that one dispatch holds: limit^3, at most 2^31. */
uint64_t wgs_grid_capacity(uint32_t limit);

/* The smallest grid, x first, with x * y * z >= workgroups and every dimension within the limit.
 * Kernels guard by the linear id. `workgroups` is at most the capacity; 0 gives {0, 0, 0}. */
void wgs_grid_split(uint64_t workgroups, uint32_t limit, uint32_t grid[3]);

#endif
