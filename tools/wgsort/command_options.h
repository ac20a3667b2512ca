/* SPDX-License-Identifier: MIT */
/* Every option of every sub-command, described once; and those that say what is read and by which
 * keys, which have the same meaning everywhere. */
#ifndef WGSORT_TOOLS_COMMAND_OPTIONS_H
#define WGSORT_TOOLS_COMMAND_OPTIONS_H

#include "key_compare.h"
#include "key_spec.h"
#include "option_reader.h"

typedef enum wgs_option_id {
    WGS_OPT_KEY,
    WGS_OPT_SEGMENTS,
    WGS_OPT_COLUMN,
    WGS_OPT_BINS,
    WGS_OPT_RANGE,
    WGS_OPT_WIDTH,
    WGS_OPT_EDGES,
    WGS_OPT_OPERATION,
    WGS_OPT_EXCLUSIVE,
    WGS_OPT_REPLACE,
    WGS_OPT_NAME,
    WGS_OPT_F32,
    WGS_OPT_WRAP,
    WGS_OPT_OUTPUT,
    WGS_OPT_FORMAT,
    WGS_OPT_RAW,
    WGS_OPT_TO,
    WGS_OPT_HEADER,
    WGS_OPT_NO_HEADER,
    WGS_OPT_NULLS,
    WGS_OPT_KEY_BITS,
    WGS_OPT_ARGSORT,
    WGS_OPT_BATCHES,
    WGS_OPT_CHECK,
    WGS_OPT_ALGORITHM,
    WGS_OPT_ADAPTER,
    WGS_OPT_PORTION_ROWS,
    WGS_OPT_ROWS,
    WGS_OPT_GRAPH,
    WGS_OPT_JSON,
    WGS_OPT_QUIET,
    WGS_OPT_VERBOSE,
    WGS_OPT_HELP,
    WGS_OPT_COUNT
} wgs_option_id;

/* A sub-command's help: what it takes, and what is printed around the list of its options. */
typedef struct wgs_command_help {
    char const* usage;    /* one or more lines after "usage: " */
    char const* about;    /* paragraphs */
    char const* examples; /* lines */
    wgs_option_id const* options;
    size_t option_count;
} wgs_command_help;

/* One step through a sub-command's arguments. */
typedef struct wgs_command_arguments {
    wgs_command_help const* help;
    wgs_option options[WGS_OPT_COUNT];
    wgs_option_reader reader;
} wgs_command_arguments;

/* The arguments must stay where they are while they are read. */
void wgs_arguments_start(
    wgs_command_arguments* arguments,
    wgs_command_help const* help,
    int argument_count,
    char* const* words);
wgs_option_event wgs_arguments_next(
    wgs_command_arguments* arguments, wgs_option_id* id, char const** value, wgs_failure* failure);
void wgs_help_print(FILE* file, wgs_command_help const* help);

enum { WGS_MAX_KEYS = 16 };

/* What is read, and by which keys. */
typedef struct wgs_input_options {
    char const* path; /* NULL: standard input */
    wgs_open_options open;
    bool header_given;
    wgs_key_spec specs[WGS_MAX_KEYS];
    char const* key_texts[WGS_MAX_KEYS];
    size_t key_count;
    wgs_key_spec column_spec;                 /* --column */
    size_t column_count;                      /* 0 or 1 */
    wgs_key_spec segment_specs[WGS_MAX_KEYS]; /* --segments */
    size_t segment_columns[WGS_MAX_KEYS];     /* of the open input */
    size_t segment_count;
    bool nulls_first;
    unsigned key_bits;
} wgs_input_options;

void wgs_input_options_start(wgs_input_options* input);
void wgs_input_options_free(wgs_input_options* input);
/* Takes an operand (the input), or an option that says what is read or by which keys; *taken is
 * false for the others. */
bool wgs_input_operand(wgs_input_options* input, char const* value, wgs_failure* failure);
bool wgs_input_option(
    wgs_input_options* input,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure);

/* Opens the input and finds the columns of the keys and the segments in it. */
bool wgs_input_open(
    wgs_input_options* input, wgs_table** table, size_t* columns, wgs_failure* failure);

/* The same for a command with one column and no keys. */
bool wgs_input_open_column(
    wgs_input_options* input, wgs_table** table, size_t* column, wgs_failure* failure);

/* The keys over all rows that the table holds. */
bool wgs_input_load_keys(
    wgs_input_options const* input,
    wgs_table* table,
    size_t const* columns,
    wgs_row_key* keys,
    wgs_failure* failure);
/* A key as the options say, without its column's values. */
wgs_row_key wgs_input_key(wgs_input_options const* input, size_t index);
void wgs_row_keys_free(wgs_row_key* keys, size_t key_count);
/* --key-bits has to lie in every key. */
bool wgs_check_key_bits(
    wgs_input_options const* input, wgs_row_key const* key, size_t index, wgs_failure* failure);

/* Reads a whole number from 1 to `maximum`. */
bool wgs_parse_count(
    char const* option, char const* text, uint64_t maximum, uint64_t* count, wgs_failure* failure);

#endif
