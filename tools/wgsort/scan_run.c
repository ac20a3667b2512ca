/* SPDX-License-Identifier: MIT */
#include "scan_run.h"

#include "adapter_list.h"
#include "batch_read.h"
#include "exit_status.h"
#include "file_format.h"
#include "json_text.h"
#include "row_output.h"
#include "scan_column.h"
#include "segments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is open while a scan runs. */
typedef struct scan_job {
    wgs_scan_run_options* options;
    wgs_table* table;
    size_t column;
    char* name; /* of the new column */
    wgs_result_column result;
    wgs_sort_engine* engine;
    WGSContext context; /* once something was scanned */
    wgs_row_output output;
    wgs_progress_bar* bar;
    wgs_key_type type;
    uint64_t rows;
    uint64_t nulls;
    uint64_t segments;
    uint64_t batches;
    uint64_t portions; /* the most that one input or batch was cut into */
} scan_job;

static char const* column_name(scan_job const* job) {
    return wgs_numeric_column_name(job->table, job->column);
}

static bool make_name(scan_job* job, wgs_failure* failure) {
    wgs_scan_run_options const* options = job->options;
    char const* operation = wgs_scan_operation_name(options->scan.operation);
    size_t const size = strlen(column_name(job)) + strlen(operation) + 2;
    job->name = options->name ? strdup(options->name) : malloc(size);
    if (!job->name)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    if (!options->name)
        (void)snprintf(job->name, size, "%s_%s", column_name(job), operation);
    for (size_t i = 0; !options->replace && i < wgs_table_column_count(job->table); i++)
        if (strcmp(wgs_table_column_name(job->table, i), job->name) == 0)
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "%s: there is a column \"%s\" already: give another --name, or --replace",
                wgs_table_path(job->table),
                job->name);
    return true;
}

/* Opens everything, the output included: what can't be read or written is refused before the work.
 */
static bool open_job(scan_job* job, wgs_failure* failure) {
    wgs_scan_run_options* options = job->options;
    if (options->replace && options->name)
        return wgs_fail(failure, WGS_EXIT_USAGE, "--replace and --name exclude each other");
    if (!wgs_numeric_column_open(&options->scan.input, &job->table, &job->column, failure) ||
        !make_name(job, failure))
        return false;
    wgs_key_type type = WGS_KEY_I64; /* for the formats that don't go by it */
    (void)wgs_numeric_column_type(job->table, job->column, &type);
    job->result = (wgs_result_column){
        .replace = options->replace,
        .source = job->column,
        .name = job->name,
        .type = wgs_scan_result_type(&options->scan, type),
    };
    options->output.write.result = &job->result;
    return wgs_row_output_open(&job->output, job->table, &options->output, failure) &&
           wgs_sort_engine_start(&options->scan.engine, &job->engine, failure);
}

static void close_job(scan_job* job) {
    wgs_progress_stop(job->bar);
    wgs_row_output_discard(&job->output);
    wgs_table_close(job->table);
    wgs_sort_engine_close(job->engine);
    free(job->name);
}

static bool
write_result(scan_job* job, wgs_scan_result const* scanned, uint64_t rows, wgs_failure* failure) {
    wgs_progress_set(job->bar, "write", 0, 0);
    job->result.held = scanned->type;
    job->result.values = scanned->values;
    job->result.nulls = scanned->nulls;
    if (job->portions < scanned->portions)
        job->portions = scanned->portions;
    return wgs_writer_rows(
        job->output.writer, NULL, rows, job->options->output.batches, 0, failure);
}

static bool scan_and_write(
    scan_job* job, wgs_key_column const* column, uint8_t const* starts, wgs_failure* failure) {
    wgs_scan_options const* options = &job->options->scan;
    wgs_scan_plan plan;
    wgs_scan_result scanned;
    char const* path = wgs_table_path(job->table);
    if (!wgs_scan_plan_make(options, column, path, column_name(job), &plan, failure) ||
        !wgs_sort_engine_ready(job->engine, &job->context, failure) ||
        !wgs_scan_column(
            job->context,
            &plan,
            column,
            starts,
            options->engine.portion_rows,
            job->rows,
            &scanned,
            job->bar,
            failure))
        return false;
    bool const good = write_result(job, &scanned, column->rows, failure);
    wgs_scan_result_free(&scanned);
    return good;
}

