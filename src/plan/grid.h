/* SPDX-License-Identifier: MIT */
/* Spreading workgroups over x, y and z. */
#ifndef WGS_PLAN_GRID_H
#define WGS_PLAN_GRID_H

#include <stdint.h>

/* The most workgroups that one dispatch holds: limit^3, at most 2^31. */
uint64_t wgs_grid_capacity(uint32_t limit);

/* A grid with x * y * z >= workgroups and every dimension within the limit: as few planes and rows
 * as suffice, all of one size, so that fewer than y * z + z workgroups are idle (65,536 at a limit
 * of 65,535 is 32,768 x 2, not 65,535 x 2). x * y * z is below 2^32, so that linear ids fit.
 * Kernels guard by the linear id. `workgroups` is at most the capacity; 0 gives {0, 0, 0}. */
void wgs_grid_split(uint64_t workgroups, uint32_t limit, uint32_t grid[3]);

#endif
