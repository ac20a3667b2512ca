/* SPDX-License-Identifier: MIT */
/*
 * Copies of one buffer to another: what the memory can do at best, and the load that keeps a clock
 * up. By the copy command, and by a kernel that moves 16 bytes an invocation: on some devices the
 * one is faster, on some the other.
 */
#ifndef WGSORT_BENCH_COPY_H
#define WGSORT_BENCH_COPY_H

#include "bench_timer.h"

typedef struct wgs_bench_copy {
    uint64_t size; /* bytes, a multiple of 16 */
    WGPUBuffer from;
    WGPUBuffer to;
    WGSGraph graph; /* of the kernel */
    WGSProgram program;
    WGPUComputePipeline pipeline;
    wgs_bench_work by_command; /* its data is this object, which must stay where it is */
    wgs_bench_work by_kernel;
} wgs_bench_copy;

/* `copy` is all zero before, and is freed by the caller also after a failure. */
WGSStatus
wgs_bench_copy_init(wgs_bench_copy* copy, WGSContext context, uint64_t size, WGSError* error);
void wgs_bench_copy_free(wgs_bench_copy* copy);

#endif
