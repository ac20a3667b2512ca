/* SPDX-License-Identifier: MIT */
#include "primitives/comparator_sort/comparator_source.h"

#include "kernels/caller_text.h"
#include "kernels/kernel.h"

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

/* What every text must declare. */
typedef struct declared {
    bool record;
    bool before;
} declared;

/* `fn NAME`, `var NAME`, `var<private> NAME`; but not `fn f() -> TYPE`. */
static bool is_declaration(wgs_caller_text const* text) {
    static char const* const keywords[] = {"fn", "struct", "alias", "const", "var"};
    if (wgs_token_is_one_of(&text->before[0], keywords, sizeof keywords / sizeof *keywords))
        return true;
    return wgs_token_is(&text->before[0], ">") && !wgs_token_is(&text->before[1], "-");
}

/* A word at module scope. */
static WGSStatus check_declared(wgs_caller_text* text, wgs_token const* word) {
    if (!is_declaration(text))
        return WGSStatus_Success;
    declared* const seen = text->rules;
    bool const is_function = wgs_token_is(&text->before[0], "fn");
    seen->record |= !is_function && wgs_token_is(word, "Record");
    seen->before |= is_function && wgs_token_is(word, "before");
    if (wgs_token_is_one_of(word, taken_names, sizeof taken_names / sizeof *taken_names) ||
        wgs_token_starts_with(word, "comparator_"))
        return wgs_caller_text_refuse(
            text, word->begin, word->size, "is a name that the library uses itself");
    return WGSStatus_Success;
}

static WGSStatus check_word(wgs_caller_text* text, wgs_token const* word) {
    if (wgs_token_is_one_of(word, refused_words, sizeof refused_words / sizeof *refused_words))
        return wgs_caller_text_refuse(
            text, word->begin, word->size, "is not allowed in a comparator");
    bool const is_attribute = wgs_token_is(&text->before[0], "@");
    if (is_attribute &&
        wgs_token_is_one_of(
            word, refused_attributes, sizeof refused_attributes / sizeof *refused_attributes))
        return wgs_caller_text_refuse(
            text, word->begin, word->size, "is an attribute that is not allowed here");
    return wgs_caller_text_at_module_scope(text) ? check_declared(text, word) : WGSStatus_Success;
}

WGSStatus
wgs_comparator_source_check(char const* text, size_t size, char const* function, WGSError* error) {
    declared seen = {false, false};
    wgs_caller_text check = {
        .function = function,
        .file = WGS_VARIANT_TEXT_NAME,
        .begin = text,
        .end = text + size,
        .rule = check_word,
        .rules = &seen,
        .error = error,
    };
    WGS_TRY(wgs_caller_text_check(&check));
    if (!seen.record)
        return wgs_caller_text_refuse(&check, text, 0, "Record is not declared");
    if (!seen.before)
        return wgs_caller_text_refuse(&check, text, 0, "fn before is not declared");
    return WGSStatus_Success;
}
