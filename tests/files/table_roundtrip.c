/* SPDX-License-Identifier: MIT */
/*
 * Reads a table, puts its rows in an order found on the CPU and writes it: the file formats alone,
 * with no GPU between them, and a judge of the command's own results.
 *
 *   table_roundtrip [--to FORMAT] [--format FORMAT] [--batches] [--argsort] INPUT OUTPUT ORDER
 *
 * ORDER is `same`, `none` (no order given to the writer), `reverse`, `shuffle` (always the same
 * one), `up:COLUMN` or `down:COLUMN`: stable, by the column with that number from 1, floats in the
 * order of their bits, nulls last. Also `keys:COLUMN`, which prints that column's keys in place of
 * rows.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table.h"

static int fail_with(wgs_failure const* failure) {
    (void)fprintf(stderr, "table_roundtrip: %s\n", failure->message);
    return failure->exit_code;
}

static wgs_file_format format_named(char const* name) {
    static struct {
        char const* name;
        wgs_file_format format;
    } const formats[] = {
        {"arrow", WGS_FILE_ARROW},
        {"arrows", WGS_FILE_ARROWS},
        {"parquet", WGS_FILE_PARQUET},
        {"csv", WGS_FILE_CSV},
        {"tsv", WGS_FILE_TSV},
        {"raw", WGS_FILE_RAW},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(name, formats[i].name) == 0)
            return formats[i].format;
    return WGS_FILE_AUTO;
}

/* One row to be placed: its key as an unsigned number that sorts like the key. */
typedef struct row_key {
    uint64_t row;
    uint64_t key;
    bool is_null;
} row_key;

static uint64_t ordered_bits(wgs_key_column const* column, uint64_t row) {
    uint32_t word = 0;
    uint64_t wide = 0;
    if (column->type == WGS_KEY_U32 || column->type == WGS_KEY_I32 || column->type == WGS_KEY_F32)
        memcpy(&word, (char const*)column->values + row * sizeof word, sizeof word);
    else
        memcpy(&wide, (char const*)column->values + row * sizeof wide, sizeof wide);
    switch (column->type) {
    case WGS_KEY_U32:
        return word;
    case WGS_KEY_I32:
        return word ^ UINT32_C(0x80000000);
    case WGS_KEY_F32:
        return word >> 31 ? ~word : word ^ UINT32_C(0x80000000);
    case WGS_KEY_I64:
        return wide ^ UINT64_C(0x8000000000000000);
    case WGS_KEY_F64:
        return wide >> 63 ? ~wide : wide ^ UINT64_C(0x8000000000000000);
    case WGS_KEY_U64:
        break;
    }
    return wide;
}

static int compare_rows(row_key const* a, row_key const* b, int sign) {
    if (a->is_null != b->is_null)
        return a->is_null ? 1 : -1;
    if (a->key != b->key)
        return a->key < b->key ? -sign : sign;
    return a->row < b->row ? -1 : 1;
}

static int compare_up(void const* a, void const* b) { return compare_rows(a, b, 1); }

static int compare_down(void const* a, void const* b) { return compare_rows(a, b, -1); }

static bool
sort_rows(wgs_table* table, size_t column, bool up, uint64_t* order, wgs_failure* failure) {
    if (column == 0 || column > wgs_table_column_count(table))
        return wgs_fail(failure, 2, "there is no column %zu", column);
    wgs_key_column key;
    if (!wgs_table_load_key(table, column - 1, &key, failure))
        return false;
    uint64_t const rows = wgs_table_row_count(table);
    row_key* const keys = calloc(rows + 1, sizeof *keys);
    if (!keys || key.rows != rows) {
        wgs_key_column_free(&key);
        free(keys);
        return wgs_fail(failure, 4, "no keys for %" PRIu64 " rows", rows);
    }
    for (uint64_t row = 0; row < rows; row++)
        keys[row] = (row_key){row, ordered_bits(&key, row), key.nulls && key.nulls[row]};
    qsort(keys, rows, sizeof *keys, up ? compare_up : compare_down);
    for (uint64_t i = 0; i < rows; i++)
        order[i] = keys[i].row;
    wgs_key_column_free(&key);
    free(keys);
    return true;
}

static void shuffle_rows(uint64_t* order, uint64_t rows) {
    uint64_t state = 12345;
    for (uint64_t i = rows; i > 1; i--) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t const other = (state >> 33) % i;
        uint64_t const row = order[i - 1];
        order[i - 1] = order[other];
        order[other] = row;
    }
}

static bool
find_order(wgs_table* table, char const* wanted, uint64_t* order, wgs_failure* failure) {
    uint64_t const rows = wgs_table_row_count(table);
    bool const reverse = strcmp(wanted, "reverse") == 0;
    for (uint64_t i = 0; i < rows; i++)
        order[i] = reverse ? rows - 1 - i : i;
    if (strcmp(wanted, "shuffle") == 0)
        shuffle_rows(order, rows);
    if (strncmp(wanted, "up:", 3) == 0)
        return sort_rows(table, strtoull(wanted + 3, NULL, 10), true, order, failure);
    if (strncmp(wanted, "down:", 5) == 0)
        return sort_rows(table, strtoull(wanted + 5, NULL, 10), false, order, failure);
    return true;
}

