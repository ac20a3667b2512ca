/* SPDX-License-Identifier: MIT */
/*
 * Counting sort: rows by a key of few values, a grid's cell or a material, with the place where each
 * value starts. Histogram, scan, scatter (Seward 1954; Knuth 1973, 5.2).
 *
 * Unstable: the counters are cleared, keys counted by atomics (in workgroup memory up to 2,048
 * values), the counters scanned, and each row takes the next place of its value by an atomic add:
 * rows of one value come in any order, another one at each run. 4 dispatches, 6 above 16,384
 * values. Reads 8 + 4 v and writes 4 + 4 v bytes a row, v = columns that move.
 *
 * Stable: rows are sorted by radix over the bits of the range, a copy of the keys brought into the
 * range first; the counters are there for the offsets, if those are wanted. Counters for each block
 * and value would take 4 GiB at 262,144 values and a million rows.
 *
 * Scratch: counters of 4 (range + 1) bytes, and as many again where an unstable sort has no
 * `offsetsOut`; stable 4 n bytes for the copy and what radix needs (sort.h).
 */
#ifndef WGSORT_COUNTING_SORT_H
#define WGSORT_COUNTING_SORT_H

#include "wgsort/sort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values of a key at most: 16 MiB of counters. */
#define WGS_MAX_COUNTING_RANGE 0x400000u

typedef enum WGSCountingOrder {
    WGSCountingOrder_Stable = 0,
    WGSCountingOrder_Unstable = 1, /* rows with equal keys in any order */
    WGSCountingOrder_Force32 = 0x7FFFFFFF
} WGSCountingOrder;

typedef struct WGSCountingSortDescriptor {
    WGPUStringView label;
    WGSView keys;   /* Uint32 [Storage]; a key of `range` or more acts as range - 1 */
    uint32_t range; /* values of a key, 1 to WGS_MAX_COUNTING_RANGE */
    WGSCountingOrder order;
    WGSView keysOut;            /* Uint32 [Storage]: the keys in order, as they acted; optional */
    size_t valueCount;          /* 0 to 2; with rowsOut 0 or 1 */
    WGSSortValue const* values; /* 4-byte formats [Storage] */
    WGSView rowsOut;            /* Uint32 [Storage]: the input row of each output row; optional */
    WGSView offsetsOut;   /* Uint32 [Storage], range + 1 elements, optional: rows with key k are
                             those from offsetsOut[k] up to offsetsOut[k + 1] */
    WGSValue count;       /* rows to sort, at most the views' length; NULL: all. Rows past it are
                             not touched in the outputs and not counted */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
} WGSCountingSortDescriptor;
#define WGS_COUNTING_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a counting sort. All columns have one length; outputs share no buffer with an input, with
 * `gpuCount` or with each other. Other and more columns: gather by `rowsOut`. With 0 rows only the
 * offsets are written, all 0. At least one output must be wanted.
 * Errors: NullArgument, InvalidEnum, ForeignObject, KeyRange (0; TooLarge: beyond the limit, use
 * wgsGraphAddSort with radix), ViewMissing, ViewFormat, ViewOutOfRange, InvalidOffset,
 * LengthMismatch, TooManyRows, TooManyColumns, MissingUsage, BindingTooLarge (also: the counters),
 * AliasedUse, CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddCountingSort(
    WGSGraph graph, WGSCountingSortDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
