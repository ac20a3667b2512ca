/* SPDX-License-Identifier: MIT */
/* Unrolling of marked loops: a recursive copy of the source with substitutions. */
#include "gpu/unroll.h"

#include <stdio.h>
#include <string.h>

typedef struct unroller {
    wgs_text_buffer* text;
    wgs_variant const* variant;
    char const* file;
    char const* source;
    char const* end;
    wgs_unroll_error* error;
    char const* known; /* a place in the source whose line is known */
    uint32_t known_line;
} unroller;

/* The parts of a marked loop. */
typedef struct marked_loop {
    wgs_token variable;
    char const *limit_begin, *limit_end;
    char const *body_begin, *body_end; /* with its braces */
} marked_loop;

/* Counts from the last place asked for: questions come close to each other. */
static uint32_t line_of(unroller* u, char const* at) {
    for (; u->known < at; ++u->known)
        u->known_line += *u->known == '\n';
    for (; u->known > at; --u->known)
        u->known_line -= u->known[-1] == '\n';
    return u->known_line;
}

static bool refuse(unroller* u, char const* at, char const* reason) {
    *u->error = (wgs_unroll_error){line_of(u, at), reason};
    return false;
}

static bool is_mark(wgs_token const* token) {
    if (token->kind != WGS_TOKEN_LINE_COMMENT)
        return false;
    size_t size = token->size;
    while (size > 0 && (token->begin[size - 1] == ' ' || token->begin[size - 1] == '\r'))
        --size;
    return size == strlen("// unroll") && memcmp(token->begin, "// unroll", size) == 0;
}

/* Steps over the given tokens. */
static bool expect(char const** at, char const* end, char const* const* pattern, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wgs_token token = wgs_next_code(*at, end);
        if (!wgs_token_is(&token, pattern[i]))
            return false;
        *at = wgs_token_end(&token);
    }
    return true;
}

/* The same variable as `name`, as a token. */
static bool expect_word(char const** at, char const* end, wgs_token const* name) {
    wgs_token token = wgs_next_code(*at, end);
    *at = wgs_token_end(&token);
    return token.kind == WGS_TOKEN_WORD && token.size == name->size &&
           memcmp(token.begin, name->begin, name->size) == 0;
}

/* Past the brace that closes the block at `at`; NULL when none does. */
static char const* block_end(char const* at, char const* end) {
    size_t depth = 0;
    for (wgs_token token = wgs_next_code(at, end); token.kind != WGS_TOKEN_END;
         token = wgs_next_code(wgs_token_end(&token), end)) {
        if (wgs_token_is(&token, "{"))
            ++depth;
        else if (wgs_token_is(&token, "}") && --depth == 0)
            return wgs_token_end(&token);
    }
    return NULL;
}

static bool parse_loop(unroller* u, char const* at, marked_loop* loop) {
    static char const* const head[] = {"for", "(", "var"};
    static char const* const zero[] = {"=", "0u", ";"};
    static char const* const less[] = {"<"};
    static char const* const step[] = {"+", "+", ")"};
    char const* const mark = at;
    if (!expect(&at, u->end, head, 3))
        return refuse(u, mark, "no `for (var` follows an unroll mark");
    loop->variable = wgs_next_code(at, u->end);
    at = wgs_token_end(&loop->variable);
    if (loop->variable.kind != WGS_TOKEN_WORD || !expect(&at, u->end, zero, 3))
        return refuse(u, mark, "an unrolled loop must start with `NAME = 0u;`");
    if (!expect_word(&at, u->end, &loop->variable) || !expect(&at, u->end, less, 1))
        return refuse(u, mark, "an unrolled loop must go on while `NAME < LIMIT`");
    loop->limit_begin = at;
    wgs_token token = wgs_next_code(at, u->end);
    while (token.kind != WGS_TOKEN_END && !wgs_token_is(&token, ";"))
        token = wgs_next_code(wgs_token_end(&token), u->end);
    loop->limit_end = token.begin;
    at = wgs_token_end(&token);
    if (!expect_word(&at, u->end, &loop->variable) || !expect(&at, u->end, step, 3))
        return refuse(u, mark, "an unrolled loop must step by `NAME++`");
    token = wgs_next_code(at, u->end);
    loop->body_begin = token.begin;
    loop->body_end = wgs_token_is(&token, "{") ? block_end(token.begin, u->end) : NULL;
    if (loop->body_end == NULL)
        return refuse(u, mark, "the body of an unrolled loop has no end");
    return true;
}

