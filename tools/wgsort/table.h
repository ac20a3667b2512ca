/* SPDX-License-Identifier: MIT */
/*
 * A table that was opened from a file: named columns, rows that move whole.
 *
 * Every input format implements `wgs_table_ops`; the sub-commands know no format. A table is read
 * batch by batch (an Arrow record batch, a Parquet row group, a block of CSV records or raw rows).
 * What was read stays in the table until wgs_table_drop_rows, so that a command which orders the
 * whole input reads to the end first, and one which orders batches reads, writes and drops each.
 *
 * Types only build keys. The rows themselves are carried as they were stored: a CSV record as its
 * bytes, a raw row as its bytes, an Arrow row through Take with its schema and metadata.
 */
#ifndef WGSORT_TOOLS_TABLE_H
#define WGSORT_TOOLS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgs_file_format {
    WGS_FILE_AUTO,
    WGS_FILE_ARROW,  /* Arrow IPC file */
    WGS_FILE_ARROWS, /* Arrow IPC stream */
    WGS_FILE_PARQUET,
    WGS_FILE_CSV,
    WGS_FILE_TSV,
    WGS_FILE_RAW,
} wgs_file_format;

/* Why something failed: the text is complete, names file, row or line and column, and needs only
 * the command's prefix. `exit_code` is one of the command's exit statuses (2 usage, 3 device,
 * 4 file or data). */
typedef struct wgs_failure {
    int exit_code;
    char message[1024];
} wgs_failure;

/* Fills `failure` and returns false, for `return wgs_fail(...)`. */
bool wgs_fail(wgs_failure* failure, int exit_code, char const* format, ...)
    __attribute__((format(printf, 3, 4)));

/* What a key column holds, widened to the types that the library sorts. */
typedef enum wgs_key_type {
    WGS_KEY_U32,
    WGS_KEY_I32,
    WGS_KEY_F32,
    WGS_KEY_U64,
    WGS_KEY_I64,
    WGS_KEY_F64,
} wgs_key_type;

/* One key column of all rows that the table holds at the moment, in row order. Small integers are
 * widened to 32 bits and booleans to u32 (bits says how many low bits can differ: 1, 8, 16, 32 or
 * 64). A null row has nulls[row] == 1 and the value 0. The arrays are the caller's to free(). */
typedef struct wgs_key_column {
    wgs_key_type type;
    unsigned bits;
    uint64_t rows;
    void* values;   /* rows * 4 or 8 bytes; NULL when rows is 0 */
    uint8_t* nulls; /* rows bytes, or NULL when there is no null */
} wgs_key_column;

/* Options of opening; a text format reads `header`, raw reads `raw_spec`. */
typedef struct wgs_open_options {
    wgs_file_format format; /* WGS_FILE_AUTO: by the name's ending, then by the first bytes */
    bool has_header;        /* CSV, TSV: the first record names the columns */
    char const* raw_spec;   /* "u32" or "u32,f32,...": types of the packed fields */
} wgs_open_options;

typedef struct wgs_table wgs_table;
typedef struct wgs_writer wgs_writer;

/* Opens `path` ("-" or NULL: standard input) and reads no more than the schema. */
bool wgs_table_open(
    char const* path, wgs_open_options const* options, wgs_table** table, wgs_failure* failure);
void wgs_table_close(wgs_table* table);

wgs_file_format wgs_table_format(wgs_table const* table);
char const* wgs_table_path(wgs_table const* table); /* for messages: "standard input" for "-" */
size_t wgs_table_column_count(wgs_table const* table);
char const* wgs_table_column_name(wgs_table const* table, size_t column);
char const* wgs_table_column_type(wgs_table const* table, size_t column);

/* Reads the next batch and adds its rows to those held. *more is false when there was none left
 * (a batch may have 0 rows). */
bool wgs_table_read_batch(wgs_table* table, bool* more, wgs_failure* failure);
uint64_t wgs_table_row_count(wgs_table const* table); /* rows held */
/* Bytes of input read so far and in all (0: unknown), for the progress bar. */
void wgs_table_progress(wgs_table const* table, uint64_t* done, uint64_t* total);
void wgs_table_drop_rows(wgs_table* table);

