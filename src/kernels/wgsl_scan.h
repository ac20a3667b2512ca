/* SPDX-License-Identifier: MIT */
/* Just enough of WGSL's lexical grammar to find loops: words, numbers, comments, single signs. */
#ifndef WGS_KERNELS_WGSL_SCAN_H
#define WGS_KERNELS_WGSL_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum wgs_token_kind {
    WGS_TOKEN_END,
    WGS_TOKEN_BLANK,        /* white space */
    WGS_TOKEN_LINE_COMMENT, /* without its line end */
    WGS_TOKEN_BLOCK_COMMENT,
    WGS_TOKEN_WORD,   /* identifier or keyword */
    WGS_TOKEN_NUMBER, /* with its suffix */
    WGS_TOKEN_SIGN,   /* one character */
} wgs_token_kind;

typedef struct wgs_token {
    wgs_token_kind kind;
    char const* begin;
    size_t size;
} wgs_token;

/* The token that starts at `at`; `end` is past the text. */
wgs_token wgs_next_token(char const* at, char const* end);

/* The same, past blanks and comments. */
wgs_token wgs_next_code(char const* at, char const* end);

bool wgs_token_is(wgs_token const* token, char const* text);

/* Past the end of a token. */
static inline char const* wgs_token_end(wgs_token const* token) {
    return token->begin + token->size;
}

#endif
