/* SPDX-License-Identifier: MIT */
/* Shapes of the histogram kernels. */
#ifndef WGS_PRIMITIVES_HISTOGRAM_TUNING_H
#define WGS_PRIMITIVES_HISTOGRAM_TUNING_H

enum {
    WGS_HISTOGRAM_FEW_BINS = 256,    /* counters and edges in 2 KiB of workgroup memory */
    WGS_HISTOGRAM_SOME_BINS = 2047,  /* the same in 16 KiB */
    WGS_HISTOGRAM_LOCAL_BINS = 4096, /* counters alone in 16 KiB; more bins: in memory */
    WGS_HISTOGRAM_ITEMS = 16,        /* rows of a tile an invocation */
    WGS_HISTOGRAM_MAX_GROUPS = 1024,
};

#endif
