/* SPDX-License-Identifier: MIT */
/* Shapes of the radix kernels, as measured (docs/performance-log.md). */
#ifndef WGS_PRIMITIVES_RADIX_TUNING_H
#define WGS_PRIMITIVES_RADIX_TUNING_H

enum {
    /* Rows of a tile that one invocation ranks: odd (bank conflicts), at most 15 (4-bit counters;
     * 15 * 256 words also fill 16 KiB). */
    WGS_RADIX_ITEMS = 9,
    /* Groups of a pass, so that the digits' counters stay small enough for one scan dispatch. */
    WGS_RADIX_MAX_GROUPS = 4096,
    /* 16-bit counters of radix_histogram: ITEMS * tiles_per_group <= 65,535. */
    WGS_RADIX_MAX_TILES_PER_GROUP = 65535 / WGS_RADIX_ITEMS,
};

#endif
