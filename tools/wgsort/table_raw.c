/* SPDX-License-Identifier: MIT */
/* Raw files as tables: packed rows of fixed-width little-endian fields, without a header. */
#include "raw_table.h"

#include "bulk_read.h"
#include "exit_status.h"
#include "number_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A block of a file is large, so that its reading can be spread over threads. */
enum { FILE_BLOCK = 256 << 20, PIPE_BLOCK = 1 << 20 };

static bool parse_fields(wgs_raw_table* table, char const* spec, wgs_failure* failure) {
    if (!spec)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: a raw file needs --raw with the types of its fields, for example --raw u32,f32",
            table->source.path);
    table->fields = calloc(WGS_RAW_MAX_FIELDS, sizeof *table->fields);
    if (!table->fields)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    for (;;) {
        size_t const size = strcspn(spec, ",");
        wgs_raw_field* field = &table->fields[table->field_count];
        field->type = wgs_raw_type_find(spec, size);
        if (!field->type)
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "--raw: unknown type \"%.*s\" (known: %s)",
                (int)size,
                spec,
                wgs_raw_type_names());
        field->offset = table->row_size;
        (void)snprintf(field->name, sizeof field->name, "c%zu", table->field_count);
        table->row_size += field->type->size;
        table->field_count++;
        if (spec[size] == 0)
            return true;
        if (table->field_count == WGS_RAW_MAX_FIELDS)
            return wgs_fail(
                failure, WGS_EXIT_USAGE, "--raw: more than %d fields", WGS_RAW_MAX_FIELDS);
        spec += size + 1;
    }
}

static bool refuse_part(wgs_raw_table const* table, uint64_t size, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: %llu bytes are not a multiple of the row's %u bytes: row %llu is cut off",
        table->source.path,
        (unsigned long long)size,
        table->row_size,
        (unsigned long long)(size / table->row_size));
}

static bool reserve(wgs_raw_table* table, uint64_t size, wgs_failure* failure) {
    if (size <= table->capacity)
        return true;
    uint64_t const capacity =
        size > table->capacity + table->capacity / 2 ? size : table->capacity + table->capacity / 2;
    unsigned char* bytes = wgs_bulk_grow(table->bytes, table->capacity, capacity);
    if (!bytes)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: out of memory (%llu bytes asked for)",
            table->source.path,
            (unsigned long long)capacity);
    table->bytes = bytes;
    table->capacity = capacity;
    return true;
}

static bool refuse_read(wgs_raw_table const* table, int error, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: can't read after %llu bytes: %s",
        table->source.path,
        (unsigned long long)table->bytes_read,
        strerror(error));
}

static bool read_file_block(wgs_raw_table* table, wgs_failure* failure) {
    uint64_t block = table->source.size - table->bytes_read;
    if (table->size == 0 && !reserve(table, block, failure))
        return false;
    if (block > FILE_BLOCK)
        block = FILE_BLOCK;
    if (!reserve(table, table->size + block, failure))
        return false;
    uint64_t got;
    int const error =
        wgs_bulk_read(table->source.fd, table->bytes_read, table->bytes + table->size, block, &got);
    if (error)
        return refuse_read(table, error, failure);
    uint64_t const read_now = table->bytes_read + got;
    if (got < block)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: the file became shorter while it was read (%llu bytes in place of %llu)",
            table->source.path,
            (unsigned long long)read_now,
            (unsigned long long)table->source.size);
    table->size += got;
    table->bytes_read += got;
    table->at_end = table->bytes_read == table->source.size;
    return true;
}

static bool read_pipe_block(wgs_raw_table* table, wgs_failure* failure) {
    uint64_t const end = table->size + PIPE_BLOCK;
    if (!reserve(table, end, failure))
        return false;
    while (table->size < end) {
        ssize_t const got =
            read(table->source.fd, table->bytes + table->size, (size_t)(end - table->size));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refuse_read(table, errno, failure);
        if (got == 0) {
            table->at_end = true;
            break;
        }
        table->size += (uint64_t)got;
        table->bytes_read += (uint64_t)got;
    }
    return true;
}

static bool raw_read_batch(void* state, bool* more, wgs_failure* failure) {
    wgs_raw_table* table = state;
    if (!table->at_end) {
        bool const good = table->source.seekable ? read_file_block(table, failure)
                                                 : read_pipe_block(table, failure);
        if (!good)
            return false;
    }
    if (table->at_end && table->bytes_read % table->row_size != 0)
        return refuse_part(table, table->bytes_read, failure);
    *more = table->bytes_read > table->bytes_reported;
    table->bytes_reported = table->bytes_read;
    return true;
}

static void raw_drop_rows(void* state) {
    wgs_raw_table* table = state;
    uint64_t const used = wgs_raw_rows(table) * table->row_size;
    if (table->size > used)
        memmove(table->bytes, table->bytes + used, (size_t)(table->size - used));
    table->size -= used;
}

static void raw_close(void* state) {
    wgs_raw_table* table = state;
    wgs_bulk_free(table->bytes, table->capacity);
    free(table->fields);
    free(table);
}

