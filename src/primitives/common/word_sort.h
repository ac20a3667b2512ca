/* SPDX-License-Identifier: MIT */
/*
 * The step that every sort is made of: rows ordered by one 32-bit word, stably, with up to two
 * 4-byte columns that travel along. radix and bitonic both take this request and give the same
 * bytes.
 */
#ifndef WGS_PRIMITIVES_COMMON_WORD_SORT_H
#define WGS_PRIMITIVES_COMMON_WORD_SORT_H

#include "primitives/common/launch.h"
#include "wgsort/key.h"

/* The key rule as two words; see kernels/key_order.wgsl. Zero: the word is compared as it is. */
typedef struct wgs_key_map {
    uint32_t flip;
    uint32_t negative;
} wgs_key_map;

/* The map of word `word` (0 is the low one) of a key. */
wgs_key_map wgs_key_map_for(WGSFormat format, WGSDirection direction, uint32_t word);

enum { WGS_WORD_SORT_MAX_COLUMNS = 2 };

typedef struct wgs_word_sort_column {
    WGSView in; /* no buffer: row numbers (first column only) */
    WGSView out;
} wgs_word_sort_column;

typedef struct wgs_word_sort {
    char const* parent;  /* label */
    char const* note;    /* why this algorithm; nullable */
    wgs_row_source rows; /* capacity at least 1 */
    WGSView keys_in;
    WGSView keys_out; /* the words as they were, in order; no buffer: not wanted */
    wgs_key_map map;
    uint32_t first_bit; /* window of the mapped word */
    uint32_t bit_count; /* 0 to 32 */
    uint32_t column_count;
    wgs_word_sort_column columns[WGS_WORD_SORT_MAX_COLUMNS];
} wgs_word_sort;

/* The low `bits` bits; 0 to 32. */
uint32_t wgs_bit_mask(uint32_t bits);

/* A view of all of a scratch buffer of 32-bit words. */
WGSView wgs_words_view(WGSBuffer buffer, uint64_t length);

/* The payload fragment for a number of columns. */
wgs_fragment const* wgs_payload_fragment(uint32_t column_count);

/* Appends the payload's bindings for one pass to `uses` and returns how many. Where a column has no
 * input, `stand_in` is bound: any view that the kernel reads anyway. */
size_t wgs_payload_uses(
    uint32_t column_count,
    wgs_word_sort_column const* columns,
    WGSView stand_in,
    wgs_kernel_binding_use* uses);

#endif
