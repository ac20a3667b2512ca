/* SPDX-License-Identifier: MIT */
/*
 * Scan (prefix sum): out[i] = in[0] + ... + in[i], or without in[i]. Also least and greatest in
 * place of the sum, and by segments.
 *
 * Reduce, then scan (Dotsenko et al. 2008; Merrill and Grimshaw 2009): up to 4,096 groups of tiles
 * are reduced, one workgroup scans their results, and every group scans its tiles from its start.
 * Three dispatches at any length, one below 13,313 elements; a vector takes two for every chunk that
 * is not empty, and one more. No subgroups; no workgroup waits for another.
 * Bytes: reads 8 and writes 4 an element (reads 4 in the one-dispatch form), and reads 8 more for
 * flags. Scratch: 4 bytes a group and 4 more, twice that with segments.
 *
 * Integer sums wrap modulo 2^32. Float sums are the same on every run of a device, and off by at
 * most (m - 1) * 2^-24 times the sum of the magnitudes of the m elements that are summed, as long as
 * no partial sum overflows; devices may take denormals for 0. Least and greatest are exact: floats
 * are compared by their bits, -0 before +0, and NaN is passed over. Of no elements the sum is 0, the
 * least the greatest number of the format (floats: +infinity), and the greatest the least number.
 *
 * Segments: element 0 starts one, and so does every element whose flag is not zero, in whatever
 * chunk. The first element of a segment sees nothing of the elements before it.
 */
#ifndef WGSORT_SCAN_H
#define WGSORT_SCAN_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum WGSScanMode {
    WGSScanMode_Exclusive = 0,
    WGSScanMode_Inclusive = 1,
    WGSScanMode_Force32 = 0x7FFFFFFF
} WGSScanMode;

typedef enum WGSScanOperation {
    WGSScanOperation_Sum = 0,
    WGSScanOperation_Minimum = 1,
    WGSScanOperation_Maximum = 2,
    WGSScanOperation_Force32 = 0x7FFFFFFF
} WGSScanOperation;

typedef struct WGSScanDescriptor {
    WGPUStringView label;
    WGSView in;           /* Uint32, Sint32 or Float32 [Storage] */
    WGSView out;          /* same format, at least as long [Storage]; in a buffer of its own, or
                            exactly `in` when inPlace is set */
    WGSVector inChunks;   /* in place of `in` and `out`: one logical sequence in chunks */
    WGSVector outChunks;  /* chunks of the same lengths */
    WGSView segmentFlags; /* Uint32, at least as long as `in` [Storage]; optional */
    WGSVector segmentFlagChunks; /* the same for chunks, of the same lengths; optional */
    WGSScanOperation operation;
    WGSScanMode mode;
    WGPUBool inPlace;
    WGSValue count; /* elements to scan, at most the length of `in`; NULL: all. Not for chunks */
    WGSGpuCount gpuCount; /* the same, written by an earlier node. Not for chunks */
} WGSScanDescriptor;
#define WGS_SCAN_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a scan. Elements of `out` past the count are not touched. With 0 elements nothing is added.
 * Flags share no buffer with an output; in place, chunks of inChunks and outChunks are the same.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange,
 * InvalidOffset, LengthMismatch (also of chunks, and of views that must be the same in place),
 * TooManyRows, TooManyColumns (views and chunks both), MissingUsage, BindingTooLarge, AliasedUse,
 * CountOutOfRange, FeatureUnsupported (a count of chunks), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddScan(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
