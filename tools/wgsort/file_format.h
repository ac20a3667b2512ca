/* SPDX-License-Identifier: MIT */
/* The names of the formats, and how a file's format is found. */
#ifndef WGSORT_TOOLS_FILE_FORMAT_H
#define WGSORT_TOOLS_FILE_FORMAT_H

#include "table_ops.h"

/* "arrow", "csv", ... */
char const* wgs_file_format_name(wgs_file_format format);
/* Reads the value of `option`: one of those names. */
bool wgs_file_format_parse(
    char const* option, char const* text, wgs_file_format* format, wgs_failure* failure);
/* By the name's ending; else by the first bytes, of which text must show at least one. */
bool wgs_file_format_find(wgs_source const* source, wgs_file_format* format, wgs_failure* failure);

#endif
