/* SPDX-License-Identifier: MIT */
/* The configurations that a command line asks for, in the order in which they run. */
#ifndef WGSORT_BENCH_GRID_H
#define WGSORT_BENCH_GRID_H

#include "bench_subject.h"

/* Calls `run` for each until it returns false. */
void wgs_bench_for_each_case(
    wgs_bench_options const* options,
    bool (*run)(wgs_bench_case const* what, void* data),
    void* data);

#endif
