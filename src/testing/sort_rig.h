/* SPDX-License-Identifier: MIT */
/* One sort on the device, from columns in memory to a comparison with the reference. */
#ifndef WGS_TESTING_SORT_RIG_H
#define WGS_TESTING_SORT_RIG_H

#include "primitives/sort/sort_reference.h"
#include "testing/guarded_buffer.h"

typedef struct wgs_test_value {
    WGSFormat format;
    void const* data;
} wgs_test_value;

/* A sort to be tested. All zero but the rows and keys is a sort of keys with algorithm auto. */
typedef struct wgs_test_sort {
    char const* note; /* for messages: distribution, fault id; nullable */
    uint64_t seed;    /* likewise */
    WGSAlgorithm algorithm;
    size_t row_count;
    size_t key_count;
    wgs_reference_key keys[WGS_MAX_SORT_KEYS];
    bool omit_keys; /* the sorted keys are not wanted */
    size_t value_count;
    wgs_test_value values[WGS_MAX_SORT_VALUES];
    bool row_numbers;
    bool with_count;       /* the number of rows is a value of the graph */
    WGSGpuCount gpu_count; /* of the graph that the sort is added to */
    uint32_t first_place;  /* columns start at element 0, 1, 3, 63, 64, 65, ... of their buffers:
                             the first of them at entry `first_place` of that list */
} wgs_test_sort;

enum { WGS_RIG_MAX_COLUMNS = 2 * (WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES) + 1 };

/* A column of the table: an input, or the output that belongs to it. */
typedef struct wgs_rig_column {
    char name[24]; /* "keys[1].out" */
    WGSFormat format;
    void const* data; /* of the input; NULL: row numbers */
    bool output;
    wgs_guarded_buffer place;
} wgs_rig_column;

typedef struct wgs_sort_rig {
    wgs_test_sort sort;
    size_t column_count;
    wgs_rig_column columns[WGS_RIG_MAX_COLUMNS];
    WGSGraph graph;     /* of wgs_sort_rig_open; nullable */
    WGSProgram program; /* likewise */
    WGSValue count;     /* nullable */
    WGSSortInfo info;
    uint32_t* order; /* the reference for `ordered_count` rows */
    size_t ordered_count;
    unsigned device_errors; /* of the device when the rig was made */
} wgs_sort_rig;

/* All functions print why they fail, and what sort it was. */

/* Puts the columns into buffers. `sort` is copied, its columns are not. */
bool wgs_sort_rig_place(wgs_sort_rig* rig, wgs_test_sort const* sort);

/* Imports the buffers into a graph and adds the sort. */
bool wgs_sort_rig_add(wgs_sort_rig* rig, WGSGraph graph);

/* Both, and a graph of its own, compiled. */
bool wgs_sort_rig_open(wgs_sort_rig* rig, WGSContext context, wgs_test_sort const* sort);
void wgs_sort_rig_close(wgs_sort_rig* rig);

/* Fills the outputs with guard words. */
bool wgs_sort_rig_reset(wgs_sort_rig const* rig);

/* Records the rig's own program; `count` is ignored without a count. */
bool wgs_sort_rig_encode(wgs_sort_rig const* rig, WGPUCommandEncoder encoder, uint32_t count);

/* Records, submits and waits. */
bool wgs_sort_rig_run(wgs_sort_rig const* rig, uint32_t count);

/* Reads everything back: the first `count` rows of every output are the reference's, the rest is
 * untouched, inputs are as they were, guards are whole, the device has reported nothing. */
bool wgs_sort_rig_check(wgs_sort_rig* rig, uint32_t count);

/* Opens, runs, checks and closes. `info` is nullable. */
bool wgs_test_sort_run(WGSContext context, wgs_test_sort const* sort, WGSSortInfo* info);

/* "radix, 257 rows, keys Uint32 desc, values Uint32, rows; specials, seed 7" */
void wgs_test_sort_describe(wgs_test_sort const* sort, char* text, size_t size);

WGPUCommandEncoder wgs_test_encoder(void);

/* Submits, waits and releases the encoder. */
bool wgs_test_submit(WGPUCommandEncoder encoder);

#endif
