/* SPDX-License-Identifier: MIT */
/* Opens a file as a table of whatever format it has, and passes every call on to that format. */
#include "table.h"

#include "exit_status.h"
#include "file_format.h"
#include "row_numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wgs_table {
    wgs_source source;
    char* path; /* what source.path points to, unless that is a constant */
    wgs_file_format format;
    wgs_table_ops const* ops;
    void* state;
};

struct wgs_writer {
    wgs_table_ops const* ops; /* NULL: row numbers */
    void* state;
    wgs_row_numbers numbers;
};

static bool open_descriptor(wgs_source* source, bool standard_input, wgs_failure* failure) {
    source->fd = standard_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                : open(source->path, O_RDONLY | O_CLOEXEC);
    if (source->fd < 0)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "%s: can't open: %s", source->path, strerror(errno));
    struct stat status;
    if (fstat(source->fd, &status) != 0)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "%s: can't read: %s", source->path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return wgs_fail(failure, WGS_EXIT_DATA, "%s: is a directory", source->path);
    /* A file of size 0 may be one of those that the system makes up as they are read, and standard
     * input may stand in the middle of a file: both are read like a pipe. */
    source->seekable =
        S_ISREG(status.st_mode) && status.st_size > 0 && lseek(source->fd, 0, SEEK_CUR) == 0;
    source->size = source->seekable ? (uint64_t)status.st_size : 0;
    return true;
}

static bool read_prefix(wgs_source* source, wgs_failure* failure) {
    while (source->prefix_size < sizeof source->prefix) {
        void* const rest = source->prefix + source->prefix_size;
        size_t const rest_size = sizeof source->prefix - source->prefix_size;
        ssize_t const got = source->seekable
                                ? pread(source->fd, rest, rest_size, (off_t)source->prefix_size)
                                : read(source->fd, rest, rest_size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return wgs_fail(
                failure, WGS_EXIT_DATA, "%s: can't read: %s", source->path, strerror(errno));
        if (got == 0)
            break;
        source->prefix_size += (size_t)got;
    }
    return true;
}

static bool open_columnar(wgs_table* table, wgs_failure* failure) {
#ifdef WGS_ARROW_FILES
    return wgs_table_open_columnar(
        &table->source, table->format, &table->ops, &table->state, failure);
#else
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: this build reads no %s files",
        table->source.path,
        wgs_file_format_name(table->format));
#endif
}

static bool open_format(wgs_table* table, wgs_open_options const* options, wgs_failure* failure) {
    table->format = options->format;
    if (table->format == WGS_FILE_AUTO && options->raw_spec)
        table->format = WGS_FILE_RAW;
    if (table->format == WGS_FILE_AUTO &&
        !wgs_file_format_find(&table->source, &table->format, failure))
        return false;
    if (options->raw_spec && table->format != WGS_FILE_RAW)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "--raw and --format %s exclude each other",
            wgs_file_format_name(table->format));
    switch (table->format) {
    case WGS_FILE_CSV:
    case WGS_FILE_TSV:
        return wgs_table_open_text(
            &table->source, table->format, options, &table->ops, &table->state, failure);
    case WGS_FILE_RAW:
        return wgs_table_open_raw(&table->source, options, &table->ops, &table->state, failure);
    case WGS_FILE_ARROW:
    case WGS_FILE_ARROWS:
    case WGS_FILE_PARQUET:
    case WGS_FILE_AUTO:
        break;
    }
    return open_columnar(table, failure);
}

bool wgs_table_open(
    char const* path, wgs_open_options const* options, wgs_table** result, wgs_failure* failure) {
    wgs_table* table = calloc(1, sizeof *table);
    if (!table)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    bool const standard_input = !path || strcmp(path, "-") == 0;
    table->path = standard_input ? NULL : strdup(path);
    table->source = (wgs_source){
        .fd = -1,
        .path = standard_input ? "standard input"
                : table->path  ? table->path
                               : path};
    if (!open_descriptor(&table->source, standard_input, failure) ||
        !read_prefix(&table->source, failure) || !open_format(table, options, failure)) {
        wgs_table_close(table);
        return false;
    }
    *result = table;
    return true;
}

