/* SPDX-License-Identifier: MIT */
/* A column of a text file as runs of equal fields. */
#include "text_table.h"

#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

bool wgs_text_field(
    wgs_text_table const* table, uint64_t row, size_t column, wgs_csv_field* field) {
    size_t size;
    unsigned ending_size;
    char const* record = wgs_text_record(table, row, &size, &ending_size);
    size_t position = 0;
    for (size_t i = 0; i <= column; i++)
        if (!wgs_csv_next_field(record, size, table->delimiter, &position, field))
            return false;
    return true;
}

/* Only a quoted field that holds a quote is not its value as it lies. */
static bool
take_field(wgs_csv_field const* field, wgs_run_value* last, uint8_t* start, wgs_failure* failure) {
    if (!field->quoted || !memchr(field->text, '"', field->size))
        return wgs_run_value_take(last, field->text, field->size, start, failure);
    char* copy = wgs_csv_field_copy(field);
    if (!copy)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory for a field");
    size_t size = 0;
    for (size_t i = 0; i < field->size; i++, size++)
        i += field->text[i] == '"' ? 1 : 0;
    bool const good = wgs_run_value_take(last, copy, size, start, failure);
    free(copy);
    return good;
}

bool wgs_text_mark_runs(
    void* state, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure) {
    wgs_text_table const* table = state;
    for (uint64_t row = 0; row < table->row_count; row++) {
        wgs_csv_field field = {"", 0, false};
        if (!wgs_text_field(table, row, column, &field))
            field = (wgs_csv_field){"", 0, false};
        if (!take_field(&field, last, &starts[row], failure))
            return false;
    }
    return true;
}
