/* SPDX-License-Identifier: MIT */
/* The columns of a blocking sort: arrays in memory, buffers on the device, views in a graph. */
#ifndef WGS_API_HOST_COLUMNS_H
#define WGS_API_HOST_COLUMNS_H

#include "gpu/gpu.h"

enum { WGS_MAX_HOST_COLUMNS = WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES + 1 };

/* One key, one value, or the row numbers. Without an input: the row numbers; without an output: a
 * key whose sorted form is not wanted. */
typedef struct wgs_host_column {
    WGSFormat format;
    void const* in;
    void* out;
    bool has_in;
    bool has_out;
    WGPUBuffer in_buffer;
    WGPUBuffer out_buffer;
} wgs_host_column;

typedef struct wgs_host_columns {
    size_t count;
    uint32_t widest; /* bytes of the widest element */
    uint64_t row_in; /* bytes that go up and come down a row */
    uint64_t row_out;
    wgs_host_column columns[WGS_MAX_HOST_COLUMNS]; /* keys, values, rows */
} wgs_host_columns;

/* Lists the columns. Checks pointers (those of the data only when there are rows), numbers and
 * formats; the rest is the sort's. Errors: NullArgument, TooManyColumns, ViewFormat. */
WGSStatus wgs_host_columns_list(
    WGSHostSortDescriptor const* descriptor,
    wgs_host_columns* columns,
    char const* function,
    WGSError* error);

/* The most rows for these columns: every column fits one binding and one buffer. */
uint64_t wgs_host_columns_capacity(wgs_host_columns const* columns, WGSLimits const* limits);

/* Make the device's buffers for `rows` rows. After a failure some are made: free them. The two may
 * run at the same time. */
WGSStatus wgs_host_columns_allocate_inputs(
    wgs_host_columns* columns,
    WGSContext context,
    uint64_t rows,
    char const* function,
    WGSError* error);
WGSStatus wgs_host_columns_allocate_outputs(
    wgs_host_columns* columns,
    WGSContext context,
    uint64_t rows,
    char const* function,
    WGSError* error);

/* Bytes of the largest input or output column. */
uint64_t wgs_host_columns_largest(wgs_host_columns const* columns, bool inputs, uint64_t rows);
void wgs_host_columns_free(wgs_host_columns* columns);

/* Adds the sort to an empty graph: with the buffers as imports, or, before they are made, with
 * imports that have none, which is enough to plan. */
WGSStatus wgs_host_columns_add_sort(
    wgs_host_columns const* columns,
    WGSHostSortDescriptor const* descriptor,
    uint64_t rows,
    WGSGraph graph,
    WGSSortInfo* info,
    WGSError* error);

#endif
