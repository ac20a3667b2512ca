/* SPDX-License-Identifier: MIT */
/* What `wgsort scan` and `wgsort explain scan` both take. */
#ifndef WGSORT_TOOLS_SCAN_OPTIONS_H
#define WGSORT_TOOLS_SCAN_OPTIONS_H

#include "command_options.h"
#include "sort_engine.h"

#include <wgsort/scan.h>

typedef struct wgs_scan_options {
    wgs_input_options input;
    wgs_engine_options engine;
    WGSScanOperation operation;
    WGSScanMode mode;
    bool as_f32; /* values of any type are rounded to f32 */
    bool wrap;   /* sums wrap */
} wgs_scan_options;

void wgs_scan_options_start(wgs_scan_options* options);
void wgs_scan_options_free(wgs_scan_options* options);
/* Takes an option of those that is neither the input's nor the engine's. */
bool wgs_scan_option(
    wgs_scan_options* options, wgs_option_id id, char const* value, wgs_failure* failure);

/* "sum", "min", "max". */
char const* wgs_scan_operation_name(WGSScanOperation operation);

#endif
