/* SPDX-License-Identifier: MIT */
#include "kernels/caller_text.h"

#include <string.h>

#include "base/error.h"

static unsigned line_at(wgs_caller_text const* text, char const* at) {
    unsigned line = 1;
    for (char const* p = text->begin; p < at; p++)
        line += *p == '\n';
    return line;
}

WGSStatus
wgs_caller_text_refuse(wgs_caller_text const* text, char const* at, size_t size, char const* why) {
    return wgs_error(
        text->error,
        WGSStatus_InvalidArgument,
        WGSErrorId_SourceText,
        "%s: %s.wgsl:%u: %.*s%s%s",
        text->function,
        text->file,
        line_at(text, at),
        (int)(size < 60 ? size : 60),
        at,
        size > 0 ? " " : "",
        why);
}

bool wgs_token_is_one_of(wgs_token const* token, char const* const* words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (wgs_token_is(token, words[i]))
            return true;
    return false;
}

bool wgs_token_starts_with(wgs_token const* token, char const* start) {
    size_t const size = strlen(start);
    return token->size >= size && memcmp(token->begin, start, size) == 0;
}

bool wgs_caller_text_at_module_scope(wgs_caller_text const* text) {
    return text->braces + text->others == 0;
}

/* Other line ends of WGSL than these would end comments that the check takes to go on. */
static WGSStatus check_characters(wgs_caller_text const* text) {
    for (char const* p = text->begin; p < text->end; p++) {
        bool const printable = *p >= ' ' && *p <= '~';
        bool const line_end = *p == '\r' && p + 1 < text->end && p[1] == '\n';
        if (!printable && !line_end && *p != '\n' && *p != '\t')
            return wgs_error(
                text->error,
                WGSStatus_InvalidArgument,
                WGSErrorId_SourceText,
                "%s: %s.wgsl:%u: byte 0x%02x is neither printable ASCII nor the end of a line",
                text->function,
                text->file,
                line_at(text, p),
                (unsigned)(unsigned char)*p);
    }
    return WGSStatus_Success;
}

static WGSStatus check_word(wgs_caller_text* text, wgs_token const* word) {
    if (wgs_token_starts_with(word, "wgs_"))
        return wgs_caller_text_refuse(
            text, word->begin, word->size, "starts with wgs_, as the library's own do");
    return text->rule(text, word);
}

static WGSStatus check_sign(wgs_caller_text* text, wgs_token const* sign) {
    char const c = *sign->begin;
    text->braces += (c == '{') - (c == '}');
    text->others += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (text->braces < 0 || text->others < 0)
        return wgs_caller_text_refuse(text, sign->begin, 1, "closes what was not opened");
    return WGSStatus_Success;
}

/* Block comments nest. */
static bool is_closed_comment(wgs_token const* comment) {
    int depth = 0;
    char const* const end = wgs_token_end(comment);
    for (char const* p = comment->begin; p + 1 < end; p++) {
        int const change = (p[0] == '/' && p[1] == '*') - (p[0] == '*' && p[1] == '/');
        depth += change;
        p += change != 0;
    }
    return depth == 0;
}

static WGSStatus check_token(wgs_caller_text* text, wgs_token const* token) {
    switch (token->kind) {
    case WGS_TOKEN_WORD:
        return check_word(text, token);
    case WGS_TOKEN_SIGN:
        return check_sign(text, token);
    case WGS_TOKEN_BLOCK_COMMENT:
        return is_closed_comment(token)
                   ? WGSStatus_Success
                   : wgs_caller_text_refuse(
                         text, token->begin, 2, "opens a comment that has no end");
    case WGS_TOKEN_END:
    case WGS_TOKEN_BLANK:
    case WGS_TOKEN_LINE_COMMENT:
    case WGS_TOKEN_NUMBER:
        break;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_caller_text_check(wgs_caller_text* text) {
    WGS_TRY(check_characters(text));
    text->braces = text->others = 0;
    text->before[0] = text->before[1] = (wgs_token){WGS_TOKEN_END, text->begin, 0};
    for (char const* at = text->begin; at < text->end;) {
        wgs_token const token = wgs_next_token(at, text->end);
        WGS_TRY(check_token(text, &token));
        bool const is_code = token.kind == WGS_TOKEN_WORD || token.kind == WGS_TOKEN_NUMBER ||
                             token.kind == WGS_TOKEN_SIGN;
        if (is_code) {
            text->before[1] = text->before[0];
            text->before[0] = token;
        }
        at = wgs_token_end(&token);
    }
    if (!wgs_caller_text_at_module_scope(text))
        return wgs_caller_text_refuse(text, text->end, 0, "a bracket is not closed");
    return WGSStatus_Success;
}
