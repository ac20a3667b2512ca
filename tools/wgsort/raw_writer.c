/* SPDX-License-Identifier: MIT */
/* Writes rows of a raw file: as the bytes they were, or as CSV or TSV. */
#include "raw_table.h"

#include "byte_sink.h"
#include "exit_status.h"
#include "key_compare.h"
#include "number_format.h"

#include <stdlib.h>
#include <string.h>

typedef struct raw_writer {
    wgs_raw_table* table;
    wgs_byte_sink sink;
    wgs_result_column const* result;
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
    writer->result = options->result;
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

/* Whether the result stands in place of a field. */
static bool is_replaced(raw_writer const* writer, size_t field) {
    return writer->result && writer->result->replace && writer->result->source == field;
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
    wgs_result_column const* result = writer->result;
    if (result && !result->replace &&
        !put_text(writer, table->field_count, result->name, strlen(result->name), failure))
        return false;
    return wgs_byte_sink_put(&writer->sink, "\n", 1, failure);
}

static bool put_result_text(raw_writer* writer, size_t field, uint64_t row, wgs_failure* failure) {
    char text[WGS_NUMBER_TEXT_SIZE];
    size_t const length = wgs_result_text(writer->result, row, text);
    return put_text(writer, field, text, length, failure);
}

static bool put_row_text(raw_writer* writer, uint64_t row, wgs_failure* failure) {
    wgs_raw_table const* table = writer->table;
    unsigned char const* bytes = table->bytes + row * table->row_size;
    for (size_t i = 0; i < table->field_count; i++) {
        wgs_raw_field const* field = &table->fields[i];
        char text[WGS_NUMBER_TEXT_SIZE];
        bool good;
        if (is_replaced(writer, i)) {
            good = put_result_text(writer, i, row, failure);
        } else {
            size_t const length = wgs_raw_type_format(field->type, bytes + field->offset, text);
            good = put_text(writer, i, text, length, failure);
        }
        if (!good)
            return false;
    }
    if (writer->result && !writer->result->replace &&
        !put_result_text(writer, table->field_count, row, failure))
        return false;
    return wgs_byte_sink_put(&writer->sink, "\n", 1, failure);
}

/* Little-endian, whatever the machine. */
static bool put_result_bytes(raw_writer* writer, uint64_t row, wgs_failure* failure) {
    wgs_result_column const* result = writer->result;
    size_t const size = wgs_key_type_bits(result->held) / 8;
    uint64_t const bits =
        size == 8 ? ((uint64_t const*)result->values)[row] : ((uint32_t const*)result->values)[row];
    unsigned char bytes[8];
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    return wgs_byte_sink_put(&writer->sink, bytes, size, failure);
}

static bool put_row_bytes(raw_writer* writer, uint64_t row, wgs_failure* failure) {
    wgs_raw_table const* table = writer->table;
    unsigned char const* bytes = table->bytes + row * table->row_size;
    if (!writer->result)
        return wgs_byte_sink_put(&writer->sink, bytes, table->row_size, failure);
    for (size_t i = 0; i < table->field_count; i++) {
        wgs_raw_field const* field = &table->fields[i];
        bool const good =
            is_replaced(writer, i)
                ? put_result_bytes(writer, row, failure)
                : wgs_byte_sink_put(
                      &writer->sink, bytes + field->offset, field->type->size, failure);
        if (!good)
            return false;
    }
    return writer->result->replace || put_result_bytes(writer, row, failure);
}

bool wgs_raw_writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure) {
    raw_writer* writer = writer_state;
    (void)keep_batch;
    (void)first_row;
    if (!put_head(writer, failure))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t const row = order ? order[i] : i;
        bool const good = writer->delimiter ? put_row_text(writer, row, failure)
                                            : put_row_bytes(writer, row, failure);
        if (!good)
            return false;
    }
    return true;
}

bool wgs_raw_writer_packed_rows(
    void* writer_state, wgs_packed_rows const* rows, bool* done, wgs_failure* failure) {
    raw_writer* writer = writer_state;
    *done = !writer->delimiter && !writer->result;
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
