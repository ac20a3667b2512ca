/* SPDX-License-Identifier: MIT */
/* Composed WGSL: text that grows, and where each of its lines came from. */
#include "gpu/text_buffer.h"

#include <string.h>

void wgs_text_init(wgs_text_buffer* text, WGSAllocator const* allocator) {
    memset(text, 0, sizeof *text);
    text->allocator = *allocator;
}

void wgs_text_free(wgs_text_buffer* text) {
    wgs_free(&text->allocator, text->text);
    wgs_free(&text->allocator, text->lines);
    memset(text, 0, sizeof *text);
}

/* Room for `size` more characters and a terminator. */
static bool reserve(wgs_text_buffer* text, size_t size) {
    if (text->capacity - text->size > size)
        return true;
    size_t capacity = text->capacity == 0 ? 4096 : text->capacity;
    while (capacity - text->size <= size) {
        if (capacity > SIZE_MAX / 2)
            return false;
        capacity *= 2;
    }
    char* grown = wgs_allocate(&text->allocator, capacity, 1);
    if (grown == NULL)
        return false;
    if (text->size > 0)
        memcpy(grown, text->text, text->size);
    wgs_free(&text->allocator, text->text);
    text->text = grown;
    text->capacity = capacity;
    return true;
}

static bool begin_line(wgs_text_buffer* text, char const* file, uint32_t line) {
    void* lines = text->lines;
    if (!wgs_reserve_one(
            &text->allocator, &lines, text->line_count, &text->line_capacity, sizeof *text->lines))
        return false;
    text->lines = lines;
    text->lines[text->line_count++] = (wgs_line_origin){text->size, file, line};
    return true;
}

void wgs_text_append(
    wgs_text_buffer* text, char const* bytes, size_t size, char const* file, uint32_t line) {
    if (text->failed)
        return;
    if (!reserve(text, size)) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < size; ++i) {
        bool const starts = text->size == 0 || text->text[text->size - 1] == '\n';
        if (starts && !begin_line(text, file, line)) {
            text->failed = true;
            return;
        }
        text->text[text->size++] = bytes[i];
        line += bytes[i] == '\n';
    }
    text->text[text->size] = '\0';
}

wgs_line_origin const* wgs_text_origin(wgs_text_buffer const* text, size_t line) {
    return line >= 1 && line <= text->line_count ? &text->lines[line - 1] : NULL;
}
