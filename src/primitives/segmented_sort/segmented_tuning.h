/* SPDX-License-Identifier: MIT */
/* Shapes of the segmented sort. */
#ifndef WGS_PRIMITIVES_SEGMENTED_TUNING_H
#define WGS_PRIMITIVES_SEGMENTED_TUNING_H

enum {
    /* Classes of up to 4, 8, ... 256 rows, then that of all longer segments. */
    WGS_SEGMENT_LARGE_CLASS = 7,
    WGS_SEGMENT_LOCAL_ROWS = 256,
    /* Rows of a tile of segmented_local: four an invocation. */
    WGS_SEGMENTED_TILE = 1024,
    /* Workgroups of one class when the device lists the segments: enough to fill any device, few
     * enough to cost nothing where the class is empty. */
    WGS_SEGMENTED_MAX_GROUPS = 8192,
    /* Bits of a class, and class starts: more than there are classes. */
    WGS_SEGMENT_CLASS_BITS = 4,
    WGS_SEGMENT_CLASS_STARTS = 16,
};

#endif
