/* SPDX-License-Identifier: MIT */
/* Writes rows of a raw file: as the bytes they were, or as CSV or TSV. */
#include "raw_table.h"

#include "byte_sink.h"
#include "exit_status.h"
#include "number_format.h"

#include <stdlib.h>
#include <string.h>

typedef struct raw_writer {
    wgs_raw_table* table;
    wgs_byte_sink sink;
    char delimiter; /* 0: raw */
    bool head_written;
} raw_writer;

bool wgs_raw_writer_open(
    void* state,
    wgs_write_options const* options,
    int fd,
    void** writer_state,
    wgs_failure* failure) {
    wgs_raw_table* table = state;
    wgs_file_format const format =
        options->format == WGS_FILE_AUTO ? WGS_FILE_RAW : options->format;
    if (format != WGS_FILE_CSV && format != WGS_FILE_TSV && format != WGS_FILE_RAW)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: a raw file can be written as raw, csv or tsv",
            table->source.path);
    raw_writer* writer = calloc(1, sizeof *writer);
    if (!writer)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    writer->table = table;
    if (format != WGS_FILE_RAW)
        writer->delimiter = format == WGS_FILE_TSV ? '\t' : ',';
    if (!wgs_byte_sink_open(&writer->sink, fd, failure)) {
        free(writer);
        return false;
    }
    *writer_state = writer;
    return true;
}

/* The delimiter before a field, if it isn't the first, then its text. */
static bool
put_text(raw_writer* writer, size_t field, char const* text, size_t size, wgs_failure* failure) {
    if (field > 0 && !wgs_byte_sink_put(&writer->sink, &writer->delimiter, 1, failure))
        return false;
    return wgs_byte_sink_put(&writer->sink, text, size, failure);
}

static bool put_head(raw_writer* writer, wgs_failure* failure) {
    wgs_raw_table const* table = writer->table;
    if (writer->head_written || !writer->delimiter)
        return true;
    writer->head_written = true;
    for (size_t i = 0; i < table->field_count; i++) {
        char const* name = table->fields[i].name;
        if (!put_text(writer, i, name, strlen(name), failure))
            return false;
    }
    return wgs_byte_sink_put(&writer->sink, "\n", 1, failure);
}

static bool put_row_text(raw_writer* writer, unsigned char const* row, wgs_failure* failure) {
    wgs_raw_table const* table = writer->table;
    for (size_t i = 0; i < table->field_count; i++) {
        wgs_raw_field const* field = &table->fields[i];
        char text[WGS_NUMBER_TEXT_SIZE];
        size_t const length = wgs_raw_type_format(field->type, row + field->offset, text);
        if (!put_text(writer, i, text, length, failure))
            return false;
    }
    return wgs_byte_sink_put(&writer->sink, "\n", 1, failure);
}

bool wgs_raw_writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure) {
    raw_writer* writer = writer_state;
    wgs_raw_table const* table = writer->table;
    (void)keep_batch;
    (void)first_row;
    if (!put_head(writer, failure))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        unsigned char const* row = table->bytes + (order ? order[i] : i) * table->row_size;
        bool const good = writer->delimiter
                              ? put_row_text(writer, row, failure)
                              : wgs_byte_sink_put(&writer->sink, row, table->row_size, failure);
        if (!good)
            return false;
    }
    return true;
}

bool wgs_raw_writer_packed_rows(
    void* writer_state, wgs_packed_rows const* rows, bool* done, wgs_failure* failure) {
    raw_writer* writer = writer_state;
    *done = !writer->delimiter;
    if (!*done)
        return true;
    return wgs_byte_sink_flush(&writer->sink, failure) &&
           wgs_write_all(
               writer->sink.fd, rows->values, rows->count * writer->table->row_size, failure);
}

bool wgs_raw_writer_finish(void* writer_state, wgs_failure* failure) {
    raw_writer* writer = writer_state;
    return put_head(writer, failure) && wgs_byte_sink_flush(&writer->sink, failure);
}

void wgs_raw_writer_close(void* writer_state) {
    raw_writer* writer = writer_state;
    wgs_byte_sink_close(&writer->sink);
    free(writer);
}
