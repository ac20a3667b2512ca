/* SPDX-License-Identifier: MIT */
/* Writes rows of a text file: as the bytes they were, with another delimiter, or as raw numbers. */
#include "text_table.h"

#include "byte_sink.h"
#include "exit_status.h"
#include "number_format.h"

#include <stdlib.h>
#include <string.h>

typedef struct text_writer {
    wgs_text_table* table;
    wgs_byte_sink sink;
    wgs_result_column const* result;
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

/* Field by field; `replaced`, where it is not NULL, stands in place of field `source`. */
static bool put_converted(
    text_writer* writer,
    char const* record,
    size_t size,
    wgs_csv_field const* replaced,
    wgs_failure* failure) {
    size_t position = 0;
    wgs_csv_field field;
    for (size_t i = 0;
         wgs_csv_next_field(record, size, writer->table->delimiter, &position, &field);
         i++) {
        bool const here = replaced && writer->result->source == i;
        if (!put_field(writer, here ? replaced : &field, failure))
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
    return put_converted(writer, record, size, NULL, failure);
}

/* A blank line is short for fields that are all empty; with one more they are not. */
static bool put_blank_fields(
    text_writer* writer, bool one_value, wgs_csv_field const* value, wgs_failure* failure) {
    for (size_t i = 0; i < writer->table->column_count; i++) {
        if (i > 0 && !put(writer, &writer->delimiter, 1, failure))
            return false;
        if (one_value && writer->result->source == i && !put_field(writer, value, failure))
            return false;
    }
    return true;
}

/* A row with its result. */
static bool put_row_with_result(
    text_writer* writer, char const* record, size_t size, uint64_t row, wgs_failure* failure) {
    bool const replace = writer->result->replace;
    char text[WGS_NUMBER_TEXT_SIZE];
    size_t const length = wgs_result_text(writer->result, row, text);
    wgs_csv_field const value = {.text = text, .size = length};
    bool good;
    if (size == 0)
        good = put_blank_fields(writer, replace, &value, failure);
    else if (replace)
        good = put_converted(writer, record, size, &value, failure);
    else
        good = put_record(writer, record, size, failure);
    return good && (replace || (put(writer, &writer->delimiter, 1, failure) &&
                                put(writer, text, length, failure)));
}

/* A name that the output's grammar would take for structure is quoted. */
static bool put_name(text_writer* writer, char const* name, wgs_failure* failure) {
    char const special[] = {writer->delimiter, '"', '\r', '\n', 0};
    if (!name[strcspn(name, special)])
        return put(writer, name, strlen(name), failure);
    bool good = put(writer, "\"", 1, failure);
    for (char const* c = name; good && *c; c++)
        good = put(writer, c, 1, failure) && (*c != '"' || put(writer, "\"", 1, failure));
    return good && put(writer, "\"", 1, failure);
}

static bool put_result_name(text_writer* writer, wgs_failure* failure) {
    wgs_result_column const* result = writer->result;
    if (!result || result->replace || !writer->table->has_header)
        return true;
    return put(writer, &writer->delimiter, 1, failure) && put_name(writer, result->name, failure);
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
           put_result_name(writer, failure) &&
           put(writer, table->head + mark_size + size - ending, ending, failure);
}

static bool
put_text_rows(text_writer* writer, uint64_t const* order, uint64_t count, wgs_failure* failure) {
    wgs_text_table const* table = writer->table;
    for (uint64_t i = 0; i < count; i++) {
        size_t size;
        unsigned ending_size;
        uint64_t const row = order ? order[i] : i;
        char const* record = wgs_text_record(table, row, &size, &ending_size);
        char const* ending = ending_size ? record + size : table->ending;
        size_t const length = ending_size ? ending_size : strlen(table->ending);
        bool const good = writer->result ? put_row_with_result(writer, record, size, row, failure)
                                         : put_record(writer, record, size, failure);
        if (!good || !put(writer, ending, length, failure))
            return false;
    }
    return true;
}

static void free_columns(wgs_key_column* columns, size_t count) {
    for (size_t i = 0; i < count; i++)
        wgs_key_column_free(&columns[i]);
    free(columns);
}

/* The column as numbers; a field that is empty or no number can't be written. */
static bool
load_column(wgs_text_table* table, size_t column, wgs_key_column* numbers, wgs_failure* failure) {
    if (!wgs_text_load_key(table, column, numbers, failure))
        return false;
    uint8_t const* null = numbers->nulls ? memchr(numbers->nulls, 1, numbers->rows) : NULL;
    return !null ||
           wgs_fail(
               failure,
               WGS_EXIT_DATA,
               "%s: line %llu, column \"%s\": an empty field can't be written as a raw number",
               table->source.path,
               (unsigned long long)wgs_text_line(table, (uint64_t)(null - numbers->nulls)),
               table->names[column]);
}

static wgs_key_column* load_columns(wgs_text_table* table, wgs_failure* failure) {
    wgs_key_column* columns = calloc(table->column_count + 1, sizeof *columns);
    if (!columns) {
        wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", table->source.path);
        return NULL;
    }
    for (size_t i = 0; i < table->column_count; i++) {
        if (!load_column(table, i, &columns[i], failure)) {
            free_columns(columns, i + 1);
            return NULL;
        }
    }
    return columns;
}

/* 8 bytes, as all numbers of text: f32 as a double. */
static bool put_result_number(text_writer* writer, uint64_t row, wgs_failure* failure) {
    wgs_result_column const* result = writer->result;
    if (result->held != WGS_KEY_F32)
        return put(writer, (uint64_t const*)result->values + row, sizeof(uint64_t), failure);
    double const real = (double)((float const*)result->values)[row];
    return put(writer, &real, sizeof real, failure);
}

static bool put_raw_row(
    text_writer* writer, wgs_key_column const* columns, uint64_t row, wgs_failure* failure) {
    wgs_result_column const* result = writer->result;
    for (size_t c = 0; c < writer->table->column_count; c++) {
        bool const replaced = result && result->replace && result->source == c;
        bool const good =
            replaced
                ? put_result_number(writer, row, failure)
                : put(writer, (uint64_t const*)columns[c].values + row, sizeof(uint64_t), failure);
        if (!good)
            return false;
    }
    return !result || result->replace || put_result_number(writer, row, failure);
}

static bool
put_raw_rows(text_writer* writer, uint64_t const* order, uint64_t count, wgs_failure* failure) {
    wgs_key_column* columns = load_columns(writer->table, failure);
    if (!columns)
        return false;
    bool good = true;
    for (uint64_t i = 0; i < count && good; i++)
        good = put_raw_row(writer, columns, order ? order[i] : i, failure);
    free_columns(columns, writer->table->column_count);
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
    writer->result = options->result;
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
