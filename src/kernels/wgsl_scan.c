/* SPDX-License-Identifier: MIT */
/* Just enough of WGSL's lexical grammar to find loops. WGSL has no strings. */
#include "kernels/wgsl_scan.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Block comments nest. An unclosed one reaches to the end. */
static size_t block_comment_size(char const* at, char const* end) {
    size_t depth = 0;
    char const* p = at;
    while (p < end) {
        if (end - p >= 2 && p[0] == '/' && p[1] == '*') {
            ++depth;
            p += 2;
        } else if (end - p >= 2 && p[0] == '*' && p[1] == '/') {
            p += 2;
            if (--depth == 0)
                break;
        } else {
            ++p;
        }
    }
    return (size_t)(p - at);
}

wgs_token wgs_next_token(char const* at, char const* end) {
    wgs_token token = {WGS_TOKEN_END, at, 0};
    if (at >= end)
        return token;
    char const* p = at;
    if (is_blank(*p)) {
        token.kind = WGS_TOKEN_BLANK;
        while (p < end && is_blank(*p))
            ++p;
    } else if (end - p >= 2 && p[0] == '/' && p[1] == '/') {
        token.kind = WGS_TOKEN_LINE_COMMENT;
        while (p < end && *p != '\n')
            ++p;
    } else if (end - p >= 2 && p[0] == '/' && p[1] == '*') {
        token.kind = WGS_TOKEN_BLOCK_COMMENT;
        p += block_comment_size(p, end);
    } else if (is_letter(*p) || is_digit(*p)) {
        /* A number's digits, point and suffix stay together, so that 0x1u holds no word. */
        bool const number = is_digit(*p);
        token.kind = number ? WGS_TOKEN_NUMBER : WGS_TOKEN_WORD;
        while (p < end && (is_letter(*p) || is_digit(*p) || (number && *p == '.')))
            ++p;
    } else {
        token.kind = WGS_TOKEN_SIGN;
        ++p;
    }
    token.size = (size_t)(p - at);
    return token;
}

wgs_token wgs_next_code(char const* at, char const* end) {
    wgs_token token = wgs_next_token(at, end);
    while (token.kind == WGS_TOKEN_BLANK || token.kind == WGS_TOKEN_LINE_COMMENT ||
           token.kind == WGS_TOKEN_BLOCK_COMMENT)
        token = wgs_next_token(wgs_token_end(&token), end);
    return token;
}

bool wgs_token_is(wgs_token const* token, char const* text) {
    size_t const size = strlen(text);
    return token->size == size && memcmp(token->begin, text, size) == 0;
}
