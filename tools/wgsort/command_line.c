/* SPDX-License-Identifier: MIT */
#include "command_line.h"

static bool take_option(
    wgs_command_line const* line, wgs_option_id id, char const* value, wgs_failure* failure) {
    bool taken = false;
    if (!wgs_input_option(line->input, id, value, &taken, failure))
        return false;
    if (!taken && line->engine && !wgs_engine_option(line->engine, id, value, &taken, failure))
        return false;
    if (!taken && line->output && !wgs_output_option(line->output, id, value, &taken, failure))
        return false;
    return taken || line->take(line->taker, id, value, failure);
}

bool wgs_command_line_read(
    wgs_command_line const* line,
    int argument_count,
    char* const* words,
    bool* run,
    wgs_failure* failure) {
    wgs_command_arguments arguments;
    wgs_arguments_start(&arguments, line->help, argument_count, words);
    for (;;) {
        wgs_option_id id = WGS_OPT_HELP;
        char const* value = NULL;
        switch (wgs_arguments_next(&arguments, &id, &value, failure)) {
        case WGS_OPTION_END:
            *run = true;
            return true;
        case WGS_OPTION_BAD:
            return false;
        case WGS_OPTION_OPERAND:
            if (!wgs_input_operand(line->input, value, failure))
                return false;
            break;
        case WGS_OPTION_GIVEN:
            if (id == WGS_OPT_HELP) {
                wgs_help_print(stdout, line->help);
                return true;
            }
            if (!take_option(line, id, value, failure))
                return false;
            break;
        }
    }
}