static void count_rows(scan_job* job, wgs_key_column const* column, uint8_t const* starts) {
    for (uint64_t row = 0; row < column->rows; row++) {
        job->nulls += column->nulls ? column->nulls[row] : 0;
        job->segments += starts ? starts[row] : 0;
    }
    job->rows += column->rows;
    job->type = column->type;
}

/* Scans and writes all rows that the table holds. */
static bool scan_held_rows(scan_job* job, wgs_failure* failure) {
    wgs_key_column column;
    uint8_t* starts = NULL;
    wgs_segment_state state = {0};
    if (!wgs_numeric_column_load(job->table, job->column, &column, failure))
        return false;
    wgs_input_options const* input = &job->options->scan.input;
    bool good = wgs_segment_starts(input, job->table, &state, &starts, failure) &&
                scan_and_write(job, &column, starts, failure);
    if (good)
        count_rows(job, &column, starts);
    wgs_segment_state_free(&state);
    free(starts);
    wgs_key_column_free(&column);
    return good;
}

static bool scan_whole(scan_job* job, wgs_failure* failure) {
    return wgs_read_batches(job->table, job->bar, failure) && scan_held_rows(job, failure);
}

static bool scan_batches(scan_job* job, wgs_failure* failure) {
    for (;;) {
        bool more;
        if (!wgs_read_batch(job->table, job->bar, &more, failure))
            return false;
        if (!more)
            return true;
        if (!scan_held_rows(job, failure))
            return false;
        wgs_table_drop_rows(job->table);
        job->batches++;
    }
}

static bool print_json(scan_job const* job, wgs_failure* failure) {
    wgs_scan_options const* options = &job->options->scan;
    WGSContextInfo info = {0};
    WGSError error;
    if (job->context && wgsContextGetInfo(job->context, &info, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    (void)fputs("{\"input\": ", stderr);
    wgs_json_string(stderr, wgs_table_path(job->table));
    (void)fprintf(
        stderr,
        ", \"format\": \"%s\", \"column\": ",
        wgs_file_format_name(wgs_table_format(job->table)));
    wgs_json_string(stderr, column_name(job));
    (void)fputs(", \"result\": ", stderr);
    wgs_json_string(stderr, job->options->replace ? column_name(job) : job->name);
    (void)fprintf(
        stderr,
        ", \"operation\": \"%s\", \"exclusive\": %s, \"type\": \"%s\", \"rows\": %" PRIu64
        ", \"nulls\": %" PRIu64 ", \"batches\": %" PRIu64,
        wgs_scan_operation_name(options->operation),
        options->mode == WGSScanMode_Exclusive ? "true" : "false",
        wgs_key_type_name(wgs_scan_result_type(options, job->type)),
        job->rows,
        job->nulls,
        job->batches);
    if (options->input.segment_count > 0)
        (void)fprintf(stderr, ", \"segments\": %" PRIu64, job->segments);
    else
        (void)fputs(", \"segments\": null", stderr);
    (void)fputs(", \"adapter\": ", stderr);
    wgs_json_string(stderr, info.adapterName);
    (void)fprintf(
        stderr,
        ", \"adapter_kind\": \"%s\", \"portions\": %" PRIu64 "}\n",
        wgs_adapter_kind(info.adapterType),
        job->portions);
    return true;
}

static bool finish_job(scan_job* job, wgs_failure* failure) {
    wgs_progress_set(job->bar, "write", 0, 0);
    if (!wgs_row_output_finish(&job->output, failure))
        return false;
    wgs_progress_stop(job->bar);
    job->bar = NULL;
    return !job->options->json || print_json(job, failure);
}

bool wgs_scan_run(wgs_scan_run_options* options, wgs_failure* failure) {
    scan_job job = {.options = options, .output = {.file = {.fd = -1}}, .type = WGS_KEY_I64};
    bool good = open_job(&job, failure);
    if (good) {
        job.bar = wgs_progress_start(options->quiet || options->json);
        good =
            (options->output.batches ? scan_batches(&job, failure) : scan_whole(&job, failure)) &&
            finish_job(&job, failure);
    }
    close_job(&job);
    return good;
}
