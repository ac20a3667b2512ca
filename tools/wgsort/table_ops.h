/* SPDX-License-Identifier: MIT */
/* What a file format provides behind table.h. `state` is the format's own object. */
#ifndef WGSORT_TOOLS_TABLE_OPS_H
#define WGSORT_TOOLS_TABLE_OPS_H

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a file or pipe as a format sees them: the descriptor, what was already read from it to
 * recognise the format, and the name for messages. The descriptor is the table's to close. */
typedef struct wgs_source {
    int fd;
    char const* path; /* for messages; outlives the table */
    bool seekable;
    uint64_t size; /* 0 when not seekable */
    unsigned char prefix[16];
    size_t
        prefix_size; /* bytes taken from a pipe; a seekable file is left at offset 0 with its prefix read */
} wgs_source;

typedef struct wgs_table_ops {
    void (*close)(void* state);
    size_t (*column_count)(void const* state);
    char const* (*column_name)(void const* state, size_t column);
    char const* (*column_type)(void const* state, size_t column);
    bool (*read_batch)(void* state, bool* more, wgs_failure* failure);
    uint64_t (*row_count)(void const* state);
    void (*progress)(void const* state, uint64_t* done, uint64_t* total);
    void (*drop_rows)(void* state);
    bool (*load_key)(void* state, size_t column, wgs_key_column* key, wgs_failure* failure);
    bool (*mark_runs)(
        void* state, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure);
    void (*format_row)(void* state, uint64_t row, char* text, size_t size);
    bool (*writer_open)(
        void* state,
        wgs_write_options const* options,
        int fd,
        void** writer_state,
        wgs_failure* failure);
    bool (*writer_rows)(
        void* writer_state,
        uint64_t const* order,
        uint64_t count,
        bool keep_batch,
        uint64_t first_row,
        wgs_failure* failure);
    bool (*writer_finish)(void* writer_state, wgs_failure* failure);
    void (*writer_close)(void* writer_state);
    /* Optional, NULL where rows are more than one key: see wgs_table_packed_rows. */
    bool (*packed_rows)(void* state, wgs_packed_rows* rows);
    bool (*writer_packed_rows)(
        void* writer_state, wgs_packed_rows const* rows, bool* done, wgs_failure* failure);
} wgs_table_ops;

/* One opener a family of formats; `format` is already decided. */
bool wgs_table_open_columnar(
    wgs_source* source,
    wgs_file_format format,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure); /* Arrow IPC and Parquet: table_file.cc */
bool wgs_table_open_text(
    wgs_source* source,
    wgs_file_format format,
    wgs_open_options const* options,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure);
bool wgs_table_open_raw(
    wgs_source* source,
    wgs_open_options const* options,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure);

#ifdef __cplusplus
}
#endif
#endif
