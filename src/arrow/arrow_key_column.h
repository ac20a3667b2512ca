/* SPDX-License-Identifier: MIT */
/*
 * A key column as words. Values of 32 and 64 bits are sorted as they are, with a word for each
 * row's null flag beside them once there is a null. Narrow values become codes in 32-bit words:
 * mapped so that the unsigned order of the codes is the order wanted, ascending, with the null flag
 * as the bit above; a word then sorts in one key, by the few bits that it has.
 */
#ifndef WGS_ARROW_KEY_COLUMN_H
#define WGS_ARROW_KEY_COLUMN_H

#include "arrow/arrow_chunk.h"

struct WGSArrowColumnImpl {
    WGSAllocator allocator;
    wgs_arrow_type type;
    WGSDirection direction;
    WGSNullPlacement nulls;
    bool narrow_nulls; /* some narrow value is null */
    uint64_t length;
    uint64_t capacity;    /* rows that `words`, and `null_flags` if there, have room for */
    unsigned char* words; /* values or codes; NULL while they are borrowed, or none */
    uint32_t* null_flags; /* 1 for null; wide values only, NULL while there is no null */
    void const* borrowed; /* the values of the only chunk, in the caller's array */
};

/* An empty column, also when it fails. Errors: InvalidEnum. */
WGS_NODISCARD WGSStatus wgs_arrow_column_init(
    WGSArrowColumn column,
    WGSAllocator const* allocator,
    wgs_arrow_type const* type,
    WGSArrowKey const* key,
    wgs_arrow_place place,
    WGSError* error);

/* Frees what the column holds, not the column itself. */
void wgs_arrow_column_free(WGSArrowColumn column);

/* Room for `rows` rows in all. Errors: TooManyRows, HostMemory. */
WGS_NODISCARD WGSStatus wgs_arrow_column_reserve(
    WGSArrowColumn column, uint64_t rows, wgs_arrow_place place, WGSError* error);

/* Adds a copy of the rows of a chunk. Errors: TooManyRows, HostMemory. */
WGS_NODISCARD WGSStatus wgs_arrow_column_append(
    WGSArrowColumn column, wgs_arrow_chunk const* chunk, wgs_arrow_place place, WGSError* error);

/* Fills an empty column from all arrays of `key`, without a copy where that is possible.
 * Errors: NullArgument, ArrowArray, TooManyRows, HostMemory. */
WGS_NODISCARD WGSStatus wgs_arrow_column_fill(
    WGSArrowColumn column, WGSArrowKey const* key, wgs_arrow_place place, WGSError* error);

#endif
