/* SPDX-License-Identifier: MIT */
/* wgsort explain scan: the graph that a scan would record. */
#include "explain_commands.h"

#include "batch_read.h"
#include "command_line.h"
#include "explain_print.h"
#include "scan_column.h"

static wgs_option_id const explain_option_ids[] = {
    WGS_OPT_COLUMN,
    WGS_OPT_OPERATION,
    WGS_OPT_EXCLUSIVE,
    WGS_OPT_SEGMENTS,
    WGS_OPT_F32,
    WGS_OPT_WRAP,
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
    .usage = "wgsort explain scan [INPUT] -c COLUMN [options]\n"
             "       wgsort explain scan --raw TYPES --rows N [options]",
    .about =
        "Prints the graph that `wgsort scan` would record for INPUT, or for N raw rows without\n"
        "one. Nothing is scanned.\n",
    .examples = "  wgsort explain scan visits.parquet -c spent --segments user\n"
                "  wgsort explain scan --raw f32 --rows 1000000 --operation max --as json\n",
    .options = explain_option_ids,
    .option_count = sizeof explain_option_ids / sizeof explain_option_ids[0],
};

typedef struct explain_job {
    wgs_scan_options options;
    wgs_explain_options explain;
} explain_job;

static bool
explain_plan(explain_job* job, wgs_scan_plan const* plan, uint64_t rows, wgs_failure* failure) {
    wgs_sort_engine* engine = NULL;
    WGSContext context = NULL;
    uint64_t portion = 0;
    wgs_scan_graph made = {0};
    bool good = wgs_explain_open_device(
        &job->options.engine,
        rows,
        "scanned",
        "joined on the CPU",
        &engine,
        &context,
        &portion,
        failure);
    good = good && wgs_scan_graph_make(context, plan, portion, &made, failure) &&
           wgs_explain_print(made.graph, job->explain.format, failure);
    wgsGraphRelease(made.graph);
    wgs_sort_engine_close(engine);
    return good;
}

static bool explain_table(explain_job* job, wgs_table* table, size_t column, wgs_failure* failure) {
    if (!wgs_read_batches(table, NULL, failure))
        return false;
    char const* name = wgs_numeric_column_name(table, column);
    wgs_key_column key;
    if (!wgs_numeric_column_load(table, column, &key, failure))
        return false;
    wgs_scan_plan plan;
    bool good =
        wgs_scan_plan_make(&job->options, &key, wgs_table_path(table), name, &plan, failure);
    uint64_t const rows = job->explain.rows > 0 ? job->explain.rows : key.rows;
    wgs_key_column_free(&key);
    return good && explain_plan(job, &plan, rows, failure);
}

static bool explain_input(explain_job* job, wgs_failure* failure) {
    wgs_table* table = NULL;
    size_t column = 0;
    if (!wgs_explain_open_nothing(&job->options.input, job->explain.rows, failure) ||
        !wgs_numeric_column_open(&job->options.input, &table, &column, failure))
        return false;
    bool const good = explain_table(job, table, column, failure);
    wgs_table_close(table);
    return good;
}

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    explain_job* job = taker;
    bool taken = false;
    return wgs_explain_option(&job->explain, id, value, &taken, failure) &&
           (taken || wgs_scan_option(&job->options, id, value, failure));
}

int wgs_explain_scan(int argument_count, char* const* words, wgs_failure* failure) {
    explain_job job = {0};
    wgs_scan_options_start(&job.options);
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
    wgs_scan_options_free(&job.options);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
