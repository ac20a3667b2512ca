/* SPDX-License-Identifier: MIT */
/* One segmented sort on the device, by either form, compared with the reference. */
#ifndef WGS_TESTING_SEGMENTED_RIG_H
#define WGS_TESTING_SEGMENTED_RIG_H

#include "primitives/segmented_sort/segmented_reference.h"
#include "testing/distribution.h"
#include "testing/guarded_buffer.h"

typedef enum wgs_test_values {
    WGS_TEST_VALUES_NONE,
    WGS_TEST_VALUES_COLUMN,
    WGS_TEST_VALUES_ROWS, /* row numbers */
} wgs_test_values;

/* How a case is sorted. All zero but the lengths is a sort of uniform u32 keys. */
typedef struct wgs_test_segments {
    char const* note;
    WGSFormat format; /* 0: Uint32 */
    WGSDirection direction;
    wgs_distribution distribution;
    uint64_t seed;
    uint32_t const* keys; /* in place of the distribution; nullable */
    wgs_test_values values;
    size_t in_rows;  /* of the input columns */
    size_t out_rows; /* of the output columns */
    size_t segment_count;
    WGSSegment const* segments;

    /* By offsets: `segments` says what is expected, these are what the device is given. NULL: the
     * host lists the segments. */
    size_t offset_count;
    uint32_t const* begins;
    uint32_t const* ends;
    uint32_t max_length;
    bool with_gpu_count;
    uint32_t gpu_count;
    bool with_value;  /* the count is a value, replaced by gpu_count */
    bool overlapping; /* only what no segment covers is compared */
    bool twice;       /* run again over what the first run left */
} wgs_test_segments;

typedef struct wgs_segmented_stats {
    uint32_t dispatches;
    uint64_t scratch; /* bytes */
    uint32_t exceeded;
} wgs_segmented_stats;

/* Sorts and compares every byte: sorted segments, untouched gaps and guards, inputs as they were.
 * Prints what is different. `stats` is nullable. */
bool wgs_test_segments_run(
    WGSContext context, wgs_test_segments const* test, wgs_segmented_stats* stats);

#endif
