/* SPDX-License-Identifier: MIT */
#include "sort_run.h"

#include "batch_read.h"
#include "exit_status.h"
#include "order_check.h"
#include "packed_stream.h"
#include "row_output.h"
#include "row_preview.h"
#include "segments.h"

#include <stdlib.h>

/* What is open while a sort runs. */
typedef struct sort_job {
    wgs_sort_options* options;
    wgs_table* table;
    size_t columns[WGS_MAX_KEYS];
    wgs_sort_engine* engine;
    wgs_row_output output;
    wgs_progress_bar* bar;
    wgs_run_report report;
    char verdict[128];
    uint64_t phase_start;
} sort_job;

/* Opens everything, the output included: what can't be read or written is refused before the work.
 */
static bool open_job(sort_job* job, wgs_failure* failure) {
    wgs_sort_options* options = job->options;
    if (!wgs_input_open(&options->input, &job->table, job->columns, failure))
        return false;
    job->report.input = wgs_table_path(job->table);
    job->report.format = wgs_table_format(job->table);
    job->report.keys = options->input.key_texts;
    job->report.key_count = options->input.key_count;
    job->report.by_segments = options->input.segment_count > 0;
    return wgs_row_output_open(&job->output, job->table, &options->output, failure) &&
           wgs_sort_engine_start(&options->engine, &job->engine, failure);
}

static void close_job(sort_job* job) {
    wgs_progress_stop(job->bar);
    wgs_row_output_discard(&job->output);
    wgs_table_close(job->table);
    wgs_sort_engine_close(job->engine);
}

static void end_phase(sort_job* job, wgs_phase phase) {
    wgs_run_report_phase(&job->report, phase, &job->phase_start);
}

/* Around calls that account for their own phases. */
static void restart_phase(sort_job* job) { job->phase_start = wgs_now(); }

/* Takes a verdict into the report; one that isn't good ends the run before anything is written. */
static bool accept_verdict(sort_job* job, wgs_verdict const* verdict, wgs_failure* failure) {
    wgs_verdict_text(verdict, job->verdict, sizeof job->verdict);
    job->report.verdict = job->verdict;
    end_phase(job, WGS_PHASE_CHECK);
    return verdict->kind == WGS_VERDICT_GOOD || wgs_fail(
                                                    failure,
                                                    WGS_EXIT_UNSORTED,
                                                    "%s: the check of the result failed: %s",
                                                    wgs_table_path(job->table),
                                                    job->verdict);
}

static void preview(sort_job* job, char const* title, uint64_t const* order) {
    /* Of many batches the first two are enough to see that each is a sort of its own. */
    if (job->options->verbose && job->report.batches < 2)
        wgs_preview_rows(stderr, title, job->table, order);
}

static bool write_order(sort_job* job, uint64_t const* order, uint64_t rows, wgs_failure* failure) {
    wgs_progress_set(job->bar, "write", 0, 0);
    bool const good = wgs_writer_rows(
        job->output.writer, order, rows, job->options->output.batches, job->report.rows, failure);
    end_phase(job, WGS_PHASE_WRITE);
    return good;
}

static bool sort_and_write(
    sort_job* job,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t* order,
    uint64_t rows,
    wgs_failure* failure) {
    if (!wgs_sort_engine_order(
            job->engine, keys, key_count, rows, order, &job->report, job->bar, failure))
        return false;
    restart_phase(job);
    if (job->options->check) {
        wgs_verdict verdict;
        wgs_progress_set(job->bar, "check", 0, 0);
        if (!wgs_check_order(keys, key_count, order, rows, &verdict, failure) ||
            !accept_verdict(job, &verdict, failure))
            return false;
    }
    preview(job, "after", order);
    return write_order(job, order, rows, failure);
}

/* Orders and writes all rows that the table holds. */
static bool sort_held_rows(sort_job* job, wgs_failure* failure) {
    uint64_t const rows = wgs_table_row_count(job->table);
    wgs_input_options const* input = &job->options->input;
    wgs_row_key keys[WGS_MAX_SORT_COLUMNS];
    size_t key_count;
    uint64_t segments;
    preview(job, "before", NULL);
    if (!wgs_load_sort_keys(input, job->table, job->columns, keys, &key_count, &segments, failure))
        return false;
    job->report.segments += segments;
    end_phase(job, WGS_PHASE_KEYS);
    uint64_t* order = malloc(rows ? rows * sizeof *order : 1);
    bool const good = order ? sort_and_write(job, keys, key_count, order, rows, failure)
                            : wgs_fail(
                                  failure,
                                  WGS_EXIT_DATA,
                                  "%s: out of memory for the order of %llu rows",
                                  wgs_table_path(job->table),
                                  (unsigned long long)rows);
    free(order);
    wgs_row_keys_free(keys, key_count);
    job->report.rows += rows;
    return good;
}

static void pass_final_values(uint64_t bytes, void* userdata) {
    wgs_packed_stream_advance(userdata, bytes);
}

/* Sorts packed rows and writes them; while the last still come from the device, the first are being
 * written. A check has to see all of them before anything is. */
