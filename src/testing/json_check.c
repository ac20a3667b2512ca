/* SPDX-License-Identifier: MIT */
#include "testing/json_check.h"

#include <string.h>

enum { MOST_DEPTH = 64 };

typedef struct json_reader {
    char const* at;
    int depth;
} json_reader;

static bool read_value(json_reader* reader);

static void skip_space(json_reader* reader) {
    while (*reader->at == ' ' || *reader->at == '\n' || *reader->at == '\t' || *reader->at == '\r')
        reader->at++;
}

static bool take(json_reader* reader, char expected) {
    if (*reader->at != expected)
        return false;
    reader->at++;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool read_escape(json_reader* reader) {
    char const kind = *reader->at;
    if (kind == '\0' || strchr("\"\\/bfnrtu", kind) == NULL)
        return false;
    reader->at++;
    for (int i = 0; kind == 'u' && i < 4; i++)
        if (!is_hex(*reader->at++))
            return false;
    return true;
}

/* One code point of UTF-8, decoded and compared with the least and the most of its length. */
static bool read_character(json_reader* reader) {
    static unsigned const least[] = {0, 0x80, 0x800, 0x10000};
    unsigned const first = (unsigned char)*reader->at++;
    if (first < 0x80)
        return first >= 0x20;
    int const more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC0 || first > 0xF7)
        return false;
    unsigned point = first & (0x3Fu >> more);
    for (int i = 0; i < more; i++, reader->at++) {
        if (((unsigned char)*reader->at & 0xC0u) != 0x80u)
            return false;
        point = point << 6 | ((unsigned char)*reader->at & 0x3Fu);
    }
    return point >= least[more] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

static bool read_string(json_reader* reader) {
    if (!take(reader, '"'))
        return false;
    while (*reader->at != '"') {
        bool const good = take(reader, '\\') ? read_escape(reader)
                                             : *reader->at != '\0' && read_character(reader);
        if (!good)
            return false;
    }
    return take(reader, '"');
}

static bool read_digits(json_reader* reader) {
    if (!is_digit(*reader->at))
        return false;
    while (is_digit(*reader->at))
        reader->at++;
    return true;
}

static bool read_number(json_reader* reader) {
    (void)take(reader, '-');
    if (!take(reader, '0') && !read_digits(reader))
        return false;
    if (take(reader, '.') && !read_digits(reader))
        return false;
    if (take(reader, 'e') || take(reader, 'E')) {
        if (!take(reader, '-'))
            (void)take(reader, '+');
        return read_digits(reader);
    }
    return true;
}

/* The elements of an array or the members of an object, after the opening bracket. */
static bool read_list(json_reader* reader, bool members, char end) {
    skip_space(reader);
    if (take(reader, end))
        return true;
    do {
        skip_space(reader);
        if (members) {
            if (!read_string(reader))
                return false;
            skip_space(reader);
            if (!take(reader, ':'))
                return false;
        }
        if (!read_value(reader))
            return false;
        skip_space(reader);
    } while (take(reader, ','));
    return take(reader, end);
}

static bool read_word(json_reader* reader, char const* word) {
    size_t const length = strlen(word);
    if (strncmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static bool read_value(json_reader* reader) {
    skip_space(reader);
    if (++reader->depth > MOST_DEPTH)
        return false;
    bool good;
    if (take(reader, '{'))
        good = read_list(reader, true, '}');
    else if (take(reader, '['))
        good = read_list(reader, false, ']');
    else if (*reader->at == '"')
        good = read_string(reader);
    else
        good = read_word(reader, "true") || read_word(reader, "false") ||
               read_word(reader, "null") || read_number(reader);
    reader->depth--;
    return good;
}

bool wgs_json_is_valid(char const* text, size_t* error_at) {
    json_reader reader = {.at = text};
    bool const good = read_value(&reader);
    skip_space(&reader);
    if (good && *reader.at == '\0')
        return true;
    *error_at = (size_t)(reader.at - text);
    return false;
}
