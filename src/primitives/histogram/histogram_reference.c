/* SPDX-License-Identifier: MIT */
#include "primitives/histogram/histogram_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every element of the three formats is a double, exactly. */
static double element_at(wgs_histogram_rows const* rows, size_t row) {
    uint32_t bits;
    memcpy(&bits, (unsigned char const*)rows->elements + 4 * row, sizeof bits);
    if (rows->format == WGSFormat_Uint32)
        return (double)bits;
    if (rows->format == WGSFormat_Sint32)
        return (double)(int32_t)bits;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool row_counts(wgs_histogram_rows const* rows, size_t row) {
    return (rows->mask == NULL || rows->mask[row] != 0) && isfinite(element_at(rows, row));
}

void wgs_histogram_edges_reference(
    wgs_histogram_rows const* rows, double const* edges, uint32_t bin_count, uint32_t* bins) {
    memset(bins, 0, 4 * (size_t)bin_count);
    for (size_t row = 0; row < rows->count; row++) {
        double const element = element_at(rows, row);
        if (!row_counts(rows, row) || !(element >= edges[0] && element <= edges[bin_count]))
            continue;
        uint32_t bin = 0;
        while (edges[0] < edges[bin_count] && bin + 1 < bin_count && edges[bin + 1] <= element)
            bin++;
        bins[bin]++;
    }
}

static void even_integers(
    wgs_histogram_rows const* rows, double low, double high, uint32_t bin_count, uint32_t* bins) {
    memset(bins, 0, 4 * (size_t)bin_count);
    for (size_t row = 0; row < rows->count; row++) {
        double const element = element_at(rows, row);
        if (!row_counts(rows, row) || !(element >= low && element <= high))
            continue;
        uint64_t const offset = (uint64_t)(element - low);
        uint64_t const span = (uint64_t)(high - low);
        uint64_t bin = span == 0 ? 0 : offset * bin_count / span;
        if (bin == bin_count)
            bin--;
        bins[bin]++;
    }
}

void wgs_histogram_range_reference(
    wgs_histogram_rows const* rows, double low, double high, uint32_t bin_count, uint32_t* bins) {
    if (rows->format != WGSFormat_Float32) {
        even_integers(rows, low, high, bin_count, bins);
        return;
    }
    double* const edges = malloc((bin_count + (size_t)1) * sizeof *edges);
    if (edges == NULL)
        abort();
    for (uint32_t i = 0; i < bin_count; i++)
        edges[i] = (double)(float)(low + (high - low) * i / bin_count);
    edges[bin_count] = high;
    wgs_histogram_edges_reference(rows, edges, bin_count, bins);
    free(edges);
}

bool wgs_histogram_extent_reference(wgs_histogram_rows const* rows, double* low, double* high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < rows->count; row++)
        if (row_counts(rows, row)) {
            double const element = element_at(rows, row);
            *low = element < *low ? element : *low;
            *high = element > *high ? element : *high;
        }
    return *low <= *high;
}
