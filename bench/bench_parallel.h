/* SPDX-License-Identifier: MIT */
/* Work on the CPU, shared among its cores: keys of large inputs are made and checked several times
 * as often as the device sorts them. */
#ifndef WGSORT_BENCH_PARALLEL_H
#define WGSORT_BENCH_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

enum { WGS_BENCH_MAX_PARTS = 32 };

/* How many parts work on `count` rows should have: 1 when it isn't worth a thread. */
uint32_t wgs_bench_parts_for(uint64_t count);

/* The first of `count` rows that part `part` of `parts` has; where part `parts` would begin, all
 * end. */
uint64_t wgs_bench_part_begin(uint64_t count, uint32_t part, uint32_t parts);

/* Calls `task` for every part, 1 to WGS_BENCH_MAX_PARTS of them, each in a thread where there is
 * one to be had, and waits for all. */
void wgs_bench_parallel(
    uint32_t parts, void (*task)(void* data, uint32_t part, uint32_t parts), void* data);

#endif
