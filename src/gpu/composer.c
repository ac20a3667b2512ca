/* SPDX-License-Identifier: MIT */
/* Modules from variants. */
#include "gpu/composer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu/unroll.h"
#include "kernels/wgsl_scan.h"

/* One source file of a variant. */
typedef struct source_file {
    char const* name;
    char const* text;
    size_t size;
    bool plain; /* without directives */
} source_file;

static source_file variant_file(wgs_variant const* variant, uint32_t index) {
    if (index < variant->fragment_count) {
        wgs_fragment const* fragment = variant->fragments[index];
        return (source_file){
            fragment->name, (char const*)fragment->source, fragment->source_size, false};
    }
    wgs_kernel const* kernel = variant->kernel;
    return (source_file){
        kernel->name, (char const*)kernel->source, kernel->source_size, kernel->plain};
}

static bool is_directive(char const* line, size_t size) {
    wgs_token const word = wgs_next_token(line, line + size);
    return word.kind == WGS_TOKEN_WORD &&
           (wgs_token_is(&word, "enable") || wgs_token_is(&word, "requires"));
}

static size_t line_size(char const* at, char const* end) {
    char const* const line_end = memchr(at, '\n', (size_t)(end - at));
    return line_end == NULL ? (size_t)(end - at) : (size_t)(line_end - at) + 1;
}

/* Moves the directive lines of a file to the top of the module, each once. */
static void
append_directives(wgs_text_buffer* text, source_file file, wgs_compose_options options) {
    char const* const end = file.text + file.size;
    uint32_t line = 1;
    for (char const* at = file.text; at < end; ++line) {
        size_t const size = line_size(at, end);
        bool const kept = options.keep_enables || *at == 'r';
        if (is_directive(at, size) && kept) {
            char statement[120];
            int const written = snprintf(statement, sizeof statement, "%.*s", (int)size, at);
            bool const known = text->text != NULL && strstr(text->text, statement) != NULL;
            if (!known && written > 0)
                wgs_text_append(text, at, size, file.name, line);
        }
        at += size;
    }
}

/* As it is: what it holds was checked by the primitive that took it. */
static void append_caller_text(wgs_text_buffer* text, wgs_variant const* variant) {
    size_t const size = variant->text_size;
    if (size == 0)
        return;
    wgs_text_append(text, variant->text, size, WGS_VARIANT_TEXT_NAME, 1);
    if (variant->text[size - 1] != '\n')
        wgs_text_append(text, "\n", 1, WGS_VARIANT_TEXT_NAME, 1);
}

static void append_constants(wgs_text_buffer* text, wgs_variant const* variant) {
    for (uint32_t i = 0; i < variant->constant_count; ++i) {
        char line[120];
        int const size = snprintf(
            line,
            sizeof line,
            "const %s: u32 = %" PRIu32 "u;\n",
            variant->constants[i].name,
            variant->constants[i].value);
        if (size <= 0 || (size_t)size >= sizeof line)
            text->failed = true;
        else
            wgs_text_append(text, line, (size_t)size, "constants", i + 1);
    }
}

/* Appends a file without its directive lines, whose ends stay so that lines keep their numbers. */
static bool append_file(
    wgs_text_buffer* text,
    wgs_variant const* variant,
    source_file file,
    bool unroll,
    wgs_unroll_error* failure) {
    wgs_text_buffer plain;
    wgs_text_init(&plain, &text->allocator);
    char const* const end = file.text + file.size;
    for (char const* at = file.text; at < end;) {
        size_t const size = line_size(at, end);
        if (!file.plain && is_directive(at, size))
            wgs_text_append(&plain, "\n", 1, file.name, 1);
        else
            wgs_text_append(&plain, at, size, file.name, 1);
        at += size;
    }
    if (plain.size > 0 && plain.text[plain.size - 1] != '\n')
        wgs_text_append(&plain, "\n", 1, file.name, 1);
    *failure = (wgs_unroll_error){0, NULL};
    bool good = !plain.failed;
    if (good && unroll)
        good = wgs_unroll_append(text, variant, file.name, plain.text, plain.size, failure);
    else if (good)
        wgs_text_append(text, plain.text, plain.size, file.name, 1);
    wgs_text_free(&plain);
    return good && !text->failed;
}

WGSStatus wgs_compose(
    wgs_variant const* variant,
    wgs_compose_options options,
    WGSAllocator const* allocator,
    wgs_text_buffer* text,
    char const* function,
    WGSError* error) {
    wgs_text_init(text, allocator);
    uint32_t const file_count = variant->fragment_count + 1;
    for (uint32_t i = 0; i < file_count; ++i)
        if (!variant_file(variant, i).plain)
            append_directives(text, variant_file(variant, i), options);
    append_caller_text(text, variant);
    append_constants(text, variant);
    for (uint32_t i = 0; i < file_count; ++i) {
        source_file const file = variant_file(variant, i);
        wgs_unroll_error failure;
        if (append_file(text, variant, file, options.unroll, &failure))
            continue;
        wgs_text_free(text);
        if (failure.reason == NULL)
            return wgs_error_memory(error, function);
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_ShaderModule,
            "%s: %s.wgsl:%" PRIu32 ": %s",
            function,
            file.name,
            failure.line,
            failure.reason);
    }
    return WGSStatus_Success;
}

wgs_line_origin const* wgs_compose_locate(wgs_text_buffer const* text, char const* message) {
    for (char const* p = strchr(message, ':'); p != NULL; p = strchr(p + 1, ':')) {
        char* line_end = NULL;
        unsigned long const line = strtoul(p + 1, &line_end, 10);
        if (line > 0 && *line_end == ':' && line_end[1] >= '0' && line_end[1] <= '9')
            return wgs_text_origin(text, line);
    }
    return NULL;
}

void wgs_variant_name(wgs_variant const* variant, char* name, size_t size) {
    int used = snprintf(name, size, "%s", variant->kernel->name);
    for (uint32_t i = 0; i < variant->fragment_count && used >= 0 && (size_t)used < size; ++i)
        used += snprintf(name + used, size - (size_t)used, "-%s", variant->fragments[i]->name);
    for (uint32_t i = 0; i < variant->constant_count && used >= 0 && (size_t)used < size; ++i)
        used += snprintf(
            name + used,
            size - (size_t)used,
            "-%s_%" PRIu32,
            variant->constants[i].name,
            variant->constants[i].value);
}
