/* SPDX-License-Identifier: MIT */
/* One column of numbers: what `scan` and `histogram` work on. */
#ifndef WGSORT_TOOLS_NUMERIC_COLUMN_H
#define WGSORT_TOOLS_NUMERIC_COLUMN_H

#include "command_options.h"

/* Opens the input and finds the column of numbers that --column names (not needed where there is
 * only one), and those of --segments. */
bool wgs_numeric_column_open(
    wgs_input_options* input, wgs_table** table, size_t* column, wgs_failure* failure);

/* A text file without a line has no columns: the one of numbers has then the name "" and no rows. */
char const* wgs_numeric_column_name(wgs_table const* table, size_t column);
/* The values over all rows that the table holds, as wgs_table_load_key gives them. */
bool wgs_numeric_column_load(
    wgs_table* table, size_t column, wgs_key_column* values, wgs_failure* failure);
/* The type that the values of a column of Arrow or Parquet will have; false for other columns and
 * formats, where it is not known before the rows are. */
bool wgs_numeric_column_type(wgs_table const* table, size_t column, wgs_key_type* type);

/* The column's values over all rows of a table, in as many parts as the table was read in. */
typedef struct wgs_numbers {
    wgs_key_type type;
    wgs_key_column* parts;
    size_t part_count;
    uint64_t rows;
} wgs_numbers;

/* Reads the table to its end, and keeps no more of it than the column. */
bool wgs_numbers_read(wgs_table* table, size_t column, wgs_numbers* numbers, wgs_failure* failure);
void wgs_numbers_free(wgs_numbers* numbers);

#endif
