/* SPDX-License-Identifier: MIT */
/* Shapes of the counting sort's kernels. */
#ifndef WGS_PRIMITIVES_COUNTING_TUNING_H
#define WGS_PRIMITIVES_COUNTING_TUNING_H

enum {
    WGS_COUNTING_LOCAL_RANGE = 2048, /* counters in workgroup memory: 8 KiB */
    WGS_COUNTING_LOCAL_GROUPS = 512, /* each adds what it found to all counters once */
    WGS_COUNTING_TILE_RANGE = 2048,  /* a tile's counters and places in workgroup memory: 16 KiB */
    WGS_COUNTING_TILE_ITEMS = 16,    /* rows of a tile an invocation */
};

#endif