static size_t raw_column_count(void const* state) {
    return ((wgs_raw_table const*)state)->field_count;
}

static char const* raw_column_name(void const* state, size_t column) {
    return ((wgs_raw_table const*)state)->fields[column].name;
}

static char const* raw_column_type(void const* state, size_t column) {
    return ((wgs_raw_table const*)state)->fields[column].type->name;
}

static uint64_t raw_row_count(void const* state) { return wgs_raw_rows(state); }

static void raw_progress(void const* state, uint64_t* done, uint64_t* total) {
    wgs_raw_table const* table = state;
    *done = table->bytes_read;
    *total = table->source.seekable ? table->source.size : 0;
}

static bool raw_load_key(void* state, size_t column, wgs_key_column* key, wgs_failure* failure) {
    wgs_raw_table const* table = state;
    wgs_raw_field const* field = &table->fields[column];
    uint64_t const rows = wgs_raw_rows(table);
    bool const wide = field->type->size == 8;
    *key = (wgs_key_column){
        .type = field->type->key_type, .bits = 8u * field->type->size, .rows = rows};
    if (rows == 0)
        return true;
    key->values = malloc(rows * (wide ? 8 : 4));
    if (!key->values)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: out of memory for the keys of %llu rows",
            table->source.path,
            (unsigned long long)rows);
    unsigned char const* next = table->bytes + field->offset;
    for (uint64_t row = 0; row < rows; row++, next += table->row_size) {
        uint64_t const bits = wgs_raw_type_read(field->type, next);
        if (wide)
            ((uint64_t*)key->values)[row] = bits;
        else
            ((uint32_t*)key->values)[row] = (uint32_t)bits;
    }
    return true;
}

static bool raw_mark_runs(
    void* state, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure) {
    wgs_raw_table const* table = state;
    wgs_raw_field const* field = &table->fields[column];
    uint64_t const rows = wgs_raw_rows(table);
    unsigned char const* next = table->bytes + field->offset;
    for (uint64_t row = 0; row < rows; row++, next += table->row_size)
        if (!wgs_run_value_take(last, next, field->type->size, &starts[row], failure))
            return false;
    return true;
}

static void raw_format_row(void* state, uint64_t row, char* text, size_t size) {
    wgs_raw_table const* table = state;
    unsigned char const* bytes = table->bytes + row * table->row_size;
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < table->field_count && used + 1 < size; i++) {
        wgs_raw_field const* field = &table->fields[i];
        char number[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_raw_type_format(field->type, bytes + field->offset, number);
        int const length =
            snprintf(text + used, size - used, "%s%s=%s", i ? ", " : "", field->name, number);
        used += length > 0 ? (size_t)length : 0;
    }
}

/* Only a row that is one little-endian key of 4 or 8 bytes is its key in memory. */
bool wgs_raw_packed_rows(void* state, wgs_packed_rows* rows) {
    wgs_raw_table* table = state;
    bool const little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (table->field_count != 1 || table->row_size < 4 || !little_endian)
        return false;
    *rows = (wgs_packed_rows){
        .type = table->fields[0].type->key_type,
        .count = wgs_raw_rows(table),
        .values = table->bytes,
    };
    return true;
}

static wgs_table_ops const raw_ops = {
    .close = raw_close,
    .column_count = raw_column_count,
    .column_name = raw_column_name,
    .column_type = raw_column_type,
    .read_batch = raw_read_batch,
    .row_count = raw_row_count,
    .progress = raw_progress,
    .drop_rows = raw_drop_rows,
    .load_key = raw_load_key,
    .mark_runs = raw_mark_runs,
    .format_row = raw_format_row,
    .writer_open = wgs_raw_writer_open,
    .writer_rows = wgs_raw_writer_rows,
    .writer_finish = wgs_raw_writer_finish,
    .writer_close = wgs_raw_writer_close,
    .packed_rows = wgs_raw_packed_rows,
    .writer_packed_rows = wgs_raw_writer_packed_rows,
};

static bool take_prefix(wgs_raw_table* table, wgs_failure* failure) {
    wgs_source const* source = &table->source;
    if (source->seekable || source->prefix_size == 0)
        return true;
    if (!reserve(table, source->prefix_size, failure))
        return false;
    memcpy(table->bytes, source->prefix, source->prefix_size);
    table->size = table->bytes_read = source->prefix_size;
    return true;
}

bool wgs_table_open_raw(
    wgs_source* source,
    wgs_open_options const* options,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure) {
    wgs_raw_table* table = calloc(1, sizeof *table);
    if (!table)
        return wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", source->path);
    table->source = *source;
    bool good = parse_fields(table, options->raw_spec, failure);
    if (good && source->seekable && source->size % table->row_size != 0)
        good = refuse_part(table, source->size, failure);
    if (!good || !take_prefix(table, failure)) {
        raw_close(table);
        return false;
    }
    table->at_end = source->seekable && source->size == 0;
    *ops = &raw_ops;
    *state = table;
    return true;
}
