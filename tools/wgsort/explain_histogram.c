/* SPDX-License-Identifier: MIT */
/* wgsort explain histogram: the graph that a histogram would record. */
#include "explain_commands.h"

#include "bin_count.h"
#include "command_line.h"
#include "explain_print.h"
#include "histogram_options.h"

static wgs_option_id const explain_option_ids[] = {
    WGS_OPT_COLUMN,
    WGS_OPT_BINS,
    WGS_OPT_RANGE,
    WGS_OPT_WIDTH,
    WGS_OPT_EDGES,
    WGS_OPT_FORMAT,
    WGS_OPT_RAW,
    WGS_OPT_ROWS,
    WGS_OPT_HEADER,
    WGS_OPT_NO_HEADER,
    WGS_OPT_ADAPTER,
    WGS_OPT_PORTION_ROWS,
    WGS_OPT_GRAPH,
    WGS_OPT_HELP,
};

static wgs_command_help const explain_help = {
    .usage = "wgsort explain histogram [INPUT] -c COLUMN [--bins N | --width W | --edges A,B,...]\n"
             "       wgsort explain histogram --raw TYPES --rows N [options]",
    .about = "Prints the graph that `wgsort histogram` would record for INPUT, or for N raw rows\n"
             "without one. Nothing is counted.\n",
    .examples = "  wgsort explain histogram trips.parquet -c fare --bins 20\n"
                "  wgsort explain histogram --raw f32 --rows 1000000 --as json\n",
    .options = explain_option_ids,
    .option_count = sizeof explain_option_ids / sizeof explain_option_ids[0],
};

typedef struct explain_job {
    wgs_histogram_options options;
    wgs_explain_options explain;
} explain_job;

static bool
explain_bins(explain_job* job, wgs_bins const* bins, uint64_t rows, wgs_failure* failure) {
    if (bins->count == 0)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "there is no value, and no bin without a range: no graph");
    wgs_sort_engine* engine = NULL;
    WGSContext context = NULL;
    uint64_t portion = 0;
    wgs_bin_graph made = {0};
    bool good = wgs_explain_open_device(
        &job->options.engine,
        rows,
        "counted",
        "added on the CPU",
        &engine,
        &context,
        &portion,
        failure);
    good = good && wgs_bin_graph_make(context, bins, portion, &made, failure) &&
           wgs_explain_print(made.graph, job->explain.format, failure);
    wgsGraphRelease(made.graph);
    wgs_sort_engine_close(engine);
    return good;
}

/* Without an input the ends are those of 32-bit numbers; what lies between takes the same graph. */
static wgs_extent assumed_extent(void) {
    return (wgs_extent){.any = true, .low = 0, .high = UINT32_MAX, .real_low = 0, .real_high = 1};
}

static bool explain_table(explain_job* job, wgs_table* table, size_t column, wgs_failure* failure) {
    wgs_numbers numbers;
    wgs_bins bins;
    if (!wgs_numbers_read(table, column, &numbers, failure))
        return false;
    bool const planned = job->explain.rows > 0;
    wgs_extent const extent = planned ? assumed_extent() : wgs_numbers_extent(&numbers);
    bool good = wgs_bins_make(&job->options.bins, numbers.type, &extent, &bins, failure);
    if (good) {
        good = explain_bins(job, &bins, planned ? job->explain.rows : numbers.rows, failure);
        wgs_bins_free(&bins);
    }
    wgs_numbers_free(&numbers);
    return good;
}

static bool explain_input(explain_job* job, wgs_failure* failure) {
    wgs_bin_options const* bins = &job->options.bins;
    wgs_table* table = NULL;
    size_t column = 0;
    if (!wgs_check_bin_options(bins, failure) ||
        !wgs_explain_open_nothing(&job->options.input, job->explain.rows, failure))
        return false;
    if (job->explain.rows > 0 && bins->has_width && !bins->has_range)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "--rows: without an input --width needs a --range to tell how many bins there are");
    if (!wgs_numeric_column_open(&job->options.input, &table, &column, failure))
        return false;
    bool const good = explain_table(job, table, column, failure);
    wgs_table_close(table);
    return good;
}

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    explain_job* job = taker;
    bool taken = false;
    return wgs_explain_option(&job->explain, id, value, &taken, failure) &&
           (taken || wgs_histogram_option(&job->options, id, value, failure));
}

int wgs_explain_histogram(int argument_count, char* const* words, wgs_failure* failure) {
    explain_job job = {0};
    wgs_input_options_start(&job.options.input);
    wgs_command_line const line = {
        .help = &explain_help,
        .input = &job.options.input,
        .engine = &job.options.engine,
        .take = take_option,
        .taker = &job,
    };
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run)
        good = explain_input(&job, failure);
    wgs_histogram_options_free(&job.options);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
