/* SPDX-License-Identifier: MIT */
/* The work of `wgsort sort`, once its arguments are read. */
#ifndef WGSORT_TOOLS_SORT_RUN_H
#define WGSORT_TOOLS_SORT_RUN_H

#include "output_options.h"
#include "sort_engine.h"

typedef struct wgs_sort_options {
    wgs_input_options input;
    wgs_engine_options engine;
    wgs_output_options output;
    bool check;
    bool json;
    bool quiet;
    bool verbose;
} wgs_sort_options;

bool wgs_sort_run(wgs_sort_options* options, wgs_failure* failure);

#endif
