/* SPDX-License-Identifier: MIT */
/*
 * Unrolling of marked loops. A line comment `// unroll` directly before
 *
 *     for (var i = 0u; i < LIMIT; i++) { body }
 *
 * makes LIMIT copies of `{ body }` with `i` replaced by 0u, 1u, ... LIMIT is anything that
 * wgs_evaluate can evaluate. Marked loops nest. `break` and `continue` of the marked loop itself
 * are refused, as is anything else after a mark.
 */
#ifndef WGS_GPU_UNROLL_H
#define WGS_GPU_UNROLL_H

#include "gpu/constant_expression.h"
#include "gpu/text_buffer.h"

typedef struct wgs_unroll_error {
    uint32_t line;
    char const* reason; /* NULL: no error, or text->failed */
} wgs_unroll_error;

enum {
    WGS_MAX_UNROLL = 256,            /* copies of one loop */
    WGS_MAX_UNROLLED_SIZE = 1 << 22, /* bytes of a whole module */
};

/* Appends one file to the text with its marked loops unrolled. False: see `error`. */
bool wgs_unroll_append(
    wgs_text_buffer* text,
    wgs_variant const* variant,
    char const* file,
    char const* source,
    size_t size,
    wgs_unroll_error* error);

#endif
