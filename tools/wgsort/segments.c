/* SPDX-License-Identifier: MIT */
#include "segments.h"

#include "exit_status.h"

#include <stdlib.h>

static bool out_of_memory(uint64_t rows, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "out of memory for the segments of %llu rows",
        (unsigned long long)rows);
}

bool wgs_segment_starts(
    wgs_input_options const* input,
    wgs_table* table,
    wgs_segment_state* state,
    uint8_t** starts,
    wgs_failure* failure) {
    *starts = NULL;
    if (input->segment_count == 0)
        return true;
    uint64_t const rows = wgs_table_row_count(table);
    *starts = calloc(rows + 1, 1);
    if (!*starts)
        return out_of_memory(rows, failure);
    for (size_t i = 0; i < input->segment_count && wgs_table_column_count(table) > 0; i++) {
        size_t const column = input->segment_columns[i];
        if (!wgs_table_mark_runs(table, column, &state->last[i], *starts, failure)) {
            free(*starts);
            *starts = NULL;
            return false;
        }
    }
    return true;
}

void wgs_segment_state_free(wgs_segment_state* state) {
    for (size_t i = 0; i < WGS_MAX_KEYS; i++)
        wgs_run_value_free(&state->last[i]);
}

wgs_row_key wgs_segment_key(uint64_t segments, uint64_t rows) {
    bool const wide = segments > (uint64_t)UINT32_MAX + 1;
    unsigned bits = 1; /* in which their numbers differ */
    while (bits < 64 && (segments - 1) >> bits != 0)
        bits++;
    wgs_key_column const column = {
        .type = wide ? WGS_KEY_U64 : WGS_KEY_U32, .bits = wide ? 64 : bits, .rows = rows};
    return (wgs_row_key){.column = column};
}

static bool number_rows(wgs_row_key* key, uint8_t const* starts, wgs_failure* failure) {
    wgs_key_column* column = &key->column;
    bool const wide = column->type == WGS_KEY_U64;
    column->values = malloc(column->rows * (wide ? sizeof(uint64_t) : sizeof(uint32_t)));
    if (!column->values)
        return out_of_memory(column->rows, failure);
    uint64_t segment = 0;
    for (uint64_t row = 0; row < column->rows; row++) {
        segment += row > 0 ? starts[row] : 0;
        if (wide)
            ((uint64_t*)column->values)[row] = segment;
        else
            ((uint32_t*)column->values)[row] = (uint32_t)segment;
    }
    return true;
}

static uint64_t count_starts(uint8_t const* starts, uint64_t rows) {
    uint64_t runs = 0;
    for (uint64_t row = 0; row < rows; row++)
        runs += starts[row];
    return runs;
}

/* Makes the key in front; none for a single segment. */
static bool load_segment_key(
    wgs_input_options const* input,
    wgs_table* table,
    wgs_row_key* key,
    uint64_t* segments,
    wgs_failure* failure) {
    *segments = 0;
    wgs_segment_state state = {0};
    uint8_t* starts;
    bool good = wgs_segment_starts(input, table, &state, &starts, failure);
    wgs_segment_state_free(&state);
    if (good && starts) {
        uint64_t const rows = wgs_table_row_count(table);
        *segments = count_starts(starts, rows);
        if (*segments > 1) {
            *key = wgs_segment_key(*segments, rows);
            good = number_rows(key, starts, failure);
        }
    }
    free(starts);
    return good;
}

bool wgs_load_sort_keys(
    wgs_input_options const* input,
    wgs_table* table,
    size_t const* columns,
    wgs_row_key* keys,
    size_t* key_count,
    uint64_t* segments,
    wgs_failure* failure) {
    if (!load_segment_key(input, table, &keys[0], segments, failure))
        return false;
    size_t const before = *segments > 1 ? 1 : 0;
    if (!wgs_input_load_keys(input, table, columns, keys + before, failure)) {
        wgs_row_keys_free(keys, before);
        return false;
    }
    *key_count = before + input->key_count;
    return true;
}
