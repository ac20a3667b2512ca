/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_HISTOGRAM_REFERENCE_H
#define WGS_PRIMITIVES_HISTOGRAM_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "wgsort/histogram.h"

/* Counts rows of 4-byte elements; `mask` NULL: all of them. Literals are numbers of the format. */
typedef struct wgs_histogram_rows {
    WGSFormat format;
    void const* elements;
    uint32_t const* mask;
    size_t count;
} wgs_histogram_rows;

/* Even bins: integers by the formula, floats by edges. */
void wgs_histogram_range_reference(
    wgs_histogram_rows const* rows, double low, double high, uint32_t bin_count, uint32_t* bins);

/* bin_count + 1 edges that never decrease. */
void wgs_histogram_edges_reference(
    wgs_histogram_rows const* rows, double const* edges, uint32_t bin_count, uint32_t* bins);

/* The least and the greatest element that counts; false when there is none. */
bool wgs_histogram_extent_reference(wgs_histogram_rows const* rows, double* low, double* high);

#endif
