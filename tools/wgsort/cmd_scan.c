/* SPDX-License-Identifier: MIT */
/* wgsort scan: reads the arguments. */
#include "commands.h"

#include "command_line.h"
#include "scan_run.h"

static wgs_option_id const scan_option_ids[] = {
    WGS_OPT_COLUMN,  WGS_OPT_OPERATION, WGS_OPT_EXCLUSIVE, WGS_OPT_SEGMENTS,     WGS_OPT_REPLACE,
    WGS_OPT_NAME,    WGS_OPT_F32,       WGS_OPT_WRAP,      WGS_OPT_OUTPUT,       WGS_OPT_FORMAT,
    WGS_OPT_RAW,     WGS_OPT_TO,        WGS_OPT_HEADER,    WGS_OPT_NO_HEADER,    WGS_OPT_BATCHES,
    WGS_OPT_ADAPTER, WGS_OPT_JSON,      WGS_OPT_QUIET,     WGS_OPT_PORTION_ROWS, WGS_OPT_HELP,
};

static wgs_command_help const scan_help = {
    .usage = "wgsort scan [INPUT] -c COLUMN [-o OUTPUT] [options]",
    .about =
        "Writes the rows of a file with one column more: the sum of COLUMN over the rows up to\n"
        "each, or its least or greatest value so far, made on the GPU. Nulls stay null and add\n"
        "nothing. INPUT and OUTPUT are standard input and output when left out or \"-\".\n",
    .examples =
        "  wgsort scan payments.csv -c amount -o balance.csv\n"
        "  wgsort scan visits.parquet -c spent --segments user --name so_far -o out.parquet\n"
        "  wgsort scan --raw u32 counts.bin --exclusive --replace -o offsets.bin\n",
    .options = scan_option_ids,
    .option_count = sizeof scan_option_ids / sizeof scan_option_ids[0],
};

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    wgs_scan_run_options* options = taker;
    switch (id) {
    case WGS_OPT_REPLACE:
        options->replace = true;
        return true;
    case WGS_OPT_NAME:
        options->name = value;
        return true;
    case WGS_OPT_JSON:
        options->json = true;
        return true;
    case WGS_OPT_QUIET:
        options->quiet = true;
        return true;
    default:
        return wgs_scan_option(&options->scan, id, value, failure);
    }
}

int wgs_command_scan(int argument_count, char* const* words, wgs_failure* failure) {
    wgs_scan_run_options options = {0};
    wgs_scan_options_start(&options.scan);
    wgs_command_line const line = {
        .help = &scan_help,
        .input = &options.scan.input,
        .engine = &options.scan.engine,
        .output = &options.output,
        .take = take_option,
        .taker = &options,
    };
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run)
        good = wgs_scan_run(&options, failure);
    wgs_scan_options_free(&options.scan);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
