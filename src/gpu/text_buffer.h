/* SPDX-License-Identifier: MIT */
/* Composed WGSL: text that grows, and where each of its lines came from. */
#ifndef WGS_GPU_TEXT_BUFFER_H
#define WGS_GPU_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/* One line of the text. */
typedef struct wgs_line_origin {
    size_t offset;    /* of its first character */
    char const* file; /* without ".wgsl" */
    uint32_t line;    /* in the file, from 1 */
} wgs_line_origin;

typedef struct wgs_text_buffer {
    WGSAllocator allocator;
    char* text; /* terminated once there is anything */
    size_t size, capacity;
    wgs_line_origin* lines;
    size_t line_count, line_capacity;
    bool failed; /* memory ran out: all later calls do nothing */
} wgs_text_buffer;

void wgs_text_init(wgs_text_buffer* text, WGSAllocator const* allocator);
void wgs_text_free(wgs_text_buffer* text);

/* Appends text of one line or several; what follows a line end comes from the next line of `file`.
 */
void wgs_text_append(
    wgs_text_buffer* text, char const* bytes, size_t size, char const* file, uint32_t line);

/* The origin of a line of the whole text, from 1; NULL when there is none. */
wgs_line_origin const* wgs_text_origin(wgs_text_buffer const* text, size_t line);

#endif
