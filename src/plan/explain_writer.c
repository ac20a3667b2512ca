/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "plan/explain.h"

void wgs_explain_print(wgs_explain_writer* writer, char const* format, ...) {
    size_t const room = writer->length < writer->capacity ? writer->capacity - writer->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int const written =
        vsnprintf(room > 0 ? writer->text + writer->length : NULL, room, format, arguments);
    va_end(arguments);
    writer->length += written > 0 ? (size_t)written : 0;
}

void wgs_explain_spaces(wgs_explain_writer* writer, size_t count) {
    for (size_t i = 0; i < count; i++)
        wgs_explain_print(writer, " ");
}

wgs_byte_text wgs_explain_bytes(uint64_t bytes) {
    static char const* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    wgs_byte_text result;
    if (bytes < 1024) {
        (void)snprintf(result.text, sizeof result.text, "%u B", (unsigned)bytes);
        return result;
    }
    double scaled = (double)bytes / 1024;
    size_t unit = 0;
    /* 1023.95 would print as 1024.0 */
    while (scaled >= 1023.95 && unit + 1 < sizeof units / sizeof *units) {
        scaled /= 1024;
        unit++;
    }
    (void)snprintf(result.text, sizeof result.text, "%.1f %s", scaled, units[unit]);
    return result;
}

/* The table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
size_t wgs_utf8_length(char const* text) {
    unsigned char const* const bytes = (unsigned char const*)text;
    unsigned const first = bytes[0];
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    unsigned const low = first == 0xE0 ? 0xA0u : first == 0xF0 ? 0x90u : 0x80u;
    unsigned const high = first == 0xED ? 0x9Fu : first == 0xF4 ? 0x8Fu : 0xBFu;
    if (bytes[1] < low || bytes[1] > high)
        return 0;
    size_t const length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (size_t i = 2; i < length; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xBF)
            return 0;
    return length;
}

size_t wgs_explain_label_width(char const* label) {
    size_t width = 0;
    for (char const* at = label; *at != '\0'; width++) {
        size_t const length = wgs_utf8_length(at);
        at += length > 0 ? length : 1;
    }
    return width;
}

void wgs_explain_label(wgs_explain_writer* writer, char const* label) {
    for (char const* at = label; *at != '\0';) {
        size_t const length = wgs_utf8_length(at);
        unsigned char const first = (unsigned char)*at;
        if (length == 0 || first < 0x20 || first == 0x7F)
            wgs_explain_print(writer, "?");
        else
            wgs_explain_print(writer, "%.*s", (int)length, at);
        at += length > 0 ? length : 1;
    }
}

void wgs_explain_json_string(wgs_explain_writer* writer, char const* text) {
    wgs_explain_print(writer, "\"");
    for (char const* at = text; *at != '\0';) {
        size_t const length = wgs_utf8_length(at);
        unsigned char const first = (unsigned char)*at;
        if (length == 0)
            wgs_explain_print(writer, "\\ufffd");
        else if (first == '"' || first == '\\')
            wgs_explain_print(writer, "\\%c", first);
        else if (first < 0x20 || first == 0x7F)
            wgs_explain_print(writer, "\\u%04x", (unsigned)first);
        else
            wgs_explain_print(writer, "%.*s", (int)length, at);
        at += length > 0 ? length : 1;
    }
    wgs_explain_print(writer, "\"");
}
