/* SPDX-License-Identifier: MIT */
/* A checked histogram, and the steps that add it to a graph. */
#ifndef WGS_PRIMITIVES_HISTOGRAM_H
#define WGS_PRIMITIVES_HISTOGRAM_H

#include "primitives/common/chunk_list.h"
#include "primitives/common/word_sort.h"
#include "wgsort/histogram.h"

typedef struct wgs_histogram {
    char const* label;
    WGSHistogramDescriptor const* descriptor;
    WGSFormat format; /* of the elements */
    wgs_chunk_list in;
    wgs_chunk_list mask; /* no chunks: all rows count */
    wgs_row_source rows; /* how many rows of `in` */
    uint32_t bin_count;
} wgs_histogram;

/* How elements and edges become ordered words (edge_order.wgsl). */
typedef struct wgs_edge_order {
    wgs_key_map map;
    uint32_t minus_zero;
} wgs_edge_order;

wgs_edge_order wgs_edge_order_for(WGSFormat format);

/* The ordered words of the least and the greatest finite number of a format. */
uint32_t wgs_edge_least(WGSFormat format);
uint32_t wgs_edge_greatest(WGSFormat format);

/* A literal as a number of the format: floats are rounded to f32. False when it is not finite, not
 * whole, or out of range. */
bool wgs_edge_literal(WGSFormat format, double value, double* rounded);

/* The ordered word of a literal that was rounded. */
uint32_t wgs_edge_word(WGSFormat format, double rounded);

/* Fills the ordered words of bin_count + 1 edges of even bins between two rounded literals, as
 * histogram.h of the public headers says. */
void wgs_edges_even(WGSFormat format, double low, double high, uint32_t bin_count, uint32_t* words);

/* Adds what makes the edges of a histogram; `edges` is a view of their bin_count + 1 words. */
WGSStatus wgs_histogram_add_edges(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView* edges,
    char const* function,
    WGSError* error);

/* Adds what clears the bins and counts every chunk. */
WGSStatus wgs_histogram_add_counts(
    WGSGraph graph,
    wgs_histogram const* histogram,
    WGSView edges,
    char const* function,
    WGSError* error);

#endif
