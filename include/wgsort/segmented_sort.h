/* SPDX-License-Identifier: MIT */
/*
 * Segmented sort: many ranges of shared columns, each sorted by itself. Stable, out of place; rows
 * of the outputs that no segment covers are not touched.
 *
 * Up to 256 rows a segment is sorted in workgroup memory by a bitonic network (Batcher 1968), with
 * segments of up to 4, 8, ... 256 rows together in one dispatch: 7 at most, none without segments
 * of that class. All longer segments are packed side by side and sorted together, stably, by key
 * and then by segment: one radix sort of 32 bits, then one of the bits that count the segments.
 *
 * Two forms:
 *   wgsGraphAddSegmentedSort           the host knows the segments. Places in the four columns may
 *                                      differ. Checked: in range, outputs don't overlap.
 *   wgsGraphAddSegmentedSortByOffsets  begins and ends lie on the GPU: in any order, with gaps.
 *                                      Nothing is read back.
 *
 * Cost: one read and one write a row up to 256 rows (for pairs 16 bytes; by offsets 40 more a
 * segment); for longer segments about 210 bytes a row, and 20 more for each 4 bits of their number.
 * Scratch: none for segments of the host up to 256 rows; by offsets 12 bytes a segment and the
 * counters of a radix pass. Longer segments: 24 bytes a packed row (16 for a single one) and the
 * counters of a radix pass, by offsets also 12 bytes for each that could fit. wgsGraphGetScratch
 * tells the figures of a graph.
 */
#ifndef WGSORT_SEGMENTED_SORT_H
#define WGSORT_SEGMENTED_SORT_H

#include "wgsort/key.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The columns of a segmented sort. */
typedef struct WGSSegmentedColumns {
    WGSView keysIn;   /* Uint32, Sint32 or Float32 [Storage] */
    WGSView keysOut;  /* same format [Storage] */
    WGSView valuesIn; /* Uint32, Sint32 or Float32 [Storage]; no buffer: row numbers, counted from 0
                          in each segment */
    WGSView valuesOut; /* same format, Uint32 for row numbers [Storage]; no buffer: not wanted */
    WGSDirection direction;
} WGSSegmentedColumns;
#define WGS_SEGMENTED_COLUMNS_INIT WGS_ZERO_INIT

/* One segment: where it starts in each column, in elements. Places in columns that are not there
 * are ignored. */
typedef struct WGSSegment {
    uint32_t keysIn;
    uint32_t keysOut;
    uint32_t valuesIn;
    uint32_t valuesOut;
    uint32_t length; /* any; 0 sorts nothing */
} WGSSegment;
#define WGS_SEGMENT_INIT WGS_ZERO_INIT

typedef struct WGSSegmentedSortDescriptor {
    WGPUStringView label;
    WGSSegmentedColumns columns; /* of any lengths */
    size_t segmentCount;
    WGSSegment const* segments; /* copied */
} WGSSegmentedSortDescriptor;
#define WGS_SEGMENTED_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a sort of segments that the host knows. Inputs of segments may overlap, outputs may not; an
 * output column lies in a buffer of its own. At most 7 dispatches for segments up to 256 rows.
 * A longer one takes 26 more, several of them 28 and 3 for each 4 bits of their number.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange (also:
 * a segment that ends beyond a column), InvalidOffset, TooManyRows, MissingUsage, BindingTooLarge,
 * AliasedUse (also: outputs of two segments overlap), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddSegmentedSort(
    WGSGraph graph, WGSSegmentedSortDescriptor const* descriptor, WGSError* error);

typedef struct WGSSegmentedSortByOffsetsDescriptor {
    WGPUStringView label;
    WGSSegmentedColumns columns; /* of one length */
    WGSView begins; /* Uint32 [Storage]: the first row of each segment, the same in all columns */
    WGSView ends;   /* Uint32, as long as `begins` [Storage]: the row behind its last one. The two
                       may overlap: rows 0.. and 1.. of one column of offsets */
    WGSValue count; /* segments, at most the length of `begins`; NULL: all */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
    uint32_t maxLength; /* rows of the longest segment, where it is known: fewer dispatches. Longer
                           segments are not sorted and their rows not touched. 0: any length */
} WGSSegmentedSortByOffsetsDescriptor;
#define WGS_SEGMENTED_SORT_BY_OFFSETS_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a sort of segments whose begins and ends are on the GPU when it runs. An end past the
 * columns acts as their length, a begin that is not before the end makes an empty segment. Where
 * segments overlap, the outputs of all segments are undefined; no other row is touched.
 * Dispatches: 5, and one for each class of 4, 8, ... 256 rows up to the longest segment; where more
 * than 256 rows are possible as many as above, for as many segments as could be, and 2 or 4. For 0
 * rows or segments none, or the one that tells that a count is past its capacity.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange,
 * InvalidOffset, LengthMismatch, TooManyRows, MissingUsage, BindingTooLarge, AliasedUse,
 * CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddSegmentedSortByOffsets(
    WGSGraph graph, WGSSegmentedSortByOffsetsDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif

#endif
