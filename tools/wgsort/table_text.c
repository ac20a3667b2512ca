/* SPDX-License-Identifier: MIT */
/* CSV and TSV files as tables: records are found, not parsed, and stay the bytes they were. */
#include "text_table.h"

#include "exit_status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_SIZE = 8 << 20 };

static bool out_of_memory(wgs_text_table const* table, uint64_t size, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: out of memory (%llu bytes asked for)",
        table->source.path,
        (unsigned long long)size);
}

static bool reserve_bytes(wgs_text_table* table, uint64_t size, wgs_failure* failure) {
    if (size <= table->capacity)
        return true;
    uint64_t capacity = table->capacity + table->capacity / 2;
    if (capacity < size)
        capacity = size;
    char* bytes = realloc(table->bytes, capacity);
    if (!bytes)
        return out_of_memory(table, capacity, failure);
    table->bytes = bytes;
    table->capacity = capacity;
    return true;
}

/* Reads up to one block behind what is there. */
static bool read_block(wgs_text_table* table, wgs_failure* failure) {
    /* One more than the file's size, so that the end is seen without growing once more. */
    uint64_t block = BLOCK_SIZE;
    if (table->source.seekable && table->source.size > table->bytes_read &&
        table->source.size - table->bytes_read < block)
        block = table->source.size - table->bytes_read + 1;
    if (!reserve_bytes(table, table->size + block, failure))
        return false;
    uint64_t const end = table->size + block;
    while (table->size < end) {
        ssize_t const got =
            read(table->source.fd, table->bytes + table->size, (size_t)(end - table->size));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return wgs_fail(
                failure, WGS_EXIT_DATA, "%s: can't read: %s", table->source.path, strerror(errno));
        if (got == 0) {
            table->at_end = true;
            return true;
        }
        table->size += (uint64_t)got;
        table->bytes_read += (uint64_t)got;
    }
    return true;
}

/* Scans to the end of the next record, reading as needed. */
static bool next_record(wgs_text_table* table, wgs_csv_event* event, wgs_failure* failure) {
    for (;;) {
        *event = wgs_csv_scan(
            &table->scanner, table->bytes, table->size, table->at_end, table->source.path, failure);
        if (*event == WGS_CSV_ERROR)
            return false;
        if (*event != WGS_CSV_NEEDS_MORE)
            return true;
        if (!read_block(table, failure))
            return false;
    }
}

/* Drops bytes [0, count) of the buffer. */
static void drop_bytes(wgs_text_table* table, uint64_t count) {
    if (count > 0)
        memmove(table->bytes, table->bytes + count, (size_t)(table->size - count));
    table->size -= count;
    table->scanner.position -= count;
    table->scanner.record_start -= count;
}

static bool add_name(wgs_text_table* table, char* name, wgs_failure* failure) {
    size_t const size = (table->column_count + 1) * sizeof *table->names;
    char** names = name ? realloc(table->names, size) : NULL;
    if (!names) {
        free(name);
        return out_of_memory(table, size, failure);
    }
    table->names = names;
    table->names[table->column_count++] = name;
    return true;
}

static bool
read_names(wgs_text_table* table, char const* record, size_t size, wgs_failure* failure) {
    size_t position = 0;
    wgs_csv_field field;
    while (wgs_csv_next_field(record, size, table->delimiter, &position, &field)) {
        char number[24];
        if (!table->has_header) {
            (void)snprintf(number, sizeof number, "%zu", table->column_count + 1);
            field = (wgs_csv_field){number, strlen(number), false};
        }
        if (!add_name(table, wgs_csv_field_copy(&field), failure))
            return false;
    }
    return true;
}

