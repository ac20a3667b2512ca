/* SPDX-License-Identifier: MIT */
/*
 * The key grammar, one for every sub-command and every format:
 *
 *     COLUMN[:WORD[,WORD...]]
 *
 * COLUMN is a name, in double quotes if it holds a colon or starts with a quote (a quote inside is
 * doubled), or a number from 1. What is a column's exact name is that column, even if it looks like
 * a number; what stands in quotes is never a number.
 */
#ifndef WGSORT_TOOLS_KEY_SPEC_H
#define WGSORT_TOOLS_KEY_SPEC_H

#include "table.h"

typedef enum wgs_null_placement {
    WGS_NULLS_DEFAULT, /* no word given: as --nulls says */
    WGS_NULLS_FIRST,
    WGS_NULLS_LAST,
} wgs_null_placement;

typedef struct wgs_key_spec {
    char* column;
    bool quoted;
    bool descending;
    wgs_null_placement nulls;
} wgs_key_spec;

bool wgs_key_spec_parse(char const* text, wgs_key_spec* spec, wgs_failure* failure);
void wgs_key_spec_free(wgs_key_spec* spec);

/* Reads the value of `option`: COLUMN[,COLUMN...], a name that holds a comma or starts with a quote
 * in double quotes. Adds to specs[0, *count), which has room for `maximum`. */
bool wgs_column_list_parse(
    char const* option,
    char const* text,
    wgs_key_spec* specs,
    size_t maximum,
    size_t* count,
    wgs_failure* failure);

/* Finds the column of `table` that `spec` names. */
bool wgs_key_spec_resolve(
    wgs_key_spec const* spec, wgs_table const* table, size_t* column, wgs_failure* failure);

#endif
