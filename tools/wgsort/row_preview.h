/* SPDX-License-Identifier: MIT */
/* The first and last rows of a table, for people. */
#ifndef WGSORT_TOOLS_ROW_PREVIEW_H
#define WGSORT_TOOLS_ROW_PREVIEW_H

#include "table.h"

#include <stdio.h>

/* Prints the first and last held rows in the order order[0], order[1], ... (NULL: as they lie). */
void wgs_preview_rows(FILE* file, char const* title, wgs_table* table, uint64_t const* order);

#endif
