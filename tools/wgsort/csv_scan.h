/* SPDX-License-Identifier: MIT */
/*
 * Finds records and fields in delimited text by RFC 4180, as bytes: nothing is decoded or changed.
 * A record ends with LF or CRLF, or with the file. A field that starts with a quote ends with one,
 * and may hold delimiters, line breaks and doubled quotes. A quote inside a field that doesn't
 * start with one is an ordinary byte. A carriage return outside quotes that no line feed follows is
 * an error: whether it ends a line is not for us to guess.
 */
#ifndef WGSORT_TOOLS_CSV_SCAN_H
#define WGSORT_TOOLS_CSV_SCAN_H

#include "table.h"

typedef enum wgs_csv_state {
    WGS_CSV_FIELD_START,
    WGS_CSV_PLAIN,
    WGS_CSV_QUOTED,
    WGS_CSV_QUOTE_IN_QUOTED, /* the end of the field, or the first half of a doubled quote */
    WGS_CSV_RETURN,          /* after a carriage return outside quotes */
} wgs_csv_state;

typedef struct wgs_csv_scanner {
    char delimiter;
    wgs_csv_state state;
    uint64_t position; /* next byte to look at */
    uint64_t line;     /* of that byte, from 1 */
    /* of the record that was found last, or is being read */
    uint64_t record_start;
    uint64_t record_line;
    uint64_t field_count;
    uint64_t quote_line;  /* where the quoted field that is being read began */
    unsigned ending_size; /* 0, 1 or 2 bytes of line ending */
    bool between;         /* the record was handed out: the next scan begins another */
} wgs_csv_scanner;

typedef enum wgs_csv_event {
    WGS_CSV_NEEDS_MORE, /* the bytes end inside a record */
    WGS_CSV_RECORD,     /* [record_start, position) */
    WGS_CSV_DONE,       /* there is no record left */
    WGS_CSV_ERROR,
} wgs_csv_event;

void wgs_csv_scanner_start(wgs_csv_scanner* scanner, char delimiter, uint64_t position);

/* Reads on in bytes[0, size); `final` says that the file ends there. `path` is for messages. */
wgs_csv_event wgs_csv_scan(
    wgs_csv_scanner* scanner,
    char const* bytes,
    uint64_t size,
    bool final,
    char const* path,
    wgs_failure* failure);

/* One field of a record that was scanned. `text` is without the outer quotes. */
typedef struct wgs_csv_field {
    char const* text;
    size_t size;
    bool quoted;
} wgs_csv_field;

/* Reads the field at *position in record[0, size) (without its line ending) and moves *position
 * behind its delimiter; false when the record has no field left. Start with *position = 0. */
bool wgs_csv_next_field(
    char const* record, size_t size, char delimiter, size_t* position, wgs_csv_field* field);

/* Bytes of line ending at the end of a record. */
unsigned wgs_csv_ending_size(char const* record, size_t size);

/* A copy of the field's value with doubled quotes halved, zero-terminated; NULL: out of memory. */
char* wgs_csv_field_copy(wgs_csv_field const* field);

#endif
