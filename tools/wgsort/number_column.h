/* SPDX-License-Identifier: MIT */
/*
 * Finds the type of a column of numbers in text while its values arrive: int64 while that holds
 * them all, else uint64, else double. An integer in a column of doubles must be one that a double
 * holds exactly: two different integers must never compare as equal.
 */
#ifndef WGSORT_TOOLS_NUMBER_COLUMN_H
#define WGSORT_TOOLS_NUMBER_COLUMN_H

#include "csv_number.h"

#define WGS_NO_ROW UINT64_MAX

typedef struct wgs_number_column {
    wgs_key_type type; /* WGS_KEY_I64, WGS_KEY_U64 or WGS_KEY_F64 */
    uint64_t* values;  /* bits of the type; room for all rows, the caller's */
    uint64_t rows;
    uint64_t negative_row; /* first row that needs a sign, or WGS_NO_ROW */
    uint64_t double_row;   /* the row that made the column one of doubles, or WGS_NO_ROW */
    uint64_t inexact_row;  /* first integer that the column's doubles can't hold, or WGS_NO_ROW */
} wgs_number_column;

void wgs_number_column_start(wgs_number_column* column, uint64_t* values);
/* Adds a value of kind INT64, UINT64, DOUBLE, or EMPTY (as 0). */
void wgs_number_column_add(
    wgs_number_column* column, wgs_number_kind kind, wgs_number const* number);

#endif
