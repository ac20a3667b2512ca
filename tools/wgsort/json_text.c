/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <inttypes.h>
#include <stddef.h>

/* Bytes of the well-formed UTF-8 sequence at `text`, or 0 (Unicode 15, table 3-7). */
static size_t sequence_size(unsigned char const* text) {
    unsigned char const lead = text[0];
    if (lead < 0x80)
        return 1;
    size_t const size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    unsigned char const low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char const high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (text[1] < low || text[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

void wgs_json_string(FILE* file, char const* text) {
    unsigned char const* next = (unsigned char const*)text;
    (void)fputc('"', file);
    while (*next) {
        size_t const size = sequence_size(next);
        if (size == 0) {
            (void)fputs("\\ufffd", file);
            next++;
        } else if (*next == '"' || *next == '\\') {
            (void)fprintf(file, "\\%c", *next++);
        } else if (*next < 0x20) {
            (void)fprintf(file, "\\u%04x", *next++);
        } else {
            (void)fwrite(next, 1, size, file);
            next += size;
        }
    }
    (void)fputc('"', file);
}

void wgs_json_milliseconds(FILE* file, uint64_t nanoseconds) {
    uint64_t const microseconds = (nanoseconds + 500) / 1000;
    (void)fprintf(file, "%" PRIu64 ".%03" PRIu64, microseconds / 1000, microseconds % 1000);
}
