/* SPDX-License-Identifier: MIT */
/* The state of an open CSV or TSV file, shared by its reader (table_text.c), its writers
 * (text_writer.c) and its keys (text_keys.c). */
#ifndef WGSORT_TOOLS_TEXT_TABLE_H
#define WGSORT_TOOLS_TEXT_TABLE_H

#include "csv_scan.h"
#include "table_ops.h"

typedef struct wgs_text_table {
    wgs_source source;
    wgs_file_format format; /* CSV or TSV */
    char delimiter;
    bool has_header;
    char* head; /* what comes before the first row: a byte order mark and the header, as bytes */
    uint64_t head_size;
    char** names;
    size_t column_count;
    char ending[3]; /* the file's first line ending, or "" if it has none */

    char* bytes; /* held records, then what was read behind them */
    uint64_t size;
    uint64_t capacity;
    uint64_t* starts; /* starts[row] is its first byte, starts[row_count] the end of the last */
    uint64_t row_count;
    uint64_t start_capacity;
    uint64_t first_line; /* of bytes[0] in the file, from 1 */
    wgs_csv_scanner scanner;
    uint64_t bytes_read;
    bool at_end;
} wgs_text_table;

/* A record with and without its line ending. */
static inline char const*
wgs_text_record(wgs_text_table const* table, uint64_t row, size_t* size, unsigned* ending_size) {
    char const* record = table->bytes + table->starts[row];
    *size = (size_t)(table->starts[row + 1] - table->starts[row]);
    *ending_size = wgs_csv_ending_size(record, *size);
    *size -= *ending_size;
    return record;
}

/* The line on which a held row begins; counts, so it is for messages. */
uint64_t wgs_text_line(wgs_text_table const* table, uint64_t row);

/* The field of a held row; false for a blank line, whose fields are all empty. */
bool wgs_text_field(wgs_text_table const* table, uint64_t row, size_t column, wgs_csv_field* field);

bool wgs_text_mark_runs(
    void* state, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure);

bool wgs_text_load_key(void* state, size_t column, wgs_key_column* key, wgs_failure* failure);

bool wgs_text_writer_open(
    void* state,
    wgs_write_options const* options,
    int fd,
    void** writer_state,
    wgs_failure* failure);
bool wgs_text_writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure);
bool wgs_text_writer_finish(void* writer_state, wgs_failure* failure);
void wgs_text_writer_close(void* writer_state);

#endif
