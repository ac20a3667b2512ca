/* SPDX-License-Identifier: MIT */
/*
 * Reads a command line against a table of options, by the rules people know from getopt_long:
 * operands and options in any order, `--name value`, `--name=value`, `-n value`, `-nvalue`, letters
 * without values joined (`-qv`), `--` ends the options, and a lone `-` is an operand. Long names
 * are never completed from a part, so that a new option can't change what an old script means.
 */
#ifndef WGSORT_TOOLS_OPTION_READER_H
#define WGSORT_TOOLS_OPTION_READER_H

#include "table.h"

#include <stdio.h>

typedef struct wgs_option {
    char const* name;       /* without the dashes */
    char letter;            /* 0: none */
    char const* value_name; /* NULL: the option takes no value */
    char const* help;
} wgs_option;

typedef struct wgs_option_reader {
    wgs_option const* options;
    size_t option_count;
    char* const* arguments; /* the first one is read, not skipped as a program's name */
    int argument_count;
    int next;
    char const* letters; /* rest of a word of joined letters, or NULL */
    bool operands_only;
} wgs_option_reader;

typedef enum wgs_option_event {
    WGS_OPTION_END,
    WGS_OPTION_GIVEN,   /* `index` and, if it takes one, `value` */
    WGS_OPTION_OPERAND, /* `value` */
    WGS_OPTION_BAD,     /* `failure` */
} wgs_option_event;

wgs_option_event
wgs_option_next(wgs_option_reader* reader, size_t* index, char const** value, wgs_failure* failure);

/* Prints one paragraph an option, for --help. */
void wgs_options_print(FILE* file, wgs_option const* options, size_t option_count);

#endif
