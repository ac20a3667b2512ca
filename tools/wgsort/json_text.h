/* SPDX-License-Identifier: MIT */
/* Pieces of JSON text. */
#ifndef WGSORT_TOOLS_JSON_TEXT_H
#define WGSORT_TOOLS_JSON_TEXT_H

#include <stdint.h>
#include <stdio.h>

/* A string in quotes; bytes that are no valid UTF-8 are written as U+FFFD. */
void wgs_json_string(FILE* file, char const* text);
/* Nanoseconds as milliseconds with three decimals, under every locale. */
void wgs_json_milliseconds(FILE* file, uint64_t nanoseconds);

#endif
