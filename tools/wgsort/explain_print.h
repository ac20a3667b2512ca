/* SPDX-License-Identifier: MIT */
/* What the forms of `wgsort explain` share. */
#ifndef WGSORT_TOOLS_EXPLAIN_PRINT_H
#define WGSORT_TOOLS_EXPLAIN_PRINT_H

#include "engine_options.h"

#include <wgsort/wgsort.h>

/* What all of them take. */
typedef struct wgs_explain_options {
    uint64_t rows; /* --rows; 0: there is an input */
    WGSExplainFormat format;
} wgs_explain_options;

/* Takes --rows or --as; *taken is false for the others. */
bool wgs_explain_option(
    wgs_explain_options* options,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure);
/* Prints the plan of a graph to standard output. */
bool wgs_explain_print(WGSGraph graph, WGSExplainFormat format, wgs_failure* failure);
/* Says on standard error that `rows` rows are, for example, "sorted" in portions of `room` that are
 * then "merged on the CPU", if there are several; returns how many rows the graph is for. */
uint64_t wgs_explain_portion(uint64_t rows, uint64_t room, char const* done, char const* joined);
/* Opens the device of a command that works in portions of what it has room for; *portion is how many
 * rows the graph is for, as above, and at least 1. *engine is to be closed whatever the result. */
bool wgs_explain_open_device(
    wgs_engine_options const* options,
    uint64_t rows,
    char const* done,
    char const* joined,
    wgs_sort_engine** engine,
    WGSContext* context,
    uint64_t* portion,
    wgs_failure* failure);
/* Without an input there is --rows: the input is then an empty raw file. */
bool wgs_explain_open_nothing(wgs_input_options* input, uint64_t rows, wgs_failure* failure);

#endif
