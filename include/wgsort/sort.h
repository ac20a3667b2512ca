/* SPDX-License-Identifier: MIT */
/*
 * Sorting in a command graph: wgsGraphAddSort orders one table of views, wgsGraphAddBatchSort each
 * chunk of vectors by itself. Stable, out of place, inputs untouched, any number of rows.
 *
 * Algorithms
 *   bitonic  One dispatch and one load a key up to 256 rows: the network of Batcher (1968),
 * mirrored first step, in workgroup memory, with the row number as the last key. Beyond 256 the
 *            same network over memory, O(n log^2 n), in place in the outputs.
 *   radix    Least significant digit first, 4 bits a pass (Knuth 1973, 5.2.5; Harris, Sengupta and
 *            Owens 2007; Merrill and Grimshaw 2011): per pass a histogram of each group of tiles,
 *            stored digit by digit, one scan, and a scatter that ranks stably. 3 dispatches a pass,
 *            24 for 32 bits. Needs core WebGPU only: 256 invocations, 16 KiB, no subgroups.
 *   auto     bitonic up to 256 rows of one 32-bit key, else radix.
 *
 * Columns. One 32-bit key with up to two 4-byte value columns (generated row numbers count as one)
 * travels through every pass. Everything else - 64-bit keys, several keys, wide or more values - is
 * a stable argsort of the keys' 32-bit words from the last to the first, with a gather between and
 * one gather of each output column at the end. Both give the same bytes.
 *
 * Cost, for n rows, p = passes of 4 bits, v = value columns that travel: reads and writes
 * p * (12 + 8 v) bytes a row. Scratch for one 32-bit key: (4 + 4 v) n bytes, and 4 n more when the
 * sorted keys are not wanted (pairs 8n, argsort 12n), nothing for one pass; counters
 * 64 (G + 1) bytes, G <= 4,096 groups. bitonic beyond 256 rows needs none when the keys and a
 * 4-byte value or rowsOut are wanted, or for keys alone without a bit window; else 4 n bytes for
 * each of the two that is missing. wgsGraphGetScratch tells the figures of a graph.
 */
#ifndef WGSORT_SORT_H
#define WGSORT_SORT_H

#include "wgsort/key.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows that one sort takes at most. */
#define WGS_MAX_SORT_ROWS 0x80000000u
#define WGS_MAX_SORT_KEYS 16
#define WGS_MAX_SORT_VALUES 16

typedef enum WGSAlgorithm {
    WGSAlgorithm_Auto = 0,
    WGSAlgorithm_Bitonic = 1,
    WGSAlgorithm_Radix = 2,
    WGSAlgorithm_Copy = 3, /* reported only: 0 or 1 row, or no key bits */
    WGSAlgorithm_Force32 = 0x7FFFFFFF
} WGSAlgorithm;

/* "bitonic", "radix", ... */
WGS_EXPORT char const* wgsAlgorithmGetName(WGSAlgorithm algorithm);

/* A column whose rows move with their key. */
typedef struct WGSSortValue {
    WGSView in;  /* any format [Storage] */
    WGSView out; /* same format [Storage] */
} WGSSortValue;
#define WGS_SORT_VALUE_INIT WGS_ZERO_INIT

typedef struct WGSSortDescriptor {
    WGPUStringView label;
    size_t keyCount; /* 1 to WGS_MAX_SORT_KEYS */
    WGSSortKey const* keys;
    size_t valueCount; /* 0 to WGS_MAX_SORT_VALUES */
    WGSSortValue const* values;
    WGSView rowsOut; /* Uint32 [Storage]: the input row of each output row; optional */
    WGSValue count;  /* rows to sort, at most the views' length; NULL: all. Rows past it are not
                        touched in the outputs */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
    WGSAlgorithm algorithm;
} WGSSortDescriptor;
#define WGS_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What was added. */
typedef struct WGSSortInfo {
    WGSAlgorithm resolvedAlgorithm;
    char reason[120];       /* why: "auto: 100 rows fit one workgroup" */
    uint32_t dispatchCount; /* at the full length */
    uint32_t passCount;     /* radix passes, all words together */
} WGSSortInfo;

/* Adds a sort. All views of a sort have one length; outputs share no buffer with an input or with
 * each other (several inputs may). With 0 rows nothing is added; `info` may be NULL.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange,
 * InvalidOffset, LengthMismatch, TooManyRows, TooManyColumns, BitWindow, MissingUsage,
 * BindingTooLarge, AliasedUse, CountOutOfRange (the value's maximum is larger than the views),
 * GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddSort(
    WGSGraph graph, WGSSortDescriptor const* descriptor, WGSSortInfo* info, WGSError* error);

/* One key column of a batch sort: vectors with the same chunk lengths. */
typedef struct WGSBatchSortKey {
    WGSVector in;
    WGSVector out; /* no chunks: not wanted */
    WGSDirection direction;
    uint32_t firstBit;
    uint32_t bitCount;
} WGSBatchSortKey;
#define WGS_BATCH_SORT_KEY_INIT WGS_ZERO_INIT

typedef struct WGSBatchSortValue {
    WGSVector in;
    WGSVector out;
} WGSBatchSortValue;
#define WGS_BATCH_SORT_VALUE_INIT WGS_ZERO_INIT

typedef struct WGSBatchSortDescriptor {
    WGPUStringView label;
    size_t keyCount;
    WGSBatchSortKey const* keys;
    size_t valueCount;
    WGSBatchSortValue const* values;
    WGSVector rowsOut; /* row numbers count from 0 in each chunk; no chunks: not wanted */
    WGSGpuCount const* gpuCounts; /* rows to sort of each chunk, or NULL: all */
    WGSAlgorithm algorithm;
} WGSBatchSortDescriptor;
#define WGS_BATCH_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Sorts each chunk by itself: no row crosses a boundary, nothing is packed, chunks of one role may
 * lie in one buffer. The algorithm is chosen per chunk; empty chunks add nothing. Scratch is that of
 * the largest chunk. `infos` is NULL or an array of one entry a chunk.
 * Errors: as wgsGraphAddSort, and LengthMismatch for chunk counts; found before anything is added. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddBatchSort(
    WGSGraph graph, WGSBatchSortDescriptor const* descriptor, WGSSortInfo* infos, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
