/* SPDX-License-Identifier: MIT */
/* What a command that writes a table refuses before it begins. */
#ifndef WGSORT_TOOLS_OUTPUT_CHECK_H
#define WGSORT_TOOLS_OUTPUT_CHECK_H

#include "table.h"

/* Refuses --batches of a file without batches, and binary output to a terminal. `output` NULL or "-":
 * standard output. */
bool wgs_check_output(
    wgs_table const* table,
    wgs_file_format to,
    char const* output,
    bool batches,
    wgs_failure* failure);

#endif