/* UTF-16 and compressed files look like text with strange bytes: say what they are. */
static bool refuse_other_encodings(wgs_text_table const* table, wgs_failure* failure) {
    static struct {
        char const* bytes;
        size_t size;
        char const* what;
    } const known[] = {
        {"\xFF\xFE", 2, "UTF-16 text: convert it to UTF-8"},
        {"\xFE\xFF", 2, "UTF-16 text: convert it to UTF-8"},
        {"\x1F\x8B", 2, "gzip data: decompress it first"},
        {"\x28\xB5\x2F\xFD", 4, "zstd data: decompress it first"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (table->size >= known[i].size &&
            memcmp(table->bytes, known[i].bytes, known[i].size) == 0)
            return wgs_fail(
                failure, WGS_EXIT_DATA, "%s: this is %s", table->source.path, known[i].what);
    return true;
}

/* Reads the first record: it gives the names or at least the number of the columns, and the line
 * ending. With a header, it and the byte order mark leave the buffer for `head`. */
static bool read_head(wgs_text_table* table, wgs_failure* failure) {
    while (table->size < 4 && !table->at_end)
        if (!read_block(table, failure))
            return false;
    if (!refuse_other_encodings(table, failure))
        return false;
    bool const has_mark = table->size >= 3 && memcmp(table->bytes, "\xEF\xBB\xBF", 3) == 0;
    uint64_t const mark_size = has_mark ? 3 : 0;
    wgs_csv_scanner_start(&table->scanner, table->delimiter, mark_size);
    wgs_csv_event event;
    if (!next_record(table, &event, failure))
        return false;
    if (event == WGS_CSV_DONE && table->has_header)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: the file is empty; its first line should name the columns (--no-header: it has "
            "none)",
            table->source.path);
    wgs_csv_scanner const* scanner = &table->scanner;
    if (event == WGS_CSV_RECORD) {
        memcpy(
            table->ending,
            table->bytes + scanner->position - scanner->ending_size,
            scanner->ending_size);
        if (!read_names(
                table,
                table->bytes + mark_size,
                (size_t)(scanner->position - scanner->ending_size - mark_size),
                failure))
            return false;
    }
    table->head_size = table->has_header ? scanner->position : mark_size;
    table->head = malloc((size_t)table->head_size + 1);
    if (!table->head)
        return out_of_memory(table, table->head_size, failure);
    memcpy(table->head, table->bytes, (size_t)table->head_size);
    if (!table->has_header)
        wgs_csv_scanner_start(&table->scanner, table->delimiter, mark_size);
    table->first_line = table->scanner.line;
    drop_bytes(table, table->head_size);
    return true;
}

static bool add_row(wgs_text_table* table, wgs_failure* failure) {
    if (table->row_count + 2 > table->start_capacity) {
        uint64_t const capacity = table->start_capacity + table->start_capacity / 2 + 1024;
        uint64_t* starts = realloc(table->starts, capacity * sizeof *starts);
        if (!starts)
            return out_of_memory(table, capacity * sizeof *starts, failure);
        table->starts = starts;
        table->start_capacity = capacity;
    }
    wgs_csv_scanner const* scanner = &table->scanner;
    bool const blank = scanner->position - scanner->record_start == scanner->ending_size;
    if (scanner->field_count != table->column_count && !blank)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: line %llu has %llu fields, the %s has %zu",
            table->source.path,
            (unsigned long long)scanner->record_line,
            (unsigned long long)scanner->field_count,
            table->has_header ? "header" : "first line",
            table->column_count);
    table->starts[table->row_count++] = scanner->record_start;
    table->starts[table->row_count] = scanner->position;
    return true;
}

static bool text_read_batch(void* state, bool* more, wgs_failure* failure) {
    wgs_text_table* table = state;
    uint64_t const rows_before = table->row_count;
    /* What was already read is scanned first; a block is read when it holds no whole record. */
    for (;;) {
        wgs_csv_event const event = wgs_csv_scan(
            &table->scanner, table->bytes, table->size, table->at_end, table->source.path, failure);
        if (event == WGS_CSV_ERROR)
            return false;
        if (event == WGS_CSV_RECORD) {
            if (!add_row(table, failure))
                return false;
            continue;
        }
        *more = table->row_count > rows_before;
        if (event == WGS_CSV_DONE || *more)
            return true;
        if (!read_block(table, failure))
            return false;
    }
}

static void text_drop_rows(void* state) {
    wgs_text_table* table = state;
    if (table->row_count == 0)
        return;
    drop_bytes(table, table->starts[table->row_count]);
    table->first_line = table->scanner.between ? table->scanner.line : table->scanner.record_line;
    table->row_count = 0;
}

uint64_t wgs_text_line(wgs_text_table const* table, uint64_t row) {
    uint64_t line = table->first_line;
    char const* const end = table->bytes + table->starts[row];
    for (char const* c = table->bytes; c < end && (c = memchr(c, '\n', (size_t)(end - c))); c++)
        line++;
    return line;
}

static void text_close(void* state) {
    wgs_text_table* table = state;
    for (size_t i = 0; i < table->column_count; i++)
        free(table->names[i]);
    free(table->names);
    free(table->head);
    free(table->bytes);
    free(table->starts);
    free(table);
}

static size_t text_column_count(void const* state) {
    return ((wgs_text_table const*)state)->column_count;
}

static char const* text_column_name(void const* state, size_t column) {
    return ((wgs_text_table const*)state)->names[column];
}

static char const* text_column_type(void const* state, size_t column) {
    (void)state;
    (void)column;
    return "text";
}

static uint64_t text_row_count(void const* state) {
    return ((wgs_text_table const*)state)->row_count;
}

static void text_progress(void const* state, uint64_t* done, uint64_t* total) {
    wgs_text_table const* table = state;
    *done = table->bytes_read;
    *total = table->source.seekable ? table->source.size : 0;
}

static void text_format_row(void* state, uint64_t row, char* text, size_t size) {
    size_t record_size;
    unsigned ending_size;
    char const* record = wgs_text_record(state, row, &record_size, &ending_size);
    size_t const length = record_size < size - 1 ? record_size : size - 1;
    memcpy(text, record, length);
    text[length] = 0;
}

static wgs_table_ops const text_ops = {
    .close = text_close,
    .column_count = text_column_count,
    .column_name = text_column_name,
    .column_type = text_column_type,
    .read_batch = text_read_batch,
    .row_count = text_row_count,
    .progress = text_progress,
    .drop_rows = text_drop_rows,
    .load_key = wgs_text_load_key,
    .mark_runs = wgs_text_mark_runs,
    .format_row = text_format_row,
    .writer_open = wgs_text_writer_open,
    .writer_rows = wgs_text_writer_rows,
    .writer_finish = wgs_text_writer_finish,
    .writer_close = wgs_text_writer_close,
};

bool wgs_table_open_text(
    wgs_source* source,
    wgs_file_format format,
    wgs_open_options const* options,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure) {
    wgs_text_table* table = calloc(1, sizeof *table);
    if (!table)
        return wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", source->path);
    table->source = *source;
    table->format = format;
    table->delimiter = format == WGS_FILE_TSV ? '\t' : ',';
    table->has_header = options->has_header;
    bool good = true;
    if (!source->seekable && source->prefix_size > 0) {
        good = reserve_bytes(table, source->prefix_size, failure);
        if (good) {
            memcpy(table->bytes, source->prefix, source->prefix_size);
            table->size = table->bytes_read = source->prefix_size;
        }
    }
    if (!good || !read_head(table, failure)) {
        text_close(table);
        return false;
    }
    *ops = &text_ops;
    *state = table;
    return true;
}
