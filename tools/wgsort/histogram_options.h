/* SPDX-License-Identifier: MIT */
/* What `wgsort histogram` and `wgsort explain histogram` both take. */
#ifndef WGSORT_TOOLS_HISTOGRAM_OPTIONS_H
#define WGSORT_TOOLS_HISTOGRAM_OPTIONS_H

#include "bin_edges.h"
#include "command_options.h"
#include "sort_engine.h"

typedef struct wgs_histogram_options {
    wgs_input_options input;
    wgs_bin_options bins;
    wgs_engine_options engine;
} wgs_histogram_options;

/* Takes an option of those that is neither the input's nor the engine's. */
bool wgs_histogram_option(
    wgs_histogram_options* options, wgs_option_id id, char const* value, wgs_failure* failure);
void wgs_histogram_options_free(wgs_histogram_options* options);

#endif
