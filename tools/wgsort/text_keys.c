/* SPDX-License-Identifier: MIT */
/* A column of a text file as sort keys: the whole column is int64, else uint64, else double. */
#include "text_table.h"

#include "exit_status.h"
#include "number_column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The field as a message shows it: cut, and without bytes that a terminal would act on. */
static void show_field(wgs_text_table const* table, uint64_t row, size_t column, char shown[48]) {
    wgs_csv_field field = {"", 0, false};
    (void)wgs_text_field(table, row, column, &field);
    size_t const length = field.size < 40 ? field.size : 40;
    for (size_t i = 0; i < length; i++) {
        char const byte = field.text[i];
        bool const control = (unsigned char)byte < 0x20 || byte == 0x7F;
        shown[i] = '?';
        if (!control)
            shown[i] = byte;
    }
    memcpy(shown + length, field.size > length ? "..." : "", field.size > length ? 4 : 1);
}

static bool refuse_field(
    wgs_text_table const* table,
    uint64_t row,
    size_t column,
    char const* what,
    wgs_failure* failure) {
    char shown[48];
    show_field(table, row, column, shown);
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: line %llu, column \"%s\": \"%s\" %s",
        table->source.path,
        (unsigned long long)wgs_text_line(table, row),
        table->names[column],
        shown,
        what);
}

static bool refuse_inexact(
    wgs_text_table const* table,
    size_t column,
    wgs_number_column const* numbers,
    wgs_failure* failure) {
    char other[48];
    show_field(table, numbers->double_row, column, other);
    char what[200];
    (void)snprintf(
        what,
        sizeof what,
        "is an integer that a double can't hold, and \"%s\" on line %llu makes the column one of "
        "doubles",
        other,
        (unsigned long long)wgs_text_line(table, numbers->double_row));
    return refuse_field(table, numbers->inexact_row, column, what, failure);
}

static bool set_null(wgs_key_column* key, uint64_t row, uint64_t rows) {
    if (!key->nulls)
        key->nulls = calloc(rows, 1);
    if (key->nulls)
        key->nulls[row] = 1;
    return key->nulls != NULL;
}

static bool read_values(
    wgs_text_table const* table,
    size_t column,
    wgs_key_column* key,
    wgs_number_column* numbers,
    wgs_failure* failure) {
    for (uint64_t row = 0; row < table->row_count; row++) {
        wgs_csv_field field = {"", 0, false};
        (void)wgs_text_field(table, row, column, &field);
        wgs_number number;
        wgs_number_kind const kind = wgs_number_parse(field.text, field.size, &number);
        switch (kind) {
        case WGS_NUMBER_BAD:
            return refuse_field(table, row, column, "is not a number", failure);
        case WGS_NUMBER_WIDE:
            return refuse_field(table, row, column, "is an integer beyond 64 bits", failure);
        case WGS_NUMBER_HUGE:
            return refuse_field(table, row, column, "is beyond the largest double", failure);
        case WGS_NUMBER_EMPTY:
            if (!set_null(key, row, table->row_count))
                return wgs_fail(failure, WGS_EXIT_DATA, "%s: out of memory", table->source.path);
            break;
        case WGS_NUMBER_INT64:
        case WGS_NUMBER_UINT64:
        case WGS_NUMBER_DOUBLE:
            break;
        }
        wgs_number_column_add(numbers, kind, &number);
    }
    if (numbers->inexact_row != WGS_NO_ROW)
        return refuse_inexact(table, column, numbers, failure);
    return true;
}

bool wgs_text_load_key(void* state, size_t column, wgs_key_column* key, wgs_failure* failure) {
    wgs_text_table const* table = state;
    *key = (wgs_key_column){.type = WGS_KEY_I64, .bits = 64, .rows = table->row_count};
    if (table->row_count == 0)
        return true;
    key->values = malloc(table->row_count * sizeof(uint64_t));
    if (!key->values)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: out of memory for the keys of %llu rows",
            table->source.path,
            (unsigned long long)table->row_count);
    wgs_number_column numbers;
    wgs_number_column_start(&numbers, key->values);
    if (!read_values(table, column, key, &numbers, failure)) {
        wgs_key_column_free(key);
        return false;
    }
    key->type = numbers.type;
    return true;
}
