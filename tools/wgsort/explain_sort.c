/* SPDX-License-Identifier: MIT */
/* wgsort explain sort: the graph that a sort would record, and why. */
#include "explain_commands.h"

#include "batch_read.h"
#include "command_line.h"
#include "explain_print.h"
#include "segments.h"
#include "sort_engine.h"
#include "sort_graph.h"

#include <stdlib.h>
#include <string.h>

static wgs_option_id const explain_option_ids[] = {
    WGS_OPT_KEY,
    WGS_OPT_SEGMENTS,
    WGS_OPT_FORMAT,
    WGS_OPT_RAW,
    WGS_OPT_ROWS,
    WGS_OPT_HEADER,
    WGS_OPT_NO_HEADER,
    WGS_OPT_NULLS,
    WGS_OPT_KEY_BITS,
    WGS_OPT_ARGSORT,
    WGS_OPT_ALGORITHM,
    WGS_OPT_ADAPTER,
    WGS_OPT_GRAPH,
    WGS_OPT_HELP,
};

static wgs_command_help const explain_help = {
    .usage = "wgsort explain [sort] [INPUT] -k KEY [-k KEY ...] [options]\n"
             "       wgsort explain [sort] --raw TYPES --rows N [-k KEY ...] [options]\n"
             "       wgsort explain scan --help\n"
             "       wgsort explain histogram --help",
    .about =
        "Prints the graph that `wgsort sort` would record for INPUT, or for N raw rows without\n"
        "one: its nodes in order, their bytes and dispatches, which buffers share memory, and\n"
        "why the algorithm was chosen. Nothing is sorted. The other commands that record graphs "
        "are\n"
        "explained by their names, with the same options as theirs; an INPUT that is called like\n"
        "one of them is ./NAME.\n",
    .examples = "  wgsort explain trips.parquet -k pickup_time\n"
                "  wgsort explain --raw u32 --rows 100000000 --as dot | dot -Tsvg > sort.svg\n",
    .options = explain_option_ids,
    .option_count = sizeof explain_option_ids / sizeof explain_option_ids[0],
};

typedef struct explain_job {
    wgs_input_options input;
    wgs_engine_options engine;
    wgs_explain_options explain;
    bool argsort;
} explain_job;

/* Makes the graph of as many rows as the device sorts at once, and says so when there are more. */
static bool explain_shape(explain_job* job, wgs_sort_shape* shape, wgs_failure* failure) {
    wgs_sort_engine* engine;
    if (!wgs_sort_engine_start(&job->engine, &engine, failure))
        return false;
    WGSContext context = NULL;
    WGSGraph graph = NULL;
    bool good = wgs_sort_engine_ready(engine, &context, failure);
    if (good) {
        uint64_t const rows = shape->rows;
        uint64_t room;
        good = wgs_sort_graph_room(context, shape, &room, failure);
        if (good)
            shape->rows = wgs_explain_portion(rows, room, "sorted", "merged on the CPU");
    }
    good = good && wgs_sort_graph_make(context, shape, &graph, failure) &&
           wgs_explain_print(graph, job->explain.format, failure);
    wgsGraphRelease(graph);
    wgs_sort_engine_close(engine);
    return good;
}

static bool explain_keys(
    explain_job* job,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t rows,
    bool values_only,
    wgs_failure* failure) {
    wgs_host_keys host;
    if (!wgs_host_keys_make(&host, keys, key_count, rows, failure))
        return false;
    wgs_sort_shape shape = {
        .rows = rows,
        .key_count = host.count,
        .keys = host.keys,
        .values_only = values_only,
        .algorithm = job->engine.algorithm,
    };
    bool const good = explain_shape(job, &shape, failure);
    wgs_host_keys_free(&host);
    return good;
}

/* Without an input any row may begin a segment. */
static void plan_segments(explain_job const* job, wgs_row_key* keys, size_t* key_count) {
    if (job->input.segment_count == 0 || job->explain.rows < 2)
        return;
    memmove(keys + 1, keys, *key_count * sizeof *keys);
    keys[0] = wgs_segment_key(job->explain.rows, job->explain.rows);
    ++*key_count;
}

/* Reads the input for its keys; with --rows there is none, and the keys are those of raw rows. */
static bool
explain_table(explain_job* job, wgs_table* table, size_t const* columns, wgs_failure* failure) {
    if (!wgs_read_batches(table, NULL, failure))
        return false;
    wgs_row_key keys[WGS_MAX_SORT_COLUMNS];
    size_t key_count;
    uint64_t segments;
    if (!wgs_load_sort_keys(&job->input, table, columns, keys, &key_count, &segments, failure))
        return false;
    plan_segments(job, keys, &key_count);
    wgs_packed_rows packed;
    bool const values_only = job->input.key_count == 1 && job->input.segment_count == 0 &&
                             !job->argsort && wgs_table_packed_rows(table, &packed);
    uint64_t const rows = job->explain.rows > 0 ? job->explain.rows : wgs_table_row_count(table);
    bool const good = explain_keys(job, keys, key_count, rows, values_only, failure);
    wgs_row_keys_free(keys, key_count);
    return good;
}

static bool explain_input(explain_job* job, wgs_failure* failure) {
    if (!wgs_explain_open_nothing(&job->input, job->explain.rows, failure))
        return false;
    wgs_table* table = NULL;
    size_t columns[WGS_MAX_KEYS];
    if (!wgs_input_open(&job->input, &table, columns, failure))
        return false;
    bool const good = explain_table(job, table, columns, failure);
    wgs_table_close(table);
    return good;
}

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    explain_job* job = taker;
    bool taken = false;
    if (!wgs_explain_option(&job->explain, id, value, &taken, failure))
        return false;
    job->argsort |= id == WGS_OPT_ARGSORT;
    return true;
}

int wgs_explain_sort(int argument_count, char* const* words, wgs_failure* failure) {
    explain_job job = {0};
    wgs_input_options_start(&job.input);
    wgs_command_line const line = {
        .help = &explain_help,
        .input = &job.input,
        .engine = &job.engine,
        .take = take_option,
        .taker = &job,
    };
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run)
        good = explain_input(&job, failure);
    wgs_input_options_free(&job.input);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
