/* SPDX-License-Identifier: MIT */
/* Reads the words behind a sub-command that has an input, to their end. */
#ifndef WGSORT_TOOLS_COMMAND_LINE_H
#define WGSORT_TOOLS_COMMAND_LINE_H

#include "engine_options.h"
#include "output_options.h"

/* Who takes what the words say. */
typedef struct wgs_command_line {
    wgs_command_help const* help;
    wgs_input_options* input;   /* the operand, and the options that say what is read */
    wgs_engine_options* engine; /* the options that say how the device works; NULL: none */
    wgs_output_options* output; /* the options that say where rows are written; NULL: nowhere */
    /* The other options of the help's list, but for --help. */
    bool (*take)(void* taker, wgs_option_id id, char const* value, wgs_failure* failure);
    void* taker;
} wgs_command_line;

/* *run becomes true at the end of good words; --help prints the help instead, and leaves it. */
bool wgs_command_line_read(
    wgs_command_line const* line,
    int argument_count,
    char* const* words,
    bool* run,
    wgs_failure* failure);

#endif
