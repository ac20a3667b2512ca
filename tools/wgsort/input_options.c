/* SPDX-License-Identifier: MIT */
#include "command_options.h"

#include "exit_status.h"
#include "file_format.h"

#include <string.h>

void wgs_input_options_start(wgs_input_options* input) {
    *input = (wgs_input_options){.open = {.has_header = true}};
}

void wgs_input_options_free(wgs_input_options* input) {
    for (size_t i = 0; i < input->key_count; i++)
        wgs_key_spec_free(&input->specs[i]);
    for (size_t i = 0; i < input->segment_count; i++)
        wgs_key_spec_free(&input->segment_specs[i]);
    if (input->column_count > 0)
        wgs_key_spec_free(&input->column_spec);
    input->key_count = 0;
    input->column_count = 0;
    input->segment_count = 0;
}

bool wgs_input_operand(wgs_input_options* input, char const* value, wgs_failure* failure) {
    if (input->path)
        return wgs_fail(failure, WGS_EXIT_USAGE, "two inputs: %s and %s", input->path, value);
    input->path = value;
    return true;
}

static bool add_key(wgs_input_options* input, char const* text, wgs_failure* failure) {
    if (input->key_count == WGS_MAX_KEYS)
        return wgs_fail(failure, WGS_EXIT_USAGE, "more than %d keys", WGS_MAX_KEYS);
    if (!wgs_key_spec_parse(text, &input->specs[input->key_count], failure))
        return false;
    input->key_texts[input->key_count++] = text;
    return true;
}

static bool set_nulls(wgs_input_options* input, char const* text, wgs_failure* failure) {
    input->nulls_first = strcmp(text, "first") == 0;
    if (!input->nulls_first && strcmp(text, "last") != 0)
        return wgs_fail(failure, WGS_EXIT_USAGE, "--nulls: \"%s\" is neither first nor last", text);
    return true;
}

bool wgs_input_option(
    wgs_input_options* input,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure) {
    uint64_t bits = 0;
    *taken = true;
    switch (id) {
    case WGS_OPT_KEY:
        return add_key(input, value, failure);
    case WGS_OPT_SEGMENTS:
        return wgs_column_list_parse(
            "--segments",
            value,
            input->segment_specs,
            WGS_MAX_KEYS,
            &input->segment_count,
            failure);
    case WGS_OPT_COLUMN:
        return wgs_column_list_parse(
            "--column", value, &input->column_spec, 1, &input->column_count, failure);
    case WGS_OPT_FORMAT:
        return wgs_file_format_parse("--format", value, &input->open.format, failure);
    case WGS_OPT_RAW:
        input->open.raw_spec = value;
        return true;
    case WGS_OPT_HEADER:
    case WGS_OPT_NO_HEADER:
        input->open.has_header = id == WGS_OPT_HEADER;
        input->header_given = true;
        return true;
    case WGS_OPT_NULLS:
        return set_nulls(input, value, failure);
    case WGS_OPT_KEY_BITS:
        if (!wgs_parse_count("--key-bits", value, 64, &bits, failure))
            return false;
        input->key_bits = (unsigned)bits;
        return true;
    default:
        *taken = false;
        return true;
    }
}

/* Raw rows have an obvious first key, unless that may be what tells their segments apart; elsewhere
 * a guess would order by what nobody asked for. */
static bool default_key(wgs_input_options* input, wgs_table const* table, wgs_failure* failure) {
    if (input->key_count > 0)
        return true;
    if (wgs_table_format(table) == WGS_FILE_RAW && input->segment_count == 0)
        return add_key(input, "c0", failure);
    return wgs_fail(failure, WGS_EXIT_USAGE, "no key: give -k COLUMN[:WORD[,WORD...]]");
}

/* A text file without a line has no columns and nothing to order by any. */
static bool has_columns(wgs_table const* table) { return wgs_table_column_count(table) > 0; }

static bool resolve(
    wgs_key_spec const* specs,
    size_t count,
    wgs_table const* table,
    size_t* columns,
    wgs_failure* failure) {
    memset(columns, 0, count * sizeof *columns);
    for (size_t i = 0; i < count && has_columns(table); i++)
        if (!wgs_key_spec_resolve(&specs[i], table, &columns[i], failure))
            return false;
    return true;
}

