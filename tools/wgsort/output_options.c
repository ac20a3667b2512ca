/* SPDX-License-Identifier: MIT */
#include "output_options.h"

#include "file_format.h"

bool wgs_output_option(
    wgs_output_options* output,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure) {
    *taken = true;
    switch (id) {
    case WGS_OPT_OUTPUT:
        output->path = value;
        return true;
    case WGS_OPT_TO:
        return wgs_file_format_parse("--to", value, &output->write.format, failure);
    case WGS_OPT_ARGSORT:
        output->write.argsort = true;
        return true;
    case WGS_OPT_BATCHES:
        output->batches = true;
        return true;
    default:
        *taken = false;
        return true;
    }
}
