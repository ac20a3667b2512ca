/* SPDX-License-Identifier: MIT */
/* One histogram on the device, compared with the reference: for tests, which fail where a function of
 * this file fails. */
#ifndef WGS_TESTING_HISTOGRAM_RIG_H
#define WGS_TESTING_HISTOGRAM_RIG_H

#include "primitives/histogram/histogram_reference.h"
#include "testing/chunked_column.h"

/* One histogram on the device. Zero is one view of lengths[0] rows in even bins of their extent. */
typedef struct wgs_histogram_case {
    char const* note;
    wgs_histogram_rows rows; /* count is the sum of lengths */
    size_t chunk_count;      /* 0: one view of lengths[0] */
    size_t lengths[WGS_TEST_MAX_CHUNKS];
    uint32_t stride; /* 0: 1 */
    uint32_t bin_count;
    WGSHistogramDomain domain;
    double low;
    double high;
    double const* edges;
    void const* domain_bits; /* of a domain on the GPU; its numbers are low and high, or edges */
    bool invalid;            /* nothing is counted */
    uint32_t place;
    bool with_count;
} wgs_histogram_case;

typedef struct wgs_histogram_rig {
    wgs_histogram_case what;
    wgs_chunked_column in;
    wgs_chunked_column mask;
    wgs_guarded_buffer domain;
    wgs_guarded_buffer bins;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} wgs_histogram_rig;

/* Rows without a mask; their number comes from the case. */
wgs_histogram_rows wgs_histogram_rows_of(WGSFormat format, void const* elements);

/* Columns, graph and program; on the context of the process workgroup memory holds rubbish before
 * each run. */
void wgs_histogram_open(wgs_histogram_rig* rig, WGSContext context, wgs_histogram_case const* what);
void wgs_histogram_close(wgs_histogram_rig* rig);

/* Records, submits and waits; `count` is ignored without a count. */
void wgs_histogram_run(wgs_histogram_rig const* rig, uint32_t count);

/* Whether the bins of the first `count` rows are the reference's and everything else is as it was;
 * prints what is different. */
bool wgs_histogram_check(wgs_histogram_rig const* rig, size_t count);

/* All of it. */
bool wgs_histogram_good(WGSContext context, wgs_histogram_case const* what);

/* The same, compared with bins that the test has written down: 100 at most. */
void wgs_histogram_assert_bins(wgs_histogram_case const* what, uint32_t const* expected);

/* Elements that fill an integer range or a float range, with some outside and some that are no
 * numbers. Floats are multiples of 1/16, so that even edges of 2^k bins are exact in f32. */
uint32_t* wgs_histogram_elements(WGSFormat format, uint64_t seed, size_t count);

/* Two thirds of the rows count. */
uint32_t* wgs_histogram_mask(uint64_t seed, size_t count);

#endif