/* The key column over all rows held; refuses, by name, columns whose type can't be a key. For a
 * text table the type is found from the whole column (int64, else uint64, else double) and a bad
 * field is an error that names its line. */
bool wgs_table_load_key(wgs_table* table, size_t column, wgs_key_column* key, wgs_failure* failure);
void wgs_key_column_free(wgs_key_column* key);

/* The value that the last row of a column had, to tell where the next run of equal values begins.
 * All zero before the first row. */
typedef struct wgs_run_value {
    bool known;
    bool is_null;
    size_t size;
    size_t capacity;
    unsigned char* bytes;
} wgs_run_value;

/* Sets starts[row] to 1 for each held row whose value in `column` is not that of the row before (for
 * row 0 that is `last`; without one it begins a run), and leaves the others. Nulls are equal to each
 * other. Numbers are equal when their bits are, text when its bytes are: a CSV field without its
 * quotes. Refuses, by name, columns that hold lists, structs and the like. */
bool wgs_table_mark_runs(
    wgs_table* table, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure);
/* For the formats: takes the value of the next row, `bytes` NULL for a null; *start becomes 1 when
 * it begins a run. */
bool wgs_run_value_take(
    wgs_run_value* last, void const* bytes, size_t size, uint8_t* start, wgs_failure* failure);
void wgs_run_value_free(wgs_run_value* last);

/* Held rows that are nothing but one key each, packed in memory: an array that may be sorted where it
 * lies. */
typedef struct wgs_packed_rows {
    wgs_key_type type;
    uint64_t count;
    void* values;
} wgs_packed_rows;

/* False when the rows are not of that kind. */
bool wgs_table_packed_rows(wgs_table* table, wgs_packed_rows* rows);

/* Formats one row for people, as "name=value, ..." or the record's text, cut to `size`. */
void wgs_table_format_row(wgs_table* table, uint64_t row, char* text, size_t size);

/* A column that was computed from the held rows: written in place of one of theirs, or as the last.
 */
typedef struct wgs_result_column {
    bool replace;
    size_t source;     /* the column that it replaces */
    char const* name;  /* of the last column */
    wgs_key_type type; /* what Arrow and Parquet files hold; known when the writer is opened */
    /* While rows are written: a value for each held row of type `held`, in which columns of text may
     * turn out to be; nulls[row] is not 0 where there is none. Raw rows take the value of a null of
     * WGS_RESULT_DEFAULT. */
    wgs_key_type held;
    void* values;
    uint8_t const* nulls;
} wgs_result_column;
enum { WGS_RESULT_NULL = 1, WGS_RESULT_DEFAULT = 2 };

/* The value of a row as text of at most WGS_NUMBER_TEXT_SIZE bytes, "" for a null; returns its
 * length. */
size_t wgs_result_text(wgs_result_column const* result, uint64_t row, char* text);

/* How rows are written. */
typedef struct wgs_write_options {
    wgs_file_format format;          /* WGS_FILE_AUTO: as the input */
    wgs_result_column const* result; /* NULL: none; outlives the writer */
    bool argsort; /* write row numbers in place of rows: raw u32 (u64 past 2^32 - 1), a
                               column `row` in tables */
} wgs_write_options;

/* Writes to the open descriptor `fd`, which stays the caller's. Everything that this table can't be
 * written as is refused here, before a byte is written. */
bool wgs_writer_open(
    wgs_table* table,
    wgs_write_options const* options,
    int fd,
    wgs_writer** writer,
    wgs_failure* failure);
/* Writes the held rows order[0], order[1], ... order[count - 1] as one batch (batches kept apart), or
 * as batches of the writer's choice (keep_batch false). order NULL means 0, 1, 2, ... `first_row` is
 * added to row numbers that argsort writes. */
bool wgs_writer_rows(
    wgs_writer* writer,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure);
/* Writes the table's packed rows as they lie; false in *done when this writer doesn't write them so. */
bool wgs_writer_packed_rows(
    wgs_writer* writer, wgs_packed_rows const* rows, bool* done, wgs_failure* failure);
bool wgs_writer_finish(wgs_writer* writer, wgs_failure* failure);
void wgs_writer_close(wgs_writer* writer); /* after finish, or to give up */

#ifdef __cplusplus
}
#endif
#endif
