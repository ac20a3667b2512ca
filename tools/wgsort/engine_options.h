/* SPDX-License-Identifier: MIT */
/* The options that say how the device works. */
#ifndef WGSORT_TOOLS_ENGINE_OPTIONS_H
#define WGSORT_TOOLS_ENGINE_OPTIONS_H

#include "command_options.h"
#include "sort_engine.h"

/* Takes --adapter, --algorithm or --portion-rows; *taken is false for the others. */
bool wgs_engine_option(
    wgs_engine_options* engine,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure);

#endif
