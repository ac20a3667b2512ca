/* SPDX-License-Identifier: MIT */
#include "api/kernel_source.h"

#include <string.h>

#include "base/error.h"
#include "kernels/caller_text.h"

static char const* const refused_words[] = {"enable", "requires", "diagnostic", "override"};

/* What a text is searched for. */
typedef struct entry_search {
    char const* name;
    bool compute; /* the attribute stands before what comes next */
    bool found;
} entry_search;

size_t wgs_text_length(WGPUStringView text) {
    if (text.data == NULL)
        return 0;
    return text.length == WGPU_STRLEN ? strlen(text.data) : text.length;
}

static bool is_name(char const* text, size_t size) {
    wgs_token const token = wgs_next_token(text, text + size);
    return token.kind == WGS_TOKEN_WORD && token.size == size && !wgs_token_is(&token, "_") &&
           !wgs_token_starts_with(&token, "__") && !wgs_token_starts_with(&token, "wgs_");
}

WGSStatus wgs_kernel_name_check(
    WGPUStringView name,
    char const* what,
    char copy[WGS_KERNEL_NAME_SIZE],
    char const* function,
    WGSError* error) {
    size_t const size = wgs_text_length(name);
    if (size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is empty",
            function,
            what);
    if (size >= WGS_KERNEL_NAME_SIZE)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_SourceText,
            "%s: %s has %zu characters but the limit is %d",
            function,
            what,
            size,
            WGS_KERNEL_NAME_SIZE - 1);
    if (!is_name(name.data, size))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_SourceText,
            "%s: %s is \"%.*s\", which is no name that WGSL of a caller's can have",
            function,
            what,
            (int)size,
            name.data);
    memcpy(copy, name.data, size);
    copy[size] = '\0';
    return WGSStatus_Success;
}

/* `@group(0)`: the word was group. */
static WGSStatus check_group(wgs_caller_text* text, wgs_token const* word) {
    static char const* const zeros[] = {"0", "0u", "0i"};
    wgs_token const open = wgs_next_code(wgs_token_end(word), text->end);
    wgs_token const number = wgs_next_code(wgs_token_end(&open), text->end);
    wgs_token const close = wgs_next_code(wgs_token_end(&number), text->end);
    if (wgs_token_is(&open, "(") && wgs_token_is_one_of(&number, zeros, 3) &&
        (wgs_token_is(&close, ")") || wgs_token_is(&close, ",")))
        return WGSStatus_Success;
    return wgs_caller_text_refuse(
        text, word->begin, word->size, "of anything but 0 is not bound by the library");
}

static WGSStatus check_word(wgs_caller_text* text, wgs_token const* word) {
    if (wgs_token_is_one_of(word, refused_words, sizeof refused_words / sizeof *refused_words))
        return wgs_caller_text_refuse(text, word->begin, word->size, "is not allowed in a kernel");
    entry_search* const search = text->rules;
    bool const is_attribute = wgs_token_is(&text->before[0], "@");
    if (is_attribute && wgs_token_is(word, "group"))
        return check_group(text, word);
    if (!wgs_caller_text_at_module_scope(text))
        return WGSStatus_Success;
    if (is_attribute && wgs_token_is(word, "compute")) {
        search->compute = true;
    } else if (wgs_token_is(&text->before[0], "fn")) {
        search->found |= search->compute && wgs_token_is(word, search->name);
        search->compute = false;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_kernel_source_check(
    char const* text, size_t size, char const* entry, char const* function, WGSError* error) {
    entry_search search = {.name = entry};
    wgs_caller_text check = {
        .function = function,
        .file = entry,
        .begin = text,
        .end = text + size,
        .rule = check_word,
        .rules = &search,
        .error = error,
    };
    WGS_TRY(wgs_caller_text_check(&check));
    if (!search.found)
        return wgs_caller_text_refuse(
            &check, text, 0, "no function with @compute has the entry point's name");
    return WGSStatus_Success;
}
