/* SPDX-License-Identifier: MIT */
/*
 * --segments: runs of rows that are equal in the segment columns. A sort within them is a stable
 * sort by the number of the run and then by the keys.
 */
#ifndef WGSORT_TOOLS_SEGMENTS_H
#define WGSORT_TOOLS_SEGMENTS_H

#include "command_options.h"

/* The keys of a sort and the run's number before them. */
enum { WGS_MAX_SORT_COLUMNS = WGS_MAX_KEYS + 1 };

/* The values of the last row that was seen, so that runs go on from batch to batch. */
typedef struct wgs_segment_state {
    wgs_run_value last[WGS_MAX_KEYS];
} wgs_segment_state;

/* Sets (*starts)[row] to 1 for each held row that begins a segment, to 0 for the others; the array
 * is the caller's to free(). NULL without --segments. */
bool wgs_segment_starts(
    wgs_input_options const* input,
    wgs_table* table,
    wgs_segment_state* state,
    uint8_t** starts,
    wgs_failure* failure);
void wgs_segment_state_free(wgs_segment_state* state);

/* The key of so many segments, more than one, without values: it compares their numbers. */
wgs_row_key wgs_segment_key(uint64_t segments, uint64_t rows);

/* The keys over all rows that the table holds, behind the number of the segment where there are
 * several. *key_count is how many there are in all, *segments the number of segments: 0 without
 * --segments. */
bool wgs_load_sort_keys(
    wgs_input_options const* input,
    wgs_table* table,
    size_t const* columns,
    wgs_row_key* keys,
    size_t* key_count,
    uint64_t* segments,
    wgs_failure* failure);

#endif
