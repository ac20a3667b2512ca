/* SPDX-License-Identifier: MIT */
/* Where a command writes the rows of a table: the file and the writer in it. */
#ifndef WGSORT_TOOLS_ROW_OUTPUT_H
#define WGSORT_TOOLS_ROW_OUTPUT_H

#include "output_file.h"
#include "output_options.h"

typedef struct wgs_row_output {
    wgs_output_file file;
    wgs_writer* writer;
} wgs_row_output;

/* Refuses what can't be written before a byte is. The output is to be discarded even when it could
 * not be opened. */
bool wgs_row_output_open(
    wgs_row_output* output,
    wgs_table* table,
    wgs_output_options const* options,
    wgs_failure* failure);
/* Writes what is left, and puts the file in its place. */
bool wgs_row_output_finish(wgs_row_output* output, wgs_failure* failure);
/* Removes what was written; harmless after a finish that succeeded, or before the opening, when the
 * file's descriptor is -1. */
void wgs_row_output_discard(wgs_row_output* output);

#endif
