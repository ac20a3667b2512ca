/* SPDX-License-Identifier: MIT */
/* The values of a key in one array, checked: where they are, and which are null. */
#ifndef WGS_ARROW_CHUNK_H
#define WGS_ARROW_CHUNK_H

#include "arrow/arrow_type.h"

/* A bitmap and the bit of the first row; no bits: every row is valid. */
typedef struct wgs_arrow_bits {
    uint8_t const* bits;
    int64_t first;
} wgs_arrow_bits;

typedef struct wgs_arrow_chunk {
    uint64_t length;
    unsigned char const* values; /* at any address; of the first row, but for bits */
    int64_t first_bit;           /* of the first row in `values`, when the values are bits */
    wgs_arrow_bits valid;
    wgs_arrow_bits record_valid; /* of the record batch around the column */
} wgs_arrow_chunk;

/* Reads nothing but the structures. Errors: ArrowArray. */
WGS_NODISCARD WGSStatus wgs_arrow_chunk_read(
    wgs_arrow_type const* type,
    struct ArrowArray const* array,
    wgs_arrow_place place,
    wgs_arrow_chunk* chunk,
    WGSError* error);

bool wgs_arrow_chunk_has_nulls(wgs_arrow_chunk const* chunk);
bool wgs_arrow_chunk_is_null(wgs_arrow_chunk const* chunk, uint64_t row);

#endif
