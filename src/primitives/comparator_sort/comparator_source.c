/* SPDX-License-Identifier: MIT */
#include "primitives/comparator_sort/comparator_source.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "kernels/kernel.h"
#include "kernels/wgsl_scan.h"

/* Words that are refused wherever they stand. */
static char const* const refused_words[] = {
    "enable",
    "requires",
    "diagnostic",
    "override",
    "workgroup",
    "workgroupBarrier",
    "storageBarrier",
    "textureBarrier",
    "subgroupBarrier",
    "workgroupUniformLoad",
};

static char const* const refused_attributes[] = {"group", "binding", "compute"};

/* What the kernels and their fragments declare at module scope, beside names in wgs_, and what they
 * use of WGSL's own, which a declaration would hide from them. */
static char const* const taken_names[] = {
    "array",
    "bool",
    "min",
    "u32",
    "vec3u",
    "Params",
    "params",
    "gpu_count",
    "row_count",
    "linear_workgroup",
    "launched_workgroups",
    "compare_exchange",
    "order_block",
    "merge_block",
    "WIDTH",
    "BLOCK",
    "RECORD_SIZE",
    "RECORD_ALIGN",
};

/* Where the check is in the text. */
typedef struct source_check {
    char const* text;
    char const* end;
    wgs_token before[2]; /* the tokens of code before this one, the nearest first */
    int braces;
    int others; /* round and square brackets */
    bool has_record;
    bool has_before;
    char const* function;
    WGSError* error;
} source_check;

static unsigned line_at(source_check const* check, char const* at) {
    unsigned line = 1;
    for (char const* p = check->text; p < at; p++)
        line += *p == '\n';
    return line;
}

static WGSStatus refuse(source_check const* check, char const* at, size_t size, char const* why) {
    return wgs_error(
        check->error,
        WGSStatus_InvalidArgument,
        WGSErrorId_SourceText,
        "%s: " WGS_VARIANT_TEXT_NAME ".wgsl:%u: %.*s%s%s",
        check->function,
        line_at(check, at),
        (int)(size < 60 ? size : 60),
        at,
        size > 0 ? " " : "",
        why);
}

static bool is_one_of(wgs_token const* token, char const* const* words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (wgs_token_is(token, words[i]))
            return true;
    return false;
}

static bool starts_with(wgs_token const* token, char const* start) {
    size_t const size = strlen(start);
    return token->size >= size && memcmp(token->begin, start, size) == 0;
}

/* Other line ends of WGSL than these would end comments that the check takes to go on. */
static WGSStatus check_characters(source_check const* check) {
    for (char const* p = check->text; p < check->end; p++) {
        bool const printable = *p >= ' ' && *p <= '~';
        bool const line_end = *p == '\r' && p + 1 < check->end && p[1] == '\n';
        if (!printable && !line_end && *p != '\n' && *p != '\t')
            return wgs_error(
                check->error,
                WGSStatus_InvalidArgument,
                WGSErrorId_SourceText,
                "%s: " WGS_VARIANT_TEXT_NAME
                ".wgsl:%u: byte 0x%02x is neither printable ASCII nor the end of a line",
                check->function,
                line_at(check, p),
                (unsigned)(unsigned char)*p);
    }
    return WGSStatus_Success;
}

/* `fn NAME`, `var NAME`, `var<private> NAME`; but not `fn f() -> TYPE`. */
static bool is_declaration(source_check const* check) {
    static char const* const keywords[] = {"fn", "struct", "alias", "const", "var"};
    if (is_one_of(&check->before[0], keywords, sizeof keywords / sizeof *keywords))
        return true;
    return wgs_token_is(&check->before[0], ">") && !wgs_token_is(&check->before[1], "-");
}

/* A word at module scope. */
static WGSStatus check_declared(source_check* check, wgs_token const* word) {
    if (!is_declaration(check))
        return WGSStatus_Success;
    bool const is_function = wgs_token_is(&check->before[0], "fn");
    check->has_record |= !is_function && wgs_token_is(word, "Record");
    check->has_before |= is_function && wgs_token_is(word, "before");
    if (is_one_of(word, taken_names, sizeof taken_names / sizeof *taken_names) ||
        starts_with(word, "comparator_"))
        return refuse(check, word->begin, word->size, "is a name that the library uses itself");
    return WGSStatus_Success;
}

static WGSStatus check_word(source_check* check, wgs_token const* word) {
    if (starts_with(word, "wgs_"))
        return refuse(check, word->begin, word->size, "starts with wgs_, as the library's own do");
    if (is_one_of(word, refused_words, sizeof refused_words / sizeof *refused_words))
        return refuse(check, word->begin, word->size, "is not allowed in a comparator");
    bool const is_attribute = wgs_token_is(&check->before[0], "@");
    if (is_attribute &&
        is_one_of(word, refused_attributes, sizeof refused_attributes / sizeof *refused_attributes))
        return refuse(check, word->begin, word->size, "is an attribute that is not allowed here");
    return check->braces + check->others == 0 ? check_declared(check, word) : WGSStatus_Success;
}

static WGSStatus check_sign(source_check* check, wgs_token const* sign) {
    char const c = *sign->begin;
    check->braces += (c == '{') - (c == '}');
    check->others += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (check->braces < 0 || check->others < 0)
        return refuse(check, sign->begin, 1, "closes what was not opened");
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

static WGSStatus check_token(source_check* check, wgs_token const* token) {
    switch (token->kind) {
    case WGS_TOKEN_WORD:
        return check_word(check, token);
    case WGS_TOKEN_SIGN:
        return check_sign(check, token);
    case WGS_TOKEN_BLOCK_COMMENT:
        return is_closed_comment(token)
                   ? WGSStatus_Success
                   : refuse(check, token->begin, 2, "opens a comment that has no end");
    case WGS_TOKEN_END:
    case WGS_TOKEN_BLANK:
    case WGS_TOKEN_LINE_COMMENT:
    case WGS_TOKEN_NUMBER:
        break;
    }
    return WGSStatus_Success;
}

static WGSStatus check_whole(source_check const* check) {
    if (check->braces + check->others != 0)
        return refuse(check, check->end, 0, "a bracket is not closed");
    if (!check->has_record)
        return refuse(check, check->text, 0, "Record is not declared");
    if (!check->has_before)
        return refuse(check, check->text, 0, "fn before is not declared");
    return WGSStatus_Success;
}

WGSStatus
wgs_comparator_source_check(char const* text, size_t size, char const* function, WGSError* error) {
    source_check check = {
        .text = text,
        .end = text + size,
        .before = {{WGS_TOKEN_END, text, 0}, {WGS_TOKEN_END, text, 0}},
        .function = function,
        .error = error,
    };
    WGS_TRY(check_characters(&check));
    for (char const* at = text; at < check.end;) {
        wgs_token const token = wgs_next_token(at, check.end);
        WGS_TRY(check_token(&check, &token));
        bool const is_code = token.kind == WGS_TOKEN_WORD || token.kind == WGS_TOKEN_NUMBER ||
                             token.kind == WGS_TOKEN_SIGN;
        if (is_code) {
            check.before[1] = check.before[0];
            check.before[0] = token;
        }
        at = wgs_token_end(&token);
    }
    return check_whole(&check);
}
