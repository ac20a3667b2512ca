/* SPDX-License-Identifier: MIT */
#include "scan_options.h"

#include "exit_status.h"

#include <string.h>

void wgs_scan_options_start(wgs_scan_options* options) {
    *options = (wgs_scan_options){
        .operation = WGSScanOperation_Sum,
        .mode = WGSScanMode_Inclusive,
    };
    wgs_input_options_start(&options->input);
}

void wgs_scan_options_free(wgs_scan_options* options) { wgs_input_options_free(&options->input); }

char const* wgs_scan_operation_name(WGSScanOperation operation) {
    switch (operation) {
    case WGSScanOperation_Minimum:
        return "min";
    case WGSScanOperation_Maximum:
        return "max";
    case WGSScanOperation_Sum:
    case WGSScanOperation_Force32:
        break;
    }
    return "sum";
}

static bool parse_operation(char const* text, WGSScanOperation* operation, wgs_failure* failure) {
    static WGSScanOperation const all[] = {
        WGSScanOperation_Sum, WGSScanOperation_Minimum, WGSScanOperation_Maximum};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(text, wgs_scan_operation_name(all[i])) == 0) {
            *operation = all[i];
            return true;
        }
    }
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "--operation: unknown operation \"%s\" (known: sum, min, max)",
        text);
}

bool wgs_scan_option(
    wgs_scan_options* options, wgs_option_id id, char const* value, wgs_failure* failure) {
    switch (id) {
    case WGS_OPT_OPERATION:
        return parse_operation(value, &options->operation, failure);
    case WGS_OPT_EXCLUSIVE:
        options->mode = WGSScanMode_Exclusive;
        return true;
    case WGS_OPT_F32:
        options->as_f32 = true;
        return true;
    default: /* WGS_OPT_WRAP: the helps' lists hold no other */
        options->wrap = true;
        return true;
    }
}
