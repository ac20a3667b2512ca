/* SPDX-License-Identifier: MIT */
/* The work of `wgsort scan`, once its arguments are read. */
#ifndef WGSORT_TOOLS_SCAN_RUN_H
#define WGSORT_TOOLS_SCAN_RUN_H

#include "output_options.h"
#include "scan_options.h"

typedef struct wgs_scan_run_options {
    wgs_scan_options scan;
    wgs_output_options output;
    char const* name; /* of the new column; NULL: the column's and the operation's */
    bool replace;
    bool json;
    bool quiet;
} wgs_scan_run_options;

bool wgs_scan_run(wgs_scan_run_options* options, wgs_failure* failure);

#endif
