/* SPDX-License-Identifier: MIT */
#include "bin_count.h"

#include "exit_status.h"
#include "number_format.h"
#include "sort_engine.h"

#include <stdlib.h>

/* The edges as the device compares them. The ends are those of what is sent there, all of which is
 * counted: an end of a bin further out makes no difference. */
static bool device_edges(wgs_bins const* bins, double** edges, wgs_failure* failure) {
    double* made = malloc(((size_t)bins->count + 1) * sizeof *made);
    if (!made)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory for %u bins", bins->count);
    *edges = made;
    if (!bins->integers) {
        for (uint32_t i = 0; i <= bins->count; i++)
            made[i] = bins->real_edges[i];
        return true;
    }
    wgs_wide const span = bins->high - bins->low;
    made[0] = 0;
    for (uint32_t i = 1; i < bins->count; i++)
        made[i] = (double)(bins->edges[i] - bins->low);
    /* The last bin may begin at the greatest value and needs an edge behind it. */
    made[bins->count] = (double)span > made[bins->count - 1] ? (double)span : (double)span + 1;
    if (made[bins->count] <= (double)UINT32_MAX)
        return true;
    char text[WGS_NUMBER_TEXT_SIZE];
    (void)wgs_bins_edge_text(bins, bins->count - 1, text);
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "all 32 bits lie before the bin that begins at %s: give another --width, or a --range",
        text);
}

static bool add_histogram(
    wgs_bin_graph const* made,
    wgs_bins const* bins,
    uint64_t capacity,
    double const* edges,
    wgs_failure* failure) {
    wgs_wide const steps =
        ((bins->high - bins->low) + (((wgs_wide)1 << bins->shift) - 1)) >> bins->shift;
    WGSFormat const format = bins->integers ? WGSFormat_Uint32 : WGSFormat_Float32;
    WGSHistogramDescriptor const descriptor = {
        .label = {"histogram", 9},
        .in = {.buffer = made->values, .format = format, .length = capacity},
        .bins = {.buffer = made->counts, .format = WGSFormat_Uint32, .length = bins->count},
        .domain = edges ? WGSHistogramDomain_Edges : WGSHistogramDomain_Range,
        .low = bins->integers ? 0 : bins->real_low,
        .high = bins->integers ? (double)steps : bins->real_high,
        .edgeCount = edges ? (size_t)bins->count + 1 : 0,
        .edges = edges,
        .count = made->rows,
    };
    WGSError error;
    return wgsGraphAddHistogram(made->graph, &descriptor, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

bool wgs_bin_graph_make(
    WGSContext context,
    wgs_bins const* bins,
    uint64_t capacity,
    wgs_bin_graph* made,
    wgs_failure* failure) {
    *made = (wgs_bin_graph){0};
    double* edges = NULL;
    /* One bin holds all that is sent to the device, wherever its ends are. */
    bool const by_edges = !bins->even && bins->count > 1;
    if (by_edges && !device_edges(bins, &edges, failure)) {
        free(edges);
        return false;
    }
    WGSError error;
    bool good = wgsContextCreateGraph(context, NULL, &made->graph, &error) == WGSStatus_Success ||
                wgs_fail_library(failure, &error);
    good = good && wgs_device_rows_value(made->graph, capacity, &made->rows, failure) &&
           wgs_device_import(made->graph, "values", capacity, &made->values, failure) &&
           wgs_device_import(made->graph, "counts", bins->count, &made->counts, failure) &&
           add_histogram(made, bins, capacity, edges, failure);
    free(edges);
    if (!good) {
        wgsGraphRelease(made->graph);
        made->graph = NULL;
    }
    return good;
}