void wgs_table_close(wgs_table* table) {
    if (!table)
        return;
    if (table->state)
        table->ops->close(table->state);
    if (table->source.fd >= 0)
        (void)close(table->source.fd);
    free(table->path);
    free(table);
}

wgs_file_format wgs_table_format(wgs_table const* table) { return table->format; }

char const* wgs_table_path(wgs_table const* table) { return table->source.path; }

size_t wgs_table_column_count(wgs_table const* table) {
    return table->ops->column_count(table->state);
}

char const* wgs_table_column_name(wgs_table const* table, size_t column) {
    return table->ops->column_name(table->state, column);
}

char const* wgs_table_column_type(wgs_table const* table, size_t column) {
    return table->ops->column_type(table->state, column);
}

bool wgs_table_read_batch(wgs_table* table, bool* more, wgs_failure* failure) {
    return table->ops->read_batch(table->state, more, failure);
}

uint64_t wgs_table_row_count(wgs_table const* table) { return table->ops->row_count(table->state); }

void wgs_table_progress(wgs_table const* table, uint64_t* done, uint64_t* total) {
    table->ops->progress(table->state, done, total);
}

void wgs_table_drop_rows(wgs_table* table) { table->ops->drop_rows(table->state); }

bool wgs_table_load_key(
    wgs_table* table, size_t column, wgs_key_column* key, wgs_failure* failure) {
    return table->ops->load_key(table->state, column, key, failure);
}

void wgs_key_column_free(wgs_key_column* key) {
    free(key->values);
    free(key->nulls);
    key->values = NULL;
    key->nulls = NULL;
}

bool wgs_table_mark_runs(
    wgs_table* table, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure) {
    return table->ops->mark_runs(table->state, column, last, starts, failure);
}

void wgs_table_format_row(wgs_table* table, uint64_t row, char* text, size_t size) {
    table->ops->format_row(table->state, row, text, size);
}

bool wgs_table_packed_rows(wgs_table* table, wgs_packed_rows* rows) {
    return table->ops->packed_rows && table->ops->packed_rows(table->state, rows);
}

bool wgs_writer_open(
    wgs_table* table,
    wgs_write_options const* options,
    int fd,
    wgs_writer** result,
    wgs_failure* failure) {
    wgs_writer* writer = calloc(1, sizeof *writer);
    if (!writer)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    wgs_file_format const format =
        options->format == WGS_FILE_AUTO ? table->format : options->format;
    bool const text = format == WGS_FILE_CSV || format == WGS_FILE_TSV;
    bool good;
    if (options->argsort && (text || format == WGS_FILE_RAW)) {
        good = wgs_row_numbers_open(&writer->numbers, text, fd, failure);
    } else {
        writer->ops = table->ops;
        good = table->ops->writer_open(table->state, options, fd, &writer->state, failure);
    }
    if (!good) {
        free(writer);
        return false;
    }
    *result = writer;
    return true;
}

bool wgs_writer_rows(
    wgs_writer* writer,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure) {
    if (!writer->ops)
        return wgs_row_numbers_put(&writer->numbers, order, count, first_row, failure);
    return writer->ops->writer_rows(writer->state, order, count, keep_batch, first_row, failure);
}

bool wgs_writer_packed_rows(
    wgs_writer* writer, wgs_packed_rows const* rows, bool* done, wgs_failure* failure) {
    *done = false;
    if (!writer->ops || !writer->ops->writer_packed_rows)
        return true;
    return writer->ops->writer_packed_rows(writer->state, rows, done, failure);
}

bool wgs_writer_finish(wgs_writer* writer, wgs_failure* failure) {
    return writer->ops ? writer->ops->writer_finish(writer->state, failure)
                       : wgs_row_numbers_finish(&writer->numbers, failure);
}

void wgs_writer_close(wgs_writer* writer) {
    if (!writer)
        return;
    if (writer->ops)
        writer->ops->writer_close(writer->state);
    else
        wgs_row_numbers_close(&writer->numbers);
    free(writer);
}
