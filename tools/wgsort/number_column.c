/* SPDX-License-Identifier: MIT */
#include "number_column.h"

#include <string.h>

void wgs_number_column_start(wgs_number_column* column, uint64_t* values) {
    *column = (wgs_number_column){
        .type = WGS_KEY_I64,
        .values = values,
        .negative_row = WGS_NO_ROW,
        .double_row = WGS_NO_ROW,
        .inexact_row = WGS_NO_ROW,
    };
}

/* 2^63 and 2^64 are doubles that the integers round up to and can't be cast back from. */
static bool exact_int64(int64_t value, double real) {
    return real < 0x1p63 && (int64_t)real == value;
}

static bool exact_uint64(uint64_t value, double real) {
    return real < 0x1p64 && (uint64_t)real == value;
}

static uint64_t
integer_to_double(wgs_number_column* column, uint64_t row, bool is_signed, uint64_t bits) {
    int64_t const value = (int64_t)bits;
    double const real = is_signed ? (double)value : (double)bits;
    bool const exact = is_signed ? exact_int64(value, real) : exact_uint64(bits, real);
    if (!exact && column->inexact_row == WGS_NO_ROW)
        column->inexact_row = row;
    uint64_t result;
    memcpy(&result, &real, sizeof result);
    return result;
}

static void become_double(wgs_number_column* column) {
    bool const is_signed = column->type == WGS_KEY_I64;
    for (uint64_t row = 0; row < column->rows; row++)
        column->values[row] = integer_to_double(column, row, is_signed, column->values[row]);
    column->type = WGS_KEY_F64;
    column->double_row = column->rows;
}

static void choose_type(wgs_number_column* column, wgs_number_kind kind, wgs_number const* number) {
    bool const negative = kind == WGS_NUMBER_INT64 && (int64_t)number->bits < 0;
    if (negative && column->negative_row == WGS_NO_ROW)
        column->negative_row = column->rows;
    if (column->type == WGS_KEY_F64)
        return;
    bool const has_negative = column->negative_row != WGS_NO_ROW;
    if (kind == WGS_NUMBER_DOUBLE || (kind == WGS_NUMBER_UINT64 && has_negative) ||
        (column->type == WGS_KEY_U64 && negative))
        become_double(column);
    else if (kind == WGS_NUMBER_UINT64)
        column->type = WGS_KEY_U64;
}

void wgs_number_column_add(
    wgs_number_column* column, wgs_number_kind kind, wgs_number const* number) {
    uint64_t bits = 0;
    if (kind != WGS_NUMBER_EMPTY) {
        choose_type(column, kind, number);
        if (kind == WGS_NUMBER_DOUBLE)
            memcpy(&bits, &number->real, sizeof bits);
        else if (column->type == WGS_KEY_F64)
            bits = integer_to_double(column, column->rows, kind == WGS_NUMBER_INT64, number->bits);
        else
            bits = number->bits;
    }
    column->values[column->rows++] = bits;
}
