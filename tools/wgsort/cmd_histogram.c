/* SPDX-License-Identifier: MIT */
/* wgsort histogram: how many values of a column lie in each bin. */
#include "commands.h"

#include "bin_report.h"
#include "command_line.h"
#include "histogram_options.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static wgs_option_id const histogram_option_ids[] = {
    WGS_OPT_COLUMN,
    WGS_OPT_BINS,
    WGS_OPT_RANGE,
    WGS_OPT_WIDTH,
    WGS_OPT_EDGES,
    WGS_OPT_FORMAT,
    WGS_OPT_RAW,
    WGS_OPT_HEADER,
    WGS_OPT_NO_HEADER,
    WGS_OPT_ADAPTER,
    WGS_OPT_PORTION_ROWS,
    WGS_OPT_JSON,
    WGS_OPT_QUIET,
    WGS_OPT_HELP,
};

static wgs_command_help const histogram_help = {
    .usage = "wgsort histogram [FILE] -c COLUMN [--bins N | --width W | --edges A,B,...] [options]",
    .about =
        "Counts the values of a column of FILE (standard input when left out) in bins, on the\n"
        "GPU, exactly. On a terminal it prints a chart of bars, elsewhere a table with the "
        "columns\n"
        "from, to and count between tabs. A bin has its first edge and not its second; the last\n"
        "bin has both. Nulls, NaN, infinities and values outside are in no bin: standard error\n"
        "says how many there were.\n",
    .examples = "  wgsort histogram trips.parquet -c fare --bins 20 --range 0,100\n"
                "  wgsort histogram people.csv -c age --width 10\n"
                "  wgsort histogram --raw u32 keys.bin --edges 0,10,100,1000 --json\n",
    .options = histogram_option_ids,
    .option_count = sizeof histogram_option_ids / sizeof histogram_option_ids[0],
};

typedef struct histogram_job {
    wgs_histogram_options options;
    bool json;
    bool quiet;
    wgs_table* table;
    wgs_sort_engine* engine;
    wgs_progress_bar* bar;
    wgs_numbers numbers;
    wgs_histogram result;
} histogram_job;

/* Columns of the terminal; 0 when standard output is none. */
static unsigned terminal_width(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void print_result(histogram_job const* job) {
    char left_out[160];
    unsigned const width = terminal_width();
    if (job->json)
        wgs_histogram_print_json(&job->result, stdout);
    else if (width > 0)
        wgs_histogram_print_chart(&job->result, width, stdout);
    else
        wgs_histogram_print_table(&job->result, stdout);
    wgs_tally_text(&job->result.tally, left_out, sizeof left_out);
    if (!job->json && !job->quiet && left_out[0] != 0) {
        (void)fflush(stdout);
        (void)fprintf(stderr, "wgsort: not counted: %s\n", left_out);
    }
}

static bool count_values(histogram_job* job, wgs_failure* failure) {
    wgs_histogram* result = &job->result;
    result->counts = calloc((size_t)result->bins.count + 1, sizeof *result->counts);
    if (!result->counts)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory for %u bins", result->bins.count);
    WGSContext context = NULL;
    WGSError error;
    if (!wgs_sort_engine_ready(job->engine, &context, failure))
        return false;
    if (wgsContextGetInfo(context, &result->context, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    return wgs_bins_count(
        context,
        &job->numbers,
        &result->bins,
        job->options.engine.portion_rows,
        result->counts,
        &result->tally,
        &result->portions,
        job->bar,
        failure);
}

static bool run_histogram(histogram_job* job, wgs_failure* failure) {
    wgs_histogram_options* options = &job->options;
    wgs_histogram* result = &job->result;
    size_t column = 0;
    if (!wgs_check_bin_options(&options->bins, failure) ||
        !wgs_numeric_column_open(&options->input, &job->table, &column, failure) ||
        !wgs_sort_engine_start(&options->engine, &job->engine, failure))
        return false;
    job->bar = wgs_progress_start(job->quiet || job->json);
    wgs_progress_set(job->bar, "read", 0, 0);
    if (!wgs_numbers_read(job->table, column, &job->numbers, failure))
        return false;
    result->input = wgs_table_path(job->table);
    result->format = wgs_table_format(job->table);
    result->column = wgs_numeric_column_name(job->table, column);
    result->type = job->numbers.type;
    result->rows = job->numbers.rows;
    wgs_extent const extent = wgs_numbers_extent(&job->numbers);
    if (!wgs_bins_make(&options->bins, result->type, &extent, &result->bins, failure) ||
        !count_values(job, failure))
        return false;
    wgs_progress_stop(job->bar);
    job->bar = NULL;
    print_result(job);
    return true;
}

static void close_job(histogram_job* job) {
    wgs_progress_stop(job->bar);
    free(job->result.counts);
    wgs_bins_free(&job->result.bins);
    wgs_numbers_free(&job->numbers);
    wgs_sort_engine_close(job->engine);
    wgs_table_close(job->table);
    wgs_histogram_options_free(&job->options);
}

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    histogram_job* job = taker;
    switch (id) {
    case WGS_OPT_JSON:
        job->json = true;
        return true;
    case WGS_OPT_QUIET:
        job->quiet = true;
        return true;
    default:
        return wgs_histogram_option(&job->options, id, value, failure);
    }
}

int wgs_command_histogram(int argument_count, char* const* words, wgs_failure* failure) {
    histogram_job job = {0};
    wgs_input_options_start(&job.options.input);
    wgs_command_line const line = {
        .help = &histogram_help,
        .input = &job.options.input,
        .engine = &job.options.engine,
        .take = take_option,
        .taker = &job,
    };
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run)
        good = run_histogram(&job, failure);
    close_job(&job);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
