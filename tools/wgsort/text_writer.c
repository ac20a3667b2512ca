/* SPDX-License-Identifier: MIT */
/* Writes rows of a text file: as the bytes they were, with another delimiter, or as raw numbers. */
#include "text_table.h"

#include "byte_sink.h"
#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

typedef struct text_writer {
    wgs_text_table* table;
    wgs_byte_sink sink;
    char delimiter; /* of the output */
    bool raw;       /* rows become packed 8-byte numbers */
    bool head_written;
} text_writer;

static bool put(text_writer* writer, void const* bytes, size_t size, wgs_failure* failure) {
    return wgs_byte_sink_put(&writer->sink, bytes, size, failure);
}

/* One field under the other delimiter: quoted text stays as it is, plain text is quoted if it holds
 * what the output's grammar would take for structure. */
static bool put_field(text_writer* writer, wgs_csv_field const* field, wgs_failure* failure) {
    if (field->quoted)
        return put(writer, "\"", 1, failure) && put(writer, field->text, field->size, failure) &&
               put(writer, "\"", 1, failure);
    if (!memchr(field->text, writer->delimiter, field->size))
        return put(writer, field->text, field->size, failure);
    bool good = put(writer, "\"", 1, failure);
    for (size_t i = 0; i < field->size && good; i++)
        good = put(writer, field->text + i, 1, failure) &&
               (field->text[i] != '"' || put(writer, "\"", 1, failure));
    return good && put(writer, "\"", 1, failure);
}

static bool
put_converted(text_writer* writer, char const* record, size_t size, wgs_failure* failure) {
    size_t position = 0;
    wgs_csv_field field;
    while (wgs_csv_next_field(record, size, writer->table->delimiter, &position, &field)) {
        if (!put_field(writer, &field, failure))
            return false;
        if (position <= size && !put(writer, &writer->delimiter, 1, failure))
            return false;
    }
    return true;
}

/* A record without its ending, under the output's delimiter. */
static bool put_record(text_writer* writer, char const* record, size_t size, wgs_failure* failure) {
    if (writer->delimiter == writer->table->delimiter)
        return put(writer, record, size, failure);
    return put_converted(writer, record, size, failure);
}

static bool put_head(text_writer* writer, wgs_failure* failure) {
    wgs_text_table const* table = writer->table;
    if (writer->head_written)
        return true;
    writer->head_written = true;
    size_t const mark_size =
        table->head_size >= 3 && memcmp(table->head, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    size_t const size = (size_t)table->head_size - mark_size;
    if (!put(writer, table->head, mark_size, failure))
        return false;
    unsigned const ending = wgs_csv_ending_size(table->head + mark_size, size);
    return put_record(writer, table->head + mark_size, size - ending, failure) &&
           put(writer, table->head + mark_size + size - ending, ending, failure);
}

static bool
put_text_rows(text_writer* writer, uint64_t const* order, uint64_t count, wgs_failure* failure) {
    wgs_text_table const* table = writer->table;
    for (uint64_t i = 0; i < count; i++) {
        size_t size;
        unsigned ending_size;
        char const* record = wgs_text_record(table, order ? order[i] : i, &size, &ending_size);
        char const* ending = ending_size ? record + size : table->ending;
        size_t const length = ending_size ? ending_size : strlen(table->ending);
        if (!put_record(writer, record, size, failure) || !put(writer, ending, length, failure))
            return false;
    }
    return true;
}

static void free_columns(wgs_key_column* columns, size_t count) {
    for (size_t i = 0; i < count; i++)
        wgs_key_column_free(&columns[i]);
    free(columns);
}

/* Every column as numbers; a field that is empty or no number can't be written. */
static wgs_key_column* load_columns(wgs_text_table* table, wgs_failure* failure) {
    wgs_key_column* columns = calloc(table->column_count + 1, sizeof *columns);
    if (!columns) {
        wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", table->source.path);
        return NULL;
    }
    for (size_t i = 0; i < table->column_count; i++) {
        bool good = wgs_text_load_key(table, i, &columns[i], failure);
        uint8_t const* null =
            columns[i].nulls ? memchr(columns[i].nulls, 1, columns[i].rows) : NULL;
        if (good && null)
            good = wgs_fail(
                failure,
                WGS_EXIT_DATA,
                "%s: line %llu, column \"%s\": an empty field can't be written as a raw number",
                table->source.path,
                (unsigned long long)wgs_text_line(table, (uint64_t)(null - columns[i].nulls)),
                table->names[i]);
        if (!good) {
            free_columns(columns, i + 1);
            return NULL;
        }
    }
    return columns;
}

static bool
put_raw_rows(text_writer* writer, uint64_t const* order, uint64_t count, wgs_failure* failure) {
    size_t const column_count = writer->table->column_count;
    wgs_key_column* columns = load_columns(writer->table, failure);
    if (!columns)
        return false;
    bool good = true;
    for (uint64_t i = 0; i < count && good; i++)
        for (size_t c = 0; c < column_count && good; c++)
            good =
                put(writer,
                    (uint64_t const*)columns[c].values + (order ? order[i] : i),
                    sizeof(uint64_t),
                    failure);
    free_columns(columns, column_count);
    return good;
}

bool wgs_text_writer_open(
    void* state,
    wgs_write_options const* options,
    int fd,
    void** writer_state,
    wgs_failure* failure) {
    wgs_text_table* table = state;
    wgs_file_format const format =
        options->format == WGS_FILE_AUTO ? table->format : options->format;
    if (format != WGS_FILE_CSV && format != WGS_FILE_TSV && format != WGS_FILE_RAW)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: a text file can be written as csv, tsv or raw",
            table->source.path);
    text_writer* writer = calloc(1, sizeof *writer);
    if (!writer)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    writer->table = table;
    writer->delimiter = format == WGS_FILE_TSV ? '\t' : ',';
    writer->raw = format == WGS_FILE_RAW;
    if (!wgs_byte_sink_open(&writer->sink, fd, failure)) {
        free(writer);
        return false;
    }
    *writer_state = writer;
    return true;
}

bool wgs_text_writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure) {
    text_writer* writer = writer_state;
    (void)keep_batch;
    (void)first_row;
    if (writer->raw)
        return put_raw_rows(writer, order, count, failure);
    return put_head(writer, failure) && put_text_rows(writer, order, count, failure);
}

bool wgs_text_writer_finish(void* writer_state, wgs_failure* failure) {
    text_writer* writer = writer_state;
    if (!writer->raw && !put_head(writer, failure))
        return false;
    return wgs_byte_sink_flush(&writer->sink, failure);
}

void wgs_text_writer_close(void* writer_state) {
    text_writer* writer = writer_state;
    wgs_byte_sink_close(&writer->sink);
    free(writer);
}
