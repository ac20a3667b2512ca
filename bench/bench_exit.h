/* SPDX-License-Identifier: MIT */
/* Exit statuses: those of the command wgsort. */
#ifndef WGSORT_BENCH_EXIT_H
#define WGSORT_BENCH_EXIT_H

enum {
    WGS_BENCH_OK = 0,
    WGS_BENCH_WRONG = 1, /* a timed configuration gave a wrong result */
    WGS_BENCH_USAGE = 2,
    WGS_BENCH_DEVICE = 3, /* or nothing could be measured */
    WGS_BENCH_OUTPUT = 4,
};

#endif