static bool sort_and_write_packed(
    sort_job* job, wgs_row_key const* key, wgs_packed_rows const* rows, wgs_failure* failure) {
    wgs_packed_stream* stream = NULL;
    wgs_value_sum sum = {0, 0};
    if (job->options->check)
        sum = wgs_sum_values(rows->type, rows->values, rows->count);
    else if (!wgs_packed_stream_start(job->output.writer, rows, &stream, failure))
        return false;
    end_phase(job, WGS_PHASE_CHECK);
    if (!wgs_sort_engine_values(
            job->engine,
            key,
            stream ? pass_final_values : NULL,
            stream,
            &job->report,
            job->bar,
            failure)) {
        wgs_packed_stream_cancel(stream);
        return false;
    }
    restart_phase(job);
    if (job->options->check) {
        wgs_verdict const verdict = wgs_check_values(key, sum);
        if (!accept_verdict(job, &verdict, failure))
            return false;
    }
    wgs_progress_set(job->bar, "write", 0, 0);
    bool written = stream != NULL;
    bool good = stream ? wgs_packed_stream_finish(stream, failure)
                       : wgs_writer_packed_rows(job->output.writer, rows, &written, failure);
    if (good && !written)
        good = write_order(job, NULL, rows->count, failure);
    end_phase(job, WGS_PHASE_WRITE);
    return good;
}

/* Rows that are nothing but the key are sorted where they lie: no order, no gather. */
static bool sort_packed_rows(sort_job* job, wgs_packed_rows const* rows, wgs_failure* failure) {
    wgs_row_key key = wgs_input_key(&job->options->input, 0);
    key.column = (wgs_key_column){
        .type = rows->type,
        .bits = wgs_key_type_bits(rows->type),
        .rows = rows->count,
        .values = rows->values};
    preview(job, "before", NULL);
    if (!wgs_check_key_bits(&job->options->input, &key, 0, failure) ||
        !sort_and_write_packed(job, &key, rows, failure))
        return false;
    preview(job, "after", NULL);
    job->report.rows += rows->count;
    return true;
}

static bool sort_whole(sort_job* job, wgs_failure* failure) {
    if (!wgs_read_batches(job->table, job->bar, failure))
        return false;
    end_phase(job, WGS_PHASE_READ);
    wgs_sort_options const* options = job->options;
    /* Within a window equal keys may differ in other bits: only an order shows that it is stable.
     */
    bool const values_tell_all = !options->check || options->input.key_bits == 0;
    wgs_packed_rows rows;
    if (options->input.key_count == 1 && options->input.segment_count == 0 &&
        !options->output.write.argsort && values_tell_all &&
        wgs_table_packed_rows(job->table, &rows))
        return sort_packed_rows(job, &rows, failure);
    return sort_held_rows(job, failure);
}

static bool sort_batches(sort_job* job, wgs_failure* failure) {
    for (;;) {
        bool more;
        if (!wgs_read_batch(job->table, job->bar, &more, failure))
            return false;
        end_phase(job, WGS_PHASE_READ);
        if (!more)
            return true;
        if (!sort_held_rows(job, failure))
            return false;
        wgs_table_drop_rows(job->table);
        job->report.batches++;
    }
}

static bool finish_output(sort_job* job, wgs_failure* failure) {
    if (!wgs_row_output_finish(&job->output, failure))
        return false;
    end_phase(job, WGS_PHASE_WRITE);
    return true;
}

/* The report names the device even when there was nothing to sort on it. */
static bool name_device(sort_job* job, wgs_failure* failure) {
    WGSContext context = NULL;
    WGSError error;
    if (job->report.sorts > 0)
        return true;
    if (!wgs_sort_engine_ready(job->engine, &context, failure))
        return false;
    return wgsContextGetInfo(context, &job->report.context, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

static bool print_report(sort_job* job, uint64_t start, wgs_failure* failure) {
    wgs_sort_options const* options = job->options;
    wgs_progress_stop(job->bar);
    job->bar = NULL;
    if (options->check && !options->quiet && !options->json && !options->verbose)
        (void)fprintf(stderr, "wgsort: checked: %s\n", job->verdict);
    if (!options->json && !options->verbose)
        return true;
    job->report.total_nanoseconds = wgs_now() - start;
    if (!name_device(job, failure))
        return false;
    if (options->json)
        wgs_run_report_print_json(&job->report, stderr);
    else
        wgs_run_report_print_text(&job->report, stderr);
    return true;
}

bool wgs_sort_run(wgs_sort_options* options, wgs_failure* failure) {
    uint64_t const start = wgs_now();
    sort_job job = {.options = options, .output = {.file = {.fd = -1}}, .phase_start = start};
    bool good = open_job(&job, failure);
    if (good) {
        job.bar = wgs_progress_start(options->quiet || options->json || options->verbose);
        good =
            (options->output.batches ? sort_batches(&job, failure) : sort_whole(&job, failure)) &&
            finish_output(&job, failure) && print_report(&job, start, failure);
    }
    close_job(&job);
    return good;
}
