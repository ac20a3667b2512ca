/* SPDX-License-Identifier: MIT */
/* A column of 4-byte elements in guarded buffers, one a chunk, its rows a stride apart. */
#ifndef WGS_TESTING_CHUNKED_COLUMN_H
#define WGS_TESTING_CHUNKED_COLUMN_H

#include "testing/guarded_buffer.h"

enum { WGS_TEST_MAX_CHUNKS = 8 };

typedef struct wgs_chunked_column {
    size_t chunk_count;
    wgs_guarded_buffer places[WGS_TEST_MAX_CHUNKS];
    uint32_t* contents[WGS_TEST_MAX_CHUNKS];
    WGSView views[WGS_TEST_MAX_CHUNKS]; /* of wgs_chunked_column_import */
} wgs_chunked_column;

/* Cuts `rows` into chunks of the given lengths, whose sum they have. Between rows that are `stride`
 * apart lie guard words; an odd chunk ends with its last row, an even one with a whole stride.
 * Chunk i starts at element `place` + 7 i of its buffer. Aborts when memory fails. */
wgs_chunked_column wgs_chunked_column_create(
    void const* rows, size_t chunk_count, size_t const* lengths, uint32_t stride, uint32_t place);
void wgs_chunked_column_free(wgs_chunked_column* column);

/* Imports the buffers into a graph; the vector points into the column. */
WGSStatus wgs_chunked_column_import(
    wgs_chunked_column* column,
    WGSGraph graph,
    WGSFormat format,
    WGSVector* vector,
    WGSError* error);

/* Whether the buffers hold what they were made with; says what does not. */
bool wgs_chunked_column_unchanged(wgs_chunked_column const* column, char const* name);

#endif
