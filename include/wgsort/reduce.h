/* SPDX-License-Identifier: MIT */
/*
 * Reduce: the sum of all elements, the least, the greatest, or both at once.
 *
 * Groups of tiles are reduced side by side, then their results by one workgroup (Harris 2007): two
 * dispatches at any length, one up to 16,384 elements. A sequence of several chunks takes one for
 * every chunk that is not empty, and one more. Bytes: reads 4 an element. Scratch: 8 bytes a group,
 * of which there are at most 1,024 and one a chunk.
 *
 * Integers: sums wrap modulo 2^32. Floats:
 *   - least, greatest and extent ignore every NaN, and order -0 before +0; bits are compared, never
 *     rounded, so that denormals survive
 *   - a sum is off by at most (n / 2^22 + c / 2^12 + 50) * 2^-24 times the sum of all magnitudes,
 *     for n elements in c chunks (where dispatches of 1,024 workgroups are allowed), as long as no
 *     partial sum overflows; devices may take denormals for 0. It is the same on every run of a
 *     device. NaN and infinities go through the device's additions: WGSL promises nothing of them
 * Of no elements the sum is 0, the least the greatest number of the format (floats: +infinity), and
 * the greatest the least number (floats: -infinity): an extent whose first number is the larger.
 */
#ifndef WGSORT_REDUCE_H
#define WGSORT_REDUCE_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum WGSReduceOperation {
    WGSReduceOperation_Sum = 0,
    WGSReduceOperation_Minimum = 1,
    WGSReduceOperation_Maximum = 2,
    WGSReduceOperation_Extent = 3, /* least and greatest in one pass */
    WGSReduceOperation_Force32 = 0x7FFFFFFF
} WGSReduceOperation;

typedef struct WGSReduceDescriptor {
    WGPUStringView label;
    WGSReduceOperation operation;
    WGSView in;         /* Uint32, Sint32 or Float32 [Storage] */
    WGSVector inChunks; /* in place of `in`: chunks of one format, one logical sequence */
    WGSView out;        /* same format, 1 element, 2 for an extent: least, greatest; in a buffer of
                           its own [Storage] */
    WGSValue count;     /* elements to reduce, the first ones; at most all; NULL: all */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
} WGSReduceDescriptor;
#define WGS_REDUCE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a reduction; `out` is written at every encode, also for no elements.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange,
 * InvalidOffset, LengthMismatch (`out`, `gpuCount`), TooManyColumns (`in` and `inChunks`), TooManyRows,
 * MissingUsage, BindingTooLarge, AliasedUse, CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddReduce(WGSGraph graph, WGSReduceDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
