/* SPDX-License-Identifier: MIT */
/*
 * Damages files in every way that has broken readers before, and uses each one as the command
 * would: reads it, loads every key, prints a row, writes its rows. Each must succeed or fail with a
 * message that names the file; a crash, a hang or a report of the sanitizers is the fault.
 *
 *   table_damage FILE...
 *
 * Cut at every 1/64 of its length and at each of its last bytes; one byte removed; single bits
 * flipped; words overwritten with lengths that can't be. All places come from one fixed seed.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table.h"

enum { CUTS = 64, LAST_BYTES = 24, REMOVALS = 30, FLIPS = 150, BAD_LENGTHS = 100 };

static char const damaged_path[] = "damaged.tmp";

static uint64_t random_state = 20260101;

static uint64_t random_below(uint64_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 24) % limit;
}

typedef struct bytes {
    unsigned char* data;
    size_t size;
} bytes;

static bool read_file(char const* path, bytes* content) {
    int const fd = open(path, O_RDONLY | O_CLOEXEC);
    off_t const size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    if (size <= 0)
        return false;
    content->size = (size_t)size;
    content->data = malloc(content->size);
    bool const good =
        content->data && pread(fd, content->data, content->size, 0) == (ssize_t)content->size;
    (void)close(fd);
    return good;
}

static bool write_file(unsigned char const* data, size_t size) {
    int const fd = open(damaged_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool const good = fd >= 0 && write(fd, data, size) == (ssize_t)size;
    return (fd < 0 || close(fd) == 0) && good;
}

static bool write_rows(wgs_table* table, wgs_file_format format, wgs_failure* failure) {
    uint64_t const rows = wgs_table_row_count(table);
    if (rows > 1000000) /* a claim that a column of nulls needs no bytes for */
        return true;
    uint64_t* const order = malloc((rows + 1) * sizeof *order);
    int const fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (!order || fd < 0)
        abort();
    for (uint64_t i = 0; i < rows; i++)
        order[i] = rows - 1 - i;
    wgs_write_options const options = {.format = format};
    wgs_writer* writer = NULL;
    bool const good = wgs_writer_open(table, &options, fd, &writer, failure) &&
                      wgs_writer_rows(writer, order, rows, false, 0, failure) &&
                      wgs_writer_finish(writer, failure);
    wgs_writer_close(writer);
    (void)close(fd);
    free(order);
    return good;
}

static bool use_table(wgs_table* table, wgs_failure* failure) {
    for (bool more = true; more;)
        if (!wgs_table_read_batch(table, &more, failure))
            return false;
    char text[256];
    if (wgs_table_row_count(table) > 0)
        wgs_table_format_row(table, 0, text, sizeof text);
    for (size_t column = 0; column < wgs_table_column_count(table); column++) {
        wgs_key_column key;
        wgs_failure not_a_key;
        if (wgs_table_load_key(table, column, &key, &not_a_key))
            wgs_key_column_free(&key);
    }
    return write_rows(table, WGS_FILE_AUTO, failure) &&
           write_rows(table, WGS_FILE_PARQUET, failure);
}

static unsigned tried;
static unsigned survived;
static unsigned silent;

/* Tries one damaged copy in the format of the file that it was. */
static void try_bytes(unsigned char const* data, size_t size, wgs_file_format format) {
    if (!write_file(data, size))
        abort();
    wgs_open_options const options = {.format = format, .has_header = true};
    wgs_failure failure = {0};
    wgs_table* table = NULL;
    bool const good =
        wgs_table_open(damaged_path, &options, &table, &failure) && use_table(table, &failure);
    wgs_table_close(table);
    tried++;
    survived += good;
    if (!good && !strstr(failure.message, damaged_path)) {
        (void)fprintf(stderr, "table_damage: nameless failure: \"%s\"\n", failure.message);
        silent++;
    }
}

static void try_cuts(bytes const* file, wgs_file_format format) {
    for (size_t i = 0; i < CUTS; i++)
        try_bytes(file->data, file->size * i / CUTS, format);
    for (size_t i = 1; i <= LAST_BYTES && i < file->size; i++)
        try_bytes(file->data, file->size - i, format);
}

static void try_removals(bytes const* file, wgs_file_format format, unsigned char* copy) {
    for (int i = 0; i < REMOVALS; i++) {
        size_t const place = random_below(file->size);
        memcpy(copy, file->data, place);
        memcpy(copy + place, file->data + place + 1, file->size - place - 1);
        try_bytes(copy, file->size - 1, format);
    }
}

static void try_flips(bytes const* file, wgs_file_format format, unsigned char* copy) {
    for (int i = 0; i < FLIPS; i++) {
        memcpy(copy, file->data, file->size);
        copy[random_below(file->size)] ^= (unsigned char)(1U << random_below(8));
        try_bytes(copy, file->size, format);
    }
}

static void try_bad_lengths(bytes const* file, wgs_file_format format, unsigned char* copy) {
    static int64_t const lengths[] = {
        -8, INT64_C(1) << 31, INT64_C(1) << 40, INT64_MAX, 0x7fffffff, -1};
    for (int i = 0; i < BAD_LENGTHS && file->size > 16; i++) {
        memcpy(copy, file->data, file->size);
        int64_t const length = lengths[random_below(sizeof lengths / sizeof lengths[0])];
        size_t const width = i % 2 ? 8 : 4;
        size_t const place = random_below((file->size - 8) / 4) * 4;
        memcpy(copy + place, &length, width);
        try_bytes(copy, file->size, format);
    }
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
        bytes file = {0};
        wgs_table* table = NULL;
        wgs_failure failure;
        wgs_open_options const options = {.has_header = true};
        if (!read_file(argv[i], &file) || !wgs_table_open(argv[i], &options, &table, &failure)) {
            (void)fprintf(stderr, "table_damage: %s must be a good file\n", argv[i]);
            return 2;
        }
        wgs_file_format const format = wgs_table_format(table);
        wgs_table_close(table);
        unsigned char* const copy = malloc(file.size);
        if (!copy)
            return 2;
        tried = survived = 0;
        try_cuts(&file, format);
        try_removals(&file, format, copy);
        try_flips(&file, format, copy);
        try_bad_lengths(&file, format, copy);
        if (survived == tried) {
            (void)fprintf(stderr, "table_damage: no damage to %s was noticed\n", argv[i]);
            silent++;
        }
        free(copy);
        free(file.data);
    }
    (void)unlink(damaged_path);
    return silent == 0 ? 0 : 1;
}
