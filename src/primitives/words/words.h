/* SPDX-License-Identifier: MIT */
/* One ordered word of a key column, in the row order found so far. */
#ifndef WGS_PRIMITIVES_WORDS_H
#define WGS_PRIMITIVES_WORDS_H

#include "primitives/common/word_sort.h"

/* ordered[i] = map(word `word` of column[rows[i]]), or of column[i] when `rows` has no buffer. */
WGSStatus wgs_words_add(
    WGSGraph graph,
    char const* parent,
    WGSView column,
    uint32_t word,
    wgs_key_map map,
    WGSView rows,
    WGSView ordered,
    wgs_row_source const* source,
    char const* function,
    WGSError* error);

#endif
