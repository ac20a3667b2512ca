/* SPDX-License-Identifier: MIT */
/* The state of an open raw file, shared by its reader (table_raw.c) and its writer (raw_writer.c).
 */
#ifndef WGSORT_TOOLS_RAW_TABLE_H
#define WGSORT_TOOLS_RAW_TABLE_H

#include "raw_types.h"
#include "table_ops.h"

enum { WGS_RAW_MAX_FIELDS = 1024 };

typedef struct wgs_raw_field {
    wgs_raw_type const* type;
    uint32_t offset; /* in the row */
    char name[12];   /* c0, c1, ... */
} wgs_raw_field;

typedef struct wgs_raw_table {
    wgs_source source;
    wgs_raw_field* fields;
    size_t field_count;
    uint32_t row_size;
    unsigned char* bytes; /* held rows, then a part of a row where a pipe's block ended */
    uint64_t size;
    uint64_t capacity;
    uint64_t bytes_read;
    uint64_t bytes_reported; /* of those, how many have been in a batch */
    bool at_end;
} wgs_raw_table;

static inline uint64_t wgs_raw_rows(wgs_raw_table const* table) {
    return table->size / table->row_size;
}

bool wgs_raw_packed_rows(void* state, wgs_packed_rows* rows);

bool wgs_raw_writer_open(
    void* state,
    wgs_write_options const* options,
    int fd,
    void** writer_state,
    wgs_failure* failure);
bool wgs_raw_writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure);
bool wgs_raw_writer_packed_rows(
    void* writer_state, wgs_packed_rows const* rows, bool* done, wgs_failure* failure);
bool wgs_raw_writer_finish(void* writer_state, wgs_failure* failure);
void wgs_raw_writer_close(void* writer_state);

#endif
