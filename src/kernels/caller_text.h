/* SPDX-License-Identifier: MIT */
/*
 * Reading WGSL text of a caller's: what any such text must keep to, with the rules of one kind of text
 * on top. What is left is the compiler's to judge.
 */
#ifndef WGS_KERNELS_CALLER_TEXT_H
#define WGS_KERNELS_CALLER_TEXT_H

#include "kernels/wgsl_scan.h"
#include "wgsort/status.h"

typedef struct wgs_caller_text wgs_caller_text;

/* Judges one word outside of comments, for example by wgs_caller_text_refuse. */
typedef WGSStatus (*wgs_word_rule)(wgs_caller_text* text, wgs_token const* word);

struct wgs_caller_text {
    char const* function; /* messages start "function: file.wgsl:LINE: " */
    char const* file;
    char const* begin;
    char const* end;
    wgs_word_rule rule;
    void* rules; /* what the rule keeps */
    WGSError* error;
    wgs_token before[2]; /* the tokens of code before this one, the nearest first */
    int braces;          /* open ones */
    int others;          /* round and square brackets */
};

/* Reads all of it, from `begin`; the caller has filled the members up to `error`. Refuses bytes that
 * are neither printable ASCII nor the end of a line, open comments and brackets, words that start
 * with wgs_, and what the rule refuses. Error: SourceText, with the line. */
WGSStatus wgs_caller_text_check(wgs_caller_text* text);

/* Refuses `size` bytes at `at`: they, and why. */
WGSStatus
wgs_caller_text_refuse(wgs_caller_text const* text, char const* at, size_t size, char const* why);

/* Whether the token is one of the words. */
bool wgs_token_is_one_of(wgs_token const* token, char const* const* words, size_t count);
bool wgs_token_starts_with(wgs_token const* token, char const* start);

/* Whether the word at hand is at module scope. */
bool wgs_caller_text_at_module_scope(wgs_caller_text const* text);

#endif
