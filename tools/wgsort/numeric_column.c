/* SPDX-License-Identifier: MIT */
#include "numeric_column.h"

#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

static bool has_columns(wgs_table const* table) { return wgs_table_column_count(table) > 0; }

char const* wgs_numeric_column_name(wgs_table const* table, size_t column) {
    return has_columns(table) ? wgs_table_column_name(table, column) : "";
}

bool wgs_numeric_column_type(wgs_table const* table, size_t column, wgs_key_type* type) {
    static struct {
        char const* name;
        wgs_key_type type;
    } const types[] = {
        {"int8", WGS_KEY_I32},
        {"int16", WGS_KEY_I32},
        {"int32", WGS_KEY_I32},
        {"int64", WGS_KEY_I64},
        {"uint8", WGS_KEY_U32},
        {"uint16", WGS_KEY_U32},
        {"uint32", WGS_KEY_U32},
        {"uint64", WGS_KEY_U64},
        {"halffloat", WGS_KEY_F32},
        {"float", WGS_KEY_F32},
        {"double", WGS_KEY_F64},
    };
    char const* name = has_columns(table) ? wgs_table_column_type(table, column) : "";
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(name, types[i].name) == 0) {
            *type = types[i].type;
            return true;
        }
    }
    return false;
}

/* Times and booleans sort by their numbers, but sums and even bins of them are no times any more. */
static bool check_type(wgs_table const* table, size_t column, wgs_failure* failure) {
    wgs_key_type type;
    wgs_file_format const format = wgs_table_format(table);
    if (format == WGS_FILE_CSV || format == WGS_FILE_TSV || format == WGS_FILE_RAW)
        return true;
    if (wgs_numeric_column_type(table, column, &type))
        return true;
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: column '%s' has type %s: it should be an integer or floating-point number",
        wgs_table_path(table),
        wgs_table_column_name(table, column),
        wgs_table_column_type(table, column));
}

bool wgs_numeric_column_open(
    wgs_input_options* input, wgs_table** table, size_t* column, wgs_failure* failure) {
    if (!wgs_input_open_column(input, table, column, failure))
        return false;
    if (!has_columns(*table) || check_type(*table, *column, failure))
        return true;
    wgs_table_close(*table);
    *table = NULL;
    return false;
}

bool wgs_numeric_column_load(
    wgs_table* table, size_t column, wgs_key_column* values, wgs_failure* failure) {
    *values = (wgs_key_column){.type = WGS_KEY_I64};
    return !has_columns(table) || wgs_table_load_key(table, column, values, failure);
}

static bool add_part(wgs_table* table, size_t column, wgs_numbers* numbers, wgs_failure* failure) {
    wgs_key_column* parts =
        realloc(numbers->parts, (numbers->part_count + 1) * sizeof *numbers->parts);
    if (!parts)
        return wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", wgs_table_path(table));
    numbers->parts = parts;
    wgs_key_column* part = &parts[numbers->part_count];
    if (!wgs_table_load_key(table, column, part, failure))
        return false;
    numbers->type = part->type;
    numbers->rows += part->rows;
    numbers->part_count++;
    return true;
}

bool wgs_numbers_read(wgs_table* table, size_t column, wgs_numbers* numbers, wgs_failure* failure) {
    *numbers = (wgs_numbers){.type = WGS_KEY_I64};
    wgs_file_format const format = wgs_table_format(table);
    /* The type of a text column is that of all its rows: they are read to the end first. */
    bool const whole = format == WGS_FILE_CSV || format == WGS_FILE_TSV;
    bool more = true;
    while (more) {
        bool good = wgs_table_read_batch(table, &more, failure);
        bool const load = has_columns(table) && (whole ? !more : true);
        if (good && load)
            good = add_part(table, column, numbers, failure);
        if (!good) {
            wgs_numbers_free(numbers);
            return false;
        }
        if (load)
            wgs_table_drop_rows(table);
    }
    return true;
}

void wgs_numbers_free(wgs_numbers* numbers) {
    for (size_t i = 0; i < numbers->part_count; i++)
        wgs_key_column_free(&numbers->parts[i]);
    free(numbers->parts);
    *numbers = (wgs_numbers){0};
}
