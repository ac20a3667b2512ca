/* SPDX-License-Identifier: MIT */
/* The options that say where rows are written, and how. */
#ifndef WGSORT_TOOLS_OUTPUT_OPTIONS_H
#define WGSORT_TOOLS_OUTPUT_OPTIONS_H

#include "command_options.h"

typedef struct wgs_output_options {
    char const* path; /* NULL: standard output */
    wgs_write_options write;
    bool batches; /* those of the input are kept */
} wgs_output_options;

/* Takes --output, --to, --argsort or --batches; *taken is false for the others. */
bool wgs_output_option(
    wgs_output_options* output,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure);

#endif
