/* SPDX-License-Identifier: MIT */
/* The configurations that a command line asks for, in the order in which they run. */
#ifndef WGSORT_BENCH_GRID_H
#define WGSORT_BENCH_GRID_H

#include "bench_case.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `run` for each until it returns false. */
void wgs_bench_for_each_case(
    wgs_bench_options const* options,
    bool (*run)(wgs_bench_case const* what, void* data),
    void* data);

#ifdef __cplusplus
}
#endif
#endif