static bool print_keys(wgs_table* table, size_t column, wgs_failure* failure) {
    wgs_key_column key;
    if (!wgs_table_load_key(table, column - 1, &key, failure))
        return false;
    (void)printf("%d %u\n", (int)key.type, key.bits);
    for (uint64_t row = 0; row < key.rows; row++)
        (void)printf(
            "%016" PRIx64 "%s\n",
            ordered_bits(&key, row),
            key.nulls && key.nulls[row] ? " null" : "");
    wgs_key_column_free(&key);
    return true;
}

/* Writes the rows held, in order. */
static bool write_held(
    wgs_table* table,
    wgs_writer* writer,
    char const* wanted,
    bool keep,
    uint64_t first_row,
    wgs_failure* failure) {
    uint64_t const rows = wgs_table_row_count(table);
    uint64_t* const order = calloc(rows + 1, sizeof *order);
    if (!order)
        return wgs_fail(failure, 4, "no memory for the order of %" PRIu64 " rows", rows);
    bool const none = strcmp(wanted, "none") == 0;
    bool const good = find_order(table, wanted, order, failure) &&
                      wgs_writer_rows(writer, none ? NULL : order, rows, keep, first_row, failure);
    free(order);
    return good;
}

static bool copy_rows(
    wgs_table* table, wgs_writer* writer, char const* wanted, bool keep, wgs_failure* failure) {
    bool more = true;
    uint64_t first_row = 0;
    for (;;) {
        if (!wgs_table_read_batch(table, &more, failure))
            return false;
        if (!more)
            break;
        if (keep) {
            uint64_t const rows = wgs_table_row_count(table);
            if (!write_held(table, writer, wanted, true, first_row, failure))
                return false;
            first_row += rows;
            wgs_table_drop_rows(table);
        }
    }
    return keep || write_held(table, writer, wanted, false, 0, failure);
}

static bool show_keys(wgs_table* table, size_t column, wgs_failure* failure) {
    if (column == 0 || column > wgs_table_column_count(table))
        return wgs_fail(failure, 2, "there is no column %zu", column);
    for (bool more = true; more;)
        if (!wgs_table_read_batch(table, &more, failure))
            return false;
    char text[200];
    if (wgs_table_row_count(table) > 0) {
        wgs_table_format_row(table, 0, text, sizeof text);
        (void)printf("%s\n", text);
    }
    return print_keys(table, column, failure);
}

static bool write_table(
    wgs_table* table,
    wgs_write_options const* options,
    char const* path,
    char const* wanted,
    bool keep,
    wgs_failure* failure) {
    int const fd = strcmp(path, "-") == 0
                       ? dup(STDOUT_FILENO)
                       : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return wgs_fail(failure, 4, "%s: can't create", path);
    wgs_writer* writer = NULL;
    bool good = wgs_writer_open(table, options, fd, &writer, failure) &&
                copy_rows(table, writer, wanted, keep, failure) &&
                wgs_writer_finish(writer, failure);
    wgs_writer_close(writer);
    if (close(fd) != 0 && good)
        good = wgs_fail(failure, 4, "%s: can't close", path);
    return good;
}

int main(int argc, char** argv) {
    wgs_open_options open_options = {.has_header = true};
    wgs_write_options write_options = {0};
    bool keep = false;
    int next = 1;
    for (; next < argc && strncmp(argv[next], "--", 2) == 0; next++) {
        if (strcmp(argv[next], "--batches") == 0)
            keep = true;
        else if (strcmp(argv[next], "--argsort") == 0)
            write_options.argsort = true;
        else if (strcmp(argv[next], "--to") == 0 && next + 1 < argc)
            write_options.format = format_named(argv[++next]);
        else if (strcmp(argv[next], "--format") == 0 && next + 1 < argc)
            open_options.format = format_named(argv[++next]);
        else
            break;
    }
    if (argc - next != 3) {
        (void)fprintf(stderr, "usage: table_roundtrip [OPTIONS] INPUT OUTPUT ORDER\n");
        return 2;
    }
    char const* const wanted = argv[next + 2];
    wgs_failure failure;
    wgs_table* table = NULL;
    if (!wgs_table_open(argv[next], &open_options, &table, &failure))
        return fail_with(&failure);
    bool const good =
        strncmp(wanted, "keys:", 5) == 0
            ? show_keys(table, strtoull(wanted + 5, NULL, 10), &failure)
            : write_table(table, &write_options, argv[next + 1], wanted, keep, &failure);
    wgs_table_close(table);
    return good ? 0 : fail_with(&failure);
}
