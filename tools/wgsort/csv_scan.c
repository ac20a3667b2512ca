/* SPDX-License-Identifier: MIT */
#include "csv_scan.h"

#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

void wgs_csv_scanner_start(wgs_csv_scanner* scanner, char delimiter, uint64_t position) {
    *scanner = (wgs_csv_scanner){
        .delimiter = delimiter,
        .position = position,
        .line = 1,
        .record_start = position,
        .record_line = 1,
        .field_count = 1,
    };
}

static wgs_csv_event scan_error(
    wgs_failure* failure, char const* path, uint64_t line, uint64_t column, char const* what) {
    wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: line %llu, column %llu: %s",
        path,
        (unsigned long long)line,
        (unsigned long long)column,
        what);
    return WGS_CSV_ERROR;
}

/* Begins a new record at `position` once the one before was handed out. */
static void begin_record(wgs_csv_scanner* scanner) {
    scanner->record_start = scanner->position;
    scanner->record_line = scanner->line;
    scanner->field_count = 1;
    scanner->ending_size = 0;
    scanner->between = false;
}

static wgs_csv_event
finish_file(wgs_csv_scanner* scanner, char const* path, uint64_t size, wgs_failure* failure) {
    if (scanner->state == WGS_CSV_QUOTED)
        return scan_error(
            failure,
            path,
            scanner->quote_line,
            scanner->field_count,
            "a quoted field begins here and never ends");
    if (scanner->state == WGS_CSV_RETURN)
        return scan_error(
            failure,
            path,
            scanner->line,
            scanner->field_count,
            "a carriage return without a line feed");
    if (scanner->record_start == size)
        return WGS_CSV_DONE;
    scanner->state = WGS_CSV_FIELD_START;
    scanner->ending_size = 0;
    scanner->between = true;
    return WGS_CSV_RECORD;
}

/* Moves over bytes that can't change the state; quoted text and plain text are long runs. */
static uint64_t skip_plain(char const* bytes, uint64_t position, uint64_t size, char delimiter) {
    while (position < size && bytes[position] != delimiter && bytes[position] != '\n' &&
           bytes[position] != '\r')
        position++;
    return position;
}

static uint64_t skip_quoted(wgs_csv_scanner* scanner, char const* bytes, uint64_t size) {
    uint64_t position = scanner->position;
    for (; position < size && bytes[position] != '"'; position++)
        scanner->line += bytes[position] == '\n';
    return position;
}

/* What a byte outside quoted text does; true when it ends the record. */
static bool take_plain(wgs_csv_scanner* scanner, char byte) {
    if (byte == scanner->delimiter) {
        scanner->field_count++;
        scanner->state = WGS_CSV_FIELD_START;
    } else if (byte == '\n') {
        scanner->ending_size = scanner->state == WGS_CSV_RETURN ? 2 : 1;
        scanner->line++;
        scanner->state = WGS_CSV_FIELD_START;
        scanner->between = true;
        return true;
    } else if (byte == '\r') {
        scanner->state = WGS_CSV_RETURN;
    } else if (byte == '"' && scanner->state == WGS_CSV_FIELD_START) {
        scanner->state = WGS_CSV_QUOTED;
        scanner->quote_line = scanner->line;
    } else {
        scanner->state = WGS_CSV_PLAIN;
    }
    return false;
}

wgs_csv_event wgs_csv_scan(
    wgs_csv_scanner* scanner,
    char const* bytes,
    uint64_t size,
    bool final,
    char const* path,
    wgs_failure* failure) {
    if (scanner->between)
        begin_record(scanner);
    while (scanner->position < size) {
        if (scanner->state == WGS_CSV_QUOTED) {
            scanner->position = skip_quoted(scanner, bytes, size);
            if (scanner->position == size)
                break;
            scanner->position++;
            scanner->state = WGS_CSV_QUOTE_IN_QUOTED;
            continue;
        }
        if (scanner->state == WGS_CSV_PLAIN) {
            scanner->position = skip_plain(bytes, scanner->position, size, scanner->delimiter);
            if (scanner->position == size)
                break;
        }
        char const byte = bytes[scanner->position++];
        if (scanner->state == WGS_CSV_RETURN && byte != '\n')
            return scan_error(
                failure,
                path,
                scanner->line,
                scanner->field_count,
                "a carriage return without a line feed");
        if (scanner->state == WGS_CSV_QUOTE_IN_QUOTED) {
            if (byte == '"') {
                scanner->state = WGS_CSV_QUOTED;
                continue;
            }
            if (byte != scanner->delimiter && byte != '\n' && byte != '\r')
                return scan_error(
                    failure,
                    path,
                    scanner->line,
                    scanner->field_count,
                    "text after the closing quote of a field");
            scanner->state = WGS_CSV_PLAIN;
        }
        if (take_plain(scanner, byte))
            return WGS_CSV_RECORD;
    }
    return final ? finish_file(scanner, path, size, failure) : WGS_CSV_NEEDS_MORE;
}

static bool
read_quoted_field(char const* record, size_t size, size_t* position, wgs_csv_field* field) {
    size_t const start = *position + 1;
    size_t end = start;
    while (end < size && (record[end] != '"' || (end + 1 < size && record[end + 1] == '"')))
        end += record[end] == '"' ? 2 : 1;
    *field = (wgs_csv_field){record + start, end - start, true};
    /* Behind the closing quote and the delimiter; one past the end marks that no field is left. */
    *position = end + 2;
    return true;
}

bool wgs_csv_next_field(
    char const* record, size_t size, char delimiter, size_t* position, wgs_csv_field* field) {
    size_t const start = *position;
    if (start > size)
        return false;
    if (start < size && record[start] == '"')
        return read_quoted_field(record, size, position, field);
    char const* end = memchr(record + start, delimiter, size - start);
    size_t const length = end ? (size_t)(end - record) - start : size - start;
    *field = (wgs_csv_field){record + start, length, false};
    *position = start + length + 1;
    return true;
}

unsigned wgs_csv_ending_size(char const* record, size_t size) {
    if (size == 0 || record[size - 1] != '\n')
        return 0;
    return size > 1 && record[size - 2] == '\r' ? 2 : 1;
}

char* wgs_csv_field_copy(wgs_csv_field const* field) {
    char* copy = malloc(field->size + 1);
    if (!copy)
        return NULL;
    size_t length = 0;
    for (size_t i = 0; i < field->size; i++) {
        copy[length++] = field->text[i];
        if (field->quoted && field->text[i] == '"')
            i++;
    }
    copy[length] = 0;
    return copy;
}
