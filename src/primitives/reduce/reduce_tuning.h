/* SPDX-License-Identifier: MIT */
/* Shapes of the reduce kernel. */
#ifndef WGS_PRIMITIVES_REDUCE_TUNING_H
#define WGS_PRIMITIVES_REDUCE_TUNING_H

enum {
    WGS_REDUCE_ITEMS = 16, /* elements of a tile an invocation */
    WGS_REDUCE_MAX_GROUPS = 1024,
    WGS_REDUCE_ONE_GROUP_TILES = 4, /* up to here one workgroup does it all in one dispatch */
};

#endif
