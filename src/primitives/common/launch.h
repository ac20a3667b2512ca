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
    bool measured; /* the kernel reads the count, which is at most this one */
} wgs_row_count;

uint32_t wgs_row_count_resolve(wgs_row_count rows, uint32_t const* values);

/* Where a primitive's number of rows comes from: at most `capacity`, at most what an encode gives
 * for `value`, and at most what an earlier dispatch writes to `measured`. */
typedef struct wgs_row_source {
    uint32_t capacity;
    WGSValue value;   /* nullable */
    WGSView measured; /* no buffer: none */
} wgs_row_source;

/* The part that goes into a node's data. */
wgs_row_count wgs_row_source_count(wgs_row_source const* source);

/* Adds a node whose kernel calls row_count(): the request lacks only the fragment for it, the
 * binding that a measured count needs, and the value. `uses` has `use_count` entries and room for
 * one. */
WGSStatus wgs_add_row_kernel(
    WGSGraph graph,
    wgs_row_source const* source,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses,
    char const* function,
    WGSError* error);

/* Checks a count on the GPU, and adds the node that tells whether it is past the capacity where the
 * caller asks for that. */
WGSStatus wgs_gpu_count_check(
    WGSGraph graph, WGSGpuCount const* count, char const* function, WGSError* error);
WGSStatus wgs_gpu_count_add_exceeded(
    WGSGraph graph,
    char const* parent,
    wgs_row_source const* source,
    WGSView exceeded,
    char const* function,
    WGSError* error);

/* The same for a kernel that calls row_tiling() too. Its Params have the members of wgs_tiling and
 * max_groups. */
WGSStatus wgs_add_tiled_kernel(
    WGSGraph graph,
    wgs_row_source const* source,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses,
    char const* function,
    WGSError* error);

/* Rows taken by groups of tiles: as many groups as there are tiles, until a group must take
 * several. */
typedef struct wgs_tiling {
    uint32_t tiles_per_group; /* 0 for 0 rows */
    uint32_t group_count;
} wgs_tiling;

wgs_tiling wgs_tiling_for(uint32_t rows, uint32_t tile, uint32_t max_groups);

/* The most groups that wgs_tiling_for gives for any row count up to `rows`. */
uint32_t wgs_tiling_max_groups(uint32_t rows, uint32_t tile, uint32_t max_groups);

/* The workgroups to launch when the host resolved `count`: as many as there are groups, or the most
 * that a measured count could need; those past the last group leave at once. */
uint64_t
wgs_tiling_workgroups(wgs_row_count rows, uint32_t count, uint32_t tile, uint32_t max_groups);

/* Workgroups of a kernel that steps over its rows: enough for one step, or the largest grid. */
uint64_t wgs_step_groups(uint64_t rows, uint32_t rows_per_group, uint64_t max_groups);

/* Fails with TooManyRows past 2^31 rows: kernels count in 32 bits. */
WGSStatus wgs_row_limit_check(uint64_t rows, char const* function, WGSError* error);

enum { WGS_WORKGROUP_SIZE = 256, WGS_LABEL_SIZE = 64 };

/* A label as a C string, cut to fit; `fallback` when it is empty. */
void wgs_label(char label[WGS_LABEL_SIZE], WGPUStringView view, char const* fallback);

#endif
