/* SPDX-License-Identifier: MIT */
#include "engine_options.h"

#include "exit_status.h"

#include <string.h>

static bool parse_algorithm(char const* text, WGSAlgorithm* algorithm, wgs_failure* failure) {
    if (strcmp(text, "auto") == 0)
        *algorithm = WGSAlgorithm_Auto;
    else if (strcmp(text, "bitonic") == 0)
        *algorithm = WGSAlgorithm_Bitonic;
    else if (strcmp(text, "radix") == 0)
        *algorithm = WGSAlgorithm_Radix;
    else
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "--algorithm: unknown algorithm \"%s\" (known: auto, bitonic, radix)",
            text);
    return true;
}

bool wgs_engine_option(
    wgs_engine_options* engine,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure) {
    *taken = true;
    switch (id) {
    case WGS_OPT_ADAPTER:
        engine->adapter = value;
        return true;
    case WGS_OPT_ALGORITHM:
        return parse_algorithm(value, &engine->algorithm, failure);
    case WGS_OPT_PORTION_ROWS:
        return wgs_parse_count("--portion-rows", value, INT64_MAX, &engine->portion_rows, failure);
    default:
        *taken = false;
        return true;
    }
}
