/* SPDX-License-Identifier: MIT */
/*
 * Histogram: how many elements lie in each bin.
 *
 * Every histogram is made of edges, one more than there are bins, that never decrease. An element is
 * in the last bin whose first edge is not above it; the last bin is closed: an element at the last
 * edge is in it. Elements outside of the edges, NaN and infinities are not counted. -0 is 0. Nothing
 * is rounded when an element is compared: counts are exact, and the same on every run and device.
 *
 * Even bins between low and high:
 *   integers         edge i = low + ceil(i * (high - low) / bins), exactly: element x is in bin
 *                    floor((x - low) * bins / (high - low)), at any range and any number of bins
 *   floats, literal  low and high are rounded to f32; edge i = low + (high - low) * i / bins in
 *                    double precision, rounded to f32, on the host
 *   floats on the    h = high / 2 - low / 2, t = i / bins, edge i = (low + t h) + t h in f32, kept
 *   GPU              within low and high, which are the ends: as exact as the device's f32
 * low == high counts the elements equal to it in bin 0; high < low, or an end on the GPU that is not
 * finite, counts nothing.
 *
 * Dispatches: one that clears the bins and one for each chunk that is not empty; one more that makes
 * edges of what lies on the GPU; an automatic range is an extent before it (reduce.h). Up to 2,047
 * bins are counted in workgroup memory, more by atomic additions in memory. Bytes: reads 4 an
 * element, 4 of the mask, and as much again for an automatic range. Scratch: 4 bytes an edge that is
 * made on the GPU, and that of the extent. Literal ranges and edges take as much in each program.
 */
#ifndef WGSORT_HISTOGRAM_H
#define WGSORT_HISTOGRAM_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the edges come from. */
typedef enum WGSHistogramDomain {
    WGSHistogramDomain_Automatic = 0, /* even bins from the least to the greatest element that is
                                         finite and that the mask lets through */
    WGSHistogramDomain_Range = 1,     /* even bins from `low` to `high` */
    WGSHistogramDomain_RangeView = 2, /* even bins between the two elements of `domainView` */
    WGSHistogramDomain_Edges = 3,     /* `edges` */
    WGSHistogramDomain_EdgesView = 4, /* the elements of `domainView`; when they are not finite and
                                         strictly increasing, nothing is counted */
    WGSHistogramDomain_Force32 = 0x7FFFFFFF
} WGSHistogramDomain;

typedef struct WGSHistogramDescriptor {
    WGPUStringView label;
    WGSView in;           /* Uint32, Sint32 or Float32 [Storage] */
    WGSVector inChunks;   /* in place of `in`: chunks of one format */
    uint32_t stride;      /* rows are elements 0, stride, 2 stride, ... of each view; 0: 1 */
    WGSView mask;         /* Uint32, one a row: rows where it is not 0 count; optional [Storage] */
    WGSVector maskChunks; /* in place of `mask`: as many chunks as `in` has */
    WGSView bins;         /* Uint32: the counts, written anew by each encode; its length is the
                             number of bins, at least 1; in a buffer of its own [Storage] */
    WGSHistogramDomain domain;
    double low; /* finite; for integers a number of the format, as all literals */
    double high;
    size_t edgeCount;    /* bins + 1 */
    double const* edges; /* finite; strictly increasing, for floats after rounding to f32; copied */
    WGSView domainView;  /* of the format of `in`: 2 elements, or bins + 1 [Storage] */
    WGSValue count;      /* rows to count, the first ones; at most all; NULL: all */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
} WGSHistogramDescriptor;
#define WGS_HISTOGRAM_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a histogram. Without rows the bins are cleared.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange,
 * InvalidOffset, LengthMismatch (no bins; `edges` or `domainView` against the bins; the mask against
 * the rows; `gpuCount`), HistogramRange (a literal that is not finite or not of the format, edges
 * that do not increase), TooManyColumns (a view and chunks), TooManyRows, MissingUsage, BindingTooLarge,
 * BufferTooLarge (edges), AliasedUse, CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddHistogram(WGSGraph graph, WGSHistogramDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
