/* SPDX-License-Identifier: MIT */
/* wgsort sort: reads the arguments. */
#include "commands.h"

#include "adapter_list.h"
#include "command_line.h"
#include "sort_run.h"

#include <string.h>

static wgs_option_id const sort_option_ids[] = {
    WGS_OPT_KEY,          WGS_OPT_SEGMENTS, WGS_OPT_OUTPUT,    WGS_OPT_FORMAT,    WGS_OPT_RAW,
    WGS_OPT_TO,           WGS_OPT_HEADER,   WGS_OPT_NO_HEADER, WGS_OPT_NULLS,     WGS_OPT_KEY_BITS,
    WGS_OPT_ARGSORT,      WGS_OPT_BATCHES,  WGS_OPT_CHECK,     WGS_OPT_ALGORITHM, WGS_OPT_ADAPTER,
    WGS_OPT_PORTION_ROWS, WGS_OPT_JSON,     WGS_OPT_QUIET,     WGS_OPT_VERBOSE,   WGS_OPT_HELP,
};

static wgs_command_help const sort_help = {
    .usage = "wgsort sort [INPUT] -k KEY [-k KEY ...] [-o OUTPUT] [options]",
    .about =
        "Sorts the rows of a file by one or several keys, on the GPU. The sort is stable, rows "
        "move\n"
        "whole, and a CSV record stays the bytes it was. INPUT and OUTPUT are standard input and\n"
        "output when left out or \"-\".\n",
    .examples = "  wgsort sort trips.parquet -k pickup_time -k fare:desc -o sorted.parquet\n"
                "  wgsort sort people.csv -k age:desc,nulls-first -k 2 > sorted.csv\n"
                "  wgsort sort visits.csv --segments user -k time\n"
                "  wgsort sort --raw u32 keys.bin -o keys.bin\n",
    .options = sort_option_ids,
    .option_count = sizeof sort_option_ids / sizeof sort_option_ids[0],
};

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    wgs_sort_options* options = taker;
    (void)value;
    (void)failure;
    switch (id) {
    case WGS_OPT_CHECK:
        options->check = true;
        return true;
    case WGS_OPT_JSON:
        options->json = true;
        return true;
    case WGS_OPT_QUIET:
        options->quiet = true;
        return true;
    default: /* the help's list holds no other */
        options->verbose = true;
        return true;
    }
}

int wgs_command_sort(int argument_count, char* const* words, wgs_failure* failure) {
    wgs_sort_options options = {0};
    wgs_input_options_start(&options.input);
    wgs_command_line const line = {
        .help = &sort_help,
        .input = &options.input,
        .engine = &options.engine,
        .output = &options.output,
        .take = take_option,
        .taker = &options,
    };
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run) {
        char const* adapter = options.engine.adapter;
        if (adapter && strcmp(adapter, "list") == 0)
            good = wgs_print_adapters(stdout, failure);
        else
            good = wgs_sort_run(&options, failure);
    }
    wgs_input_options_free(&options.input);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
