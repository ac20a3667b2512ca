/* SPDX-License-Identifier: MIT */
#include "histogram_options.h"

bool wgs_histogram_option(
    wgs_histogram_options* options, wgs_option_id id, char const* value, wgs_failure* failure) {
    switch (id) {
    case WGS_OPT_BINS:
        return wgs_parse_count("--bins", value, WGS_MAX_BINS, &options->bins.bins, failure);
    case WGS_OPT_RANGE:
        return wgs_parse_range(value, &options->bins, failure);
    case WGS_OPT_WIDTH:
        return wgs_parse_width(value, &options->bins, failure);
    default: /* WGS_OPT_EDGES: the helps' lists hold no other */
        return wgs_parse_edges(value, &options->bins, failure);
    }
}

void wgs_histogram_options_free(wgs_histogram_options* options) {
    wgs_input_options_free(&options->input);
    wgs_bin_options_free(&options->bins);
}
