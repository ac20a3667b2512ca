/* SPDX-License-Identifier: MIT */
/* What the prepare functions of all primitives share. */
#ifndef WGS_PRIMITIVES_COMMON_LAUNCH_H
#define WGS_PRIMITIVES_COMMON_LAUNCH_H

#include "plan/graph.h"

/* How many rows a node treats: all of its views, or the first value of the node. Lies in the data
 * of every node whose count can be replaced. */
typedef struct wgs_row_count {
    uint32_t capacity;
    bool replaceable;
} wgs_row_count;

uint32_t wgs_row_count_resolve(wgs_row_count rows, uint32_t const* values);

/* Rows taken by groups of tiles: as many groups as there are tiles, until a group must take
 * several. */
typedef struct wgs_tiling {
    uint32_t tiles_per_group; /* 0 for 0 rows */
    uint32_t group_count;
} wgs_tiling;

wgs_tiling wgs_tiling_for(uint32_t rows, uint32_t tile, uint32_t max_groups);

/* The most groups that wgs_tiling_for gives for any row count up to `rows`. */
uint32_t wgs_tiling_max_groups(uint32_t rows, uint32_t tile, uint32_t max_groups);

/* Workgroups of a kernel that steps over its rows: enough for one step, or the largest grid. */
uint64_t wgs_step_groups(uint64_t rows, uint32_t rows_per_group, uint64_t max_groups);

/* Fails with TooManyRows past 2^31 rows: kernels count in 32 bits. */
WGSStatus wgs_row_limit_check(uint64_t rows, char const* function, WGSError* error);

enum { WGS_WORKGROUP_SIZE = 256, WGS_LABEL_SIZE = 64 };

/* A label as a C string, cut to fit; `fallback` when it is empty. */
void wgs_label(char label[WGS_LABEL_SIZE], WGPUStringView view, char const* fallback);

#endif