static bool open_table(wgs_input_options* input, wgs_table** table, wgs_failure* failure) {
    if (!wgs_table_open(input->path, &input->open, table, failure))
        return false;
    wgs_file_format const format = wgs_table_format(*table);
    bool const text = format == WGS_FILE_CSV || format == WGS_FILE_TSV;
    if (!input->header_given || text)
        return true;
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "%s: --%sheader is for csv and tsv, this is %s",
        wgs_table_path(*table),
        input->open.has_header ? "" : "no-",
        wgs_file_format_name(format));
}

static bool find_segments(wgs_input_options* input, wgs_table const* table, wgs_failure* failure) {
    return resolve(
        input->segment_specs, input->segment_count, table, input->segment_columns, failure);
}

/* An input that isn't as it should be is closed again. */
static bool close_unless(bool good, wgs_table** table) {
    if (!good) {
        wgs_table_close(*table);
        *table = NULL;
    }
    return good;
}

bool wgs_input_open(
    wgs_input_options* input, wgs_table** table, size_t* columns, wgs_failure* failure) {
    *table = NULL;
    return close_unless(
        open_table(input, table, failure) && default_key(input, *table, failure) &&
            resolve(input->specs, input->key_count, *table, columns, failure) &&
            find_segments(input, *table, failure),
        table);
}

/* Where there is no choice the column needs no name. */
static bool default_column(wgs_input_options* input, wgs_table const* table, wgs_failure* failure) {
    if (input->column_count > 0)
        return true;
    if (wgs_table_column_count(table) <= 1)
        return wgs_column_list_parse(
            "--column", "1", &input->column_spec, 1, &input->column_count, failure);
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "%s: no column: give -c COLUMN, one of %zu",
        wgs_table_path(table),
        wgs_table_column_count(table));
}

bool wgs_input_open_column(
    wgs_input_options* input, wgs_table** table, size_t* column, wgs_failure* failure) {
    *table = NULL;
    return close_unless(
        open_table(input, table, failure) && default_column(input, *table, failure) &&
            resolve(&input->column_spec, 1, *table, column, failure) &&
            find_segments(input, *table, failure),
        table);
}

wgs_row_key wgs_input_key(wgs_input_options const* input, size_t index) {
    wgs_key_spec const* spec = &input->specs[index];
    bool const own = spec->nulls != WGS_NULLS_DEFAULT;
    return (wgs_row_key){
        .key_bits = input->key_bits,
        .descending = spec->descending,
        .nulls_first = own ? spec->nulls == WGS_NULLS_FIRST : input->nulls_first,
    };
}

bool wgs_check_key_bits(
    wgs_input_options const* input, wgs_row_key const* key, size_t index, wgs_failure* failure) {
    unsigned const bits = wgs_key_type_bits(key->column.type);
    return input->key_bits <= bits || wgs_fail(
                                          failure,
                                          WGS_EXIT_USAGE,
                                          "--key-bits %u: the key %s has only %u",
                                          input->key_bits,
                                          input->key_texts[index],
                                          bits);
}

bool wgs_input_load_keys(
    wgs_input_options const* input,
    wgs_table* table,
    size_t const* columns,
    wgs_row_key* keys,
    wgs_failure* failure) {
    for (size_t i = 0; i < input->key_count; i++)
        keys[i] = wgs_input_key(input, i);
    if (!has_columns(table))
        return true;
    for (size_t i = 0; i < input->key_count; i++) {
        bool good = wgs_table_load_key(table, columns[i], &keys[i].column, failure);
        if (!good)
            memset(&keys[i].column, 0, sizeof keys[i].column);
        if (!good || !wgs_check_key_bits(input, &keys[i], i, failure)) {
            wgs_row_keys_free(keys, i + 1);
            return false;
        }
    }
    return true;
}

void wgs_row_keys_free(wgs_row_key* keys, size_t key_count) {
    for (size_t i = 0; i < key_count; i++)
        wgs_key_column_free(&keys[i].column);
}
