/* SPDX-License-Identifier: MIT */
/*
 * The sorter: one call that records a sort, for programs that want no graph. It is a graph with one
 * sort, made once for a shape and used for any buffers and any row count up to its capacity.
 *
 *   1. Describe the columns; wgsContextGetSorterRequirements tells scratch, dispatches, algorithm.
 *   2. wgsContextCreateSorter compiles; scratch is the caller's or allocated here.
 *   3. wgsSorterEncode records into the caller's encoder, as often as wanted. Nothing is allocated
 *      on the device but one small uniform buffer a call.
 */
#ifndef WGSORT_SORTER_H
#define WGSORT_SORTER_H

#include "wgsort/sort.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSSorterImpl* WGSSorter;

typedef struct WGSSorterKey {
    WGSFormat format;
    WGSDirection direction;
    uint32_t firstBit;
    uint32_t bitCount;   /* 0: to the top bit; WGS_NO_BITS: none */
    WGPUBool omitOutput; /* the sorted keys are not wanted */
} WGSSorterKey;
#define WGS_SORTER_KEY_INIT WGS_ZERO_INIT

typedef struct WGSSorterDescriptor {
    WGPUStringView label;
    uint64_t capacity; /* rows that an encode may sort, at least 1 */
    size_t keyCount;
    WGSSorterKey const* keys;
    size_t valueCount;
    WGSFormat const* valueFormats;
    WGPUBool rows; /* row numbers are wanted */
    WGSAlgorithm algorithm;
    size_t scratchCount;         /* 0: allocated by the sorter; else as the requirements say */
    WGPUBuffer const* scratches; /* references are held */
} WGSSorterDescriptor;
#define WGS_SORTER_DESCRIPTOR_INIT WGS_ZERO_INIT

/* A sort has few physical scratch buffers: 2 to 6. */
#define WGS_MAX_SORTER_SCRATCH 16

typedef struct WGSSorterRequirements {
    size_t scratchCount;
    WGSScratch scratches[WGS_MAX_SORTER_SCRATCH];
    uint64_t scratchBytes; /* their sum */
    WGSSortInfo sort;
} WGSSorterRequirements;

/* Errors: as wgsGraphAddSort; nothing is allocated on the device. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextGetSorterRequirements(
    WGSContext context,
    WGSSorterDescriptor const* descriptor,
    WGSSorterRequirements* requirements,
    WGSError* error);

/* Errors: as wgsGraphAddSort and wgsGraphCompile. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextCreateSorter(
    WGSContext context, WGSSorterDescriptor const* descriptor, WGSSorter* sorter, WGSError* error);
WGS_EXPORT void wgsSorterAddRef(WGSSorter sorter);
WGS_EXPORT void wgsSorterRelease(WGSSorter sorter); /* NULL is allowed */

/* A column in a buffer, from `offset`, a multiple of 4. */
typedef struct WGSColumn {
    WGPUBuffer buffer; /* [Storage] */
    uint64_t offset;
} WGSColumn;

/* The columns in the order of the sorter's description; each array has one entry a column.
 * A key whose output is omitted has an unused entry in keysOut; keysOut may be NULL when all are. */
typedef struct WGSSorterEncodeDescriptor {
    uint32_t count; /* rows, at most the capacity; the columns must hold as many */
    WGSColumn const* keysIn;
    WGSColumn const* keysOut;
    WGSColumn const* valuesIn;
    WGSColumn const* valuesOut;
    WGSColumn rowsOut;
} WGSSorterEncodeDescriptor;
#define WGS_SORTER_ENCODE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Records the sort. `stats` may be NULL. A failed call has recorded nothing.
 * Errors: as wgsProgramEncode; a column must hold `capacity` rows from its offset on, or the
 * buffer's own size decides: a buffer that ends earlier is taken when it holds `count` rows. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsSorterEncode(
    WGSSorter sorter,
    WGPUCommandEncoder encoder,
    WGSSorterEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
