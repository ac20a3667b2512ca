/* SPDX-License-Identifier: MIT */
/* Shapes of the scan kernels, as measured (docs/performance-log.md). */
#ifndef WGS_PRIMITIVES_SCAN_TUNING_H
#define WGS_PRIMITIVES_SCAN_TUNING_H

enum {
    WGS_SCAN_ITEMS =
        15, /* elements of a tile an invocation: odd (bank conflicts); 16 KiB of memory */
    WGS_SCAN_SEGMENTED_ITEMS = 13, /* likewise, beside 2 KiB for what starts segments */
    WGS_SCAN_MAX_GROUPS = 4096,
    WGS_SCAN_ONE_GROUP_TILES = 4, /* up to here one workgroup does it all in one dispatch */
};

#endif
