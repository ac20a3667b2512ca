/* SPDX-License-Identifier: MIT */
#include "file_format.h"

#include "exit_status.h"

#include <string.h>
#include <strings.h>

static struct {
    char const* name;
    wgs_file_format format;
} const format_names[] = {
    {"arrow", WGS_FILE_ARROW},
    {"arrows", WGS_FILE_ARROWS},
    {"parquet", WGS_FILE_PARQUET},
    {"csv", WGS_FILE_CSV},
    {"tsv", WGS_FILE_TSV},
    {"raw", WGS_FILE_RAW},
};
enum { FORMAT_COUNT = sizeof format_names / sizeof format_names[0] };

static struct {
    char const* ending;
    wgs_file_format format;
} const endings[] = {
    {".arrow", WGS_FILE_ARROW},
    {".feather", WGS_FILE_ARROW},
    {".ipc", WGS_FILE_ARROW},
    {".arrows", WGS_FILE_ARROWS},
    {".parquet", WGS_FILE_PARQUET},
    {".pq", WGS_FILE_PARQUET},
    {".csv", WGS_FILE_CSV},
    {".tsv", WGS_FILE_TSV},
    {".tab", WGS_FILE_TSV},
    {".raw", WGS_FILE_RAW},
};

char const* wgs_file_format_name(wgs_file_format format) {
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (format_names[i].format == format)
            return format_names[i].name;
    return "auto";
}

bool wgs_file_format_parse(
    char const* option, char const* text, wgs_file_format* format, wgs_failure* failure) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(format_names[i].name, text) == 0) {
            *format = format_names[i].format;
            return true;
        }
    }
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "%s: unknown format \"%s\" (known: arrow, arrows, parquet, csv, tsv, raw)",
        option,
        text);
}

static wgs_file_format by_ending(char const* path) {
    size_t const size = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t const ending_size = strlen(endings[i].ending);
        if (size > ending_size && strcasecmp(path + size - ending_size, endings[i].ending) == 0)
            return endings[i].format;
    }
    return WGS_FILE_AUTO;
}

static bool looks_like_text(wgs_source const* source) {
    for (size_t i = 0; i < source->prefix_size; i++) {
        unsigned char const byte = source->prefix[i];
        if (byte == 0x7F || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r'))
            return false;
    }
    return true;
}

static wgs_file_format by_bytes(wgs_source const* source) {
    unsigned char const* bytes = source->prefix;
    if (source->prefix_size >= 6 && memcmp(bytes, "ARROW1", 6) == 0)
        return WGS_FILE_ARROW;
    if (source->prefix_size >= 4 && memcmp(bytes, "PAR1", 4) == 0)
        return WGS_FILE_PARQUET;
    if (source->prefix_size >= 4 && memcmp(bytes, "\xFF\xFF\xFF\xFF", 4) == 0)
        return WGS_FILE_ARROWS;
    return WGS_FILE_AUTO;
}

bool wgs_file_format_find(wgs_source const* source, wgs_file_format* format, wgs_failure* failure) {
    wgs_file_format const named = by_ending(source->path);
    wgs_file_format const found = by_bytes(source);
    /* Many tools write either kind of Arrow under either ending: there the bytes decide. */
    bool const named_arrow = named == WGS_FILE_ARROW || named == WGS_FILE_ARROWS;
    bool const found_arrow = found == WGS_FILE_ARROW || found == WGS_FILE_ARROWS;
    *format = named == WGS_FILE_AUTO || (named_arrow && found_arrow) ? found : named;
    if (*format == WGS_FILE_AUTO && looks_like_text(source))
        *format = WGS_FILE_CSV;
    return *format != WGS_FILE_AUTO ||
           wgs_fail(
               failure,
               WGS_EXIT_DATA,
               "%s: neither its name nor its first bytes tell the format: give --format or --raw",
               source->path);
}