static bool is_breakable(wgs_token const* token, bool* is_switch) {
    *is_switch = wgs_token_is(token, "switch");
    return *is_switch || wgs_token_is(token, "for") || wgs_token_is(token, "while") ||
           wgs_token_is(token, "loop");
}

/* Refuses jumps that belong to the marked loop: inner loops and switches are stepped over, but a
 * `continue` within a switch is still the loop's. */
static bool check_jumps(unroller* u, char const* begin, char const* end, bool in_switch) {
    wgs_token token = wgs_next_code(begin, end);
    while (token.kind != WGS_TOKEN_END) {
        bool is_switch = false;
        char const* next = wgs_token_end(&token);
        if (wgs_token_is(&token, "continue") || (!in_switch && wgs_token_is(&token, "break")))
            return refuse(u, token.begin, "an unrolled loop has a break or continue");
        if (is_breakable(&token, &is_switch)) {
            while (token.kind != WGS_TOKEN_END && !wgs_token_is(&token, "{"))
                token = wgs_next_code(wgs_token_end(&token), end);
            next = block_end(token.begin, end);
            if (next == NULL)
                return refuse(u, begin, "an unrolled loop holds a block without an end");
            if (is_switch && !check_jumps(u, wgs_token_end(&token), next, true))
                return false;
        }
        token = wgs_next_code(next, end);
    }
    return true;
}

static void append_source(unroller* u, char const* begin, char const* end) {
    wgs_text_append(u->text, begin, (size_t)(end - begin), u->file, line_of(u, begin));
}

/* Replaces a word by the number it stands for. False: it stands for none. */
static bool
append_number(unroller* u, wgs_token const* word, wgs_substitution const* substitutions) {
    for (wgs_substitution const* s = substitutions; s != NULL; s = s->outer) {
        if (s->name.size != word->size || memcmp(s->name.begin, word->begin, word->size) != 0)
            continue;
        char number[16];
        int const size = snprintf(number, sizeof number, "%uu", (unsigned)s->value);
        wgs_text_append(u->text, number, (size_t)size, u->file, line_of(u, word->begin));
        return true;
    }
    return false;
}

static bool
expand(unroller* u, char const* begin, char const* end, wgs_substitution const* substitutions);

static bool
expand_loop(unroller* u, char const* at, wgs_substitution const* substitutions, char const** past) {
    marked_loop loop;
    uint32_t limit;
    if (!parse_loop(u, at, &loop) || !check_jumps(u, loop.body_begin, loop.body_end, false))
        return false;
    if (!wgs_evaluate(u->variant, substitutions, loop.limit_begin, loop.limit_end, &limit))
        return refuse(u, loop.limit_begin, "the limit of an unrolled loop is not a constant");
    if (limit > WGS_MAX_UNROLL)
        return refuse(u, loop.limit_begin, "the limit of an unrolled loop is larger than 256");
    wgs_text_append(u->text, "\n", 1, u->file, line_of(u, at));
    for (uint32_t i = 0; i < limit; ++i) {
        wgs_substitution const inner = {loop.variable, i, substitutions};
        if (!expand(u, loop.body_begin, loop.body_end, &inner))
            return false;
        if (i + 1 < limit)
            wgs_text_append(u->text, "\n", 1, u->file, line_of(u, loop.body_end));
    }
    *past = loop.body_end;
    return true;
}

static bool
expand(unroller* u, char const* begin, char const* end, wgs_substitution const* substitutions) {
    bool member = false; /* the last code token was a point: what follows is a member's name */
    char const* at = begin;
    for (wgs_token token = wgs_next_token(at, end); token.kind != WGS_TOKEN_END;
         token = wgs_next_token(at, end)) {
        at = wgs_token_end(&token);
        if (u->text->size > WGS_MAX_UNROLLED_SIZE)
            return refuse(u, token.begin, "unrolled loops make the module too large");
        if (is_mark(&token)) {
            if (!expand_loop(u, at, substitutions, &at))
                return false;
        } else if (
            token.kind != WGS_TOKEN_WORD || member || !append_number(u, &token, substitutions)) {
            append_source(u, token.begin, at);
        }
        if (token.kind == WGS_TOKEN_WORD || token.kind == WGS_TOKEN_NUMBER ||
            token.kind == WGS_TOKEN_SIGN)
            member = wgs_token_is(&token, ".");
    }
    return !u->text->failed;
}

bool wgs_unroll_append(
    wgs_text_buffer* text,
    wgs_variant const* variant,
    char const* file,
    char const* source,
    size_t size,
    wgs_unroll_error* error) {
    *error = (wgs_unroll_error){0, NULL};
    unroller u = {text, variant, file, source, source + size, error, source, 1};
    return expand(&u, source, source + size, NULL);
}
