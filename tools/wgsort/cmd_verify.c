/* SPDX-License-Identifier: MIT */
/* wgsort verify: says whether a file is sorted by a key, and where not. No device is used. */
#include "commands.h"

#include "command_line.h"
#include "json_text.h"
#include "number_format.h"
#include "segments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static wgs_option_id const verify_option_ids[] = {
    WGS_OPT_KEY,
    WGS_OPT_SEGMENTS,
    WGS_OPT_FORMAT,
    WGS_OPT_RAW,
    WGS_OPT_HEADER,
    WGS_OPT_NO_HEADER,
    WGS_OPT_NULLS,
    WGS_OPT_KEY_BITS,
    WGS_OPT_BATCHES,
    WGS_OPT_JSON,
    WGS_OPT_QUIET,
    WGS_OPT_HELP,
};

static wgs_command_help const verify_help = {
    .usage = "wgsort verify [FILE] -k KEY [-k KEY ...] [options]",
    .about =
        "Says whether the rows of FILE (standard input when left out) are in the order of the\n"
        "keys. Exit status 0: they are; 1: they are not, and the first row that comes too late\n"
        "is named, counting from 0. With --segments each segment has an order of its own.\n",
    .examples = "  wgsort verify sorted.parquet -k pickup_time -k fare:desc\n"
                "  wgsort verify --raw u32 keys.bin && echo sorted\n",
    .options = verify_option_ids,
    .option_count = sizeof verify_option_ids / sizeof verify_option_ids[0],
};

typedef struct verify_job {
    wgs_input_options input;
    bool batches;
    bool json;
    bool quiet;
    wgs_table* table;
    size_t columns[WGS_MAX_KEYS];
    uint64_t rows; /* seen so far */
    uint64_t segments;
    wgs_segment_state segment_state;
    bool disorder;
    uint64_t bad_row;
    char bad_text[WGS_MAX_KEYS * (2 * WGS_NUMBER_TEXT_SIZE + 80)];
    /* The last row of the batch before, as columns of one row. */
    bool has_last;
    wgs_row_key last[WGS_MAX_KEYS];
    uint64_t last_values[WGS_MAX_KEYS];
    uint8_t last_nulls[WGS_MAX_KEYS];
} verify_job;

static void keep_last(verify_job* job, wgs_row_key const* keys, uint64_t row) {
    for (size_t i = 0; i < job->input.key_count; i++) {
        wgs_key_column const* column = &keys[i].column;
        size_t const size = wgs_key_type_bits(column->type) / 8;
        memcpy(&job->last_values[i], (char const*)column->values + row * size, size);
        job->last_nulls[i] = column->nulls ? column->nulls[row] : 0;
        job->last[i] = keys[i];
        job->last[i].column.values = &job->last_values[i];
        job->last[i].column.nulls = &job->last_nulls[i];
    }
    job->has_last = true;
}

/* Notes that row `row` of `keys` comes after one that belongs behind it. */
static void note_disorder(
    verify_job* job,
    wgs_row_key const* before,
    uint64_t before_row,
    wgs_row_key const* keys,
    uint64_t row) {
    size_t used = 0;
    job->disorder = true;
    job->bad_row = job->rows + row;
    for (size_t i = 0; i < job->input.key_count && used < sizeof job->bad_text; i++) {
        char value[WGS_NUMBER_TEXT_SIZE];
        char value_before[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_format_key(&keys[i].column, row, value);
        (void)wgs_format_key(&before[i].column, before_row, value_before);
        int const length = snprintf(
            job->bad_text + used,
            sizeof job->bad_text - used,
            "%s%.64s is %s after %s",
            i ? ", " : "",
            wgs_table_column_name(job->table, job->columns[i]),
            value,
            value_before);
        used += length > 0 ? (size_t)length : 0;
    }
}

/* `starts` says which rows begin a segment: no row before them is compared. NULL: none does. */
static void
verify_rows(verify_job* job, wgs_row_key const* keys, uint8_t const* starts, uint64_t rows) {
    size_t const key_count = job->input.key_count;
    bool const goes_on = rows > 0 && job->has_last && !(starts && starts[0]);
    if (goes_on && wgs_compare_row_to(job->last, 0, keys, key_count, 0) > 0)
        note_disorder(job, job->last, 0, keys, 0);
    for (uint64_t row = 1; row < rows && !job->disorder; row++)
        if (!(starts && starts[row]) && wgs_compare_rows(keys, key_count, row - 1, row) > 0)
            note_disorder(job, keys, row - 1, keys, row);
    if (rows > 0 && !job->batches)
        keep_last(job, keys, rows - 1);
}

static bool find_segments(verify_job* job, uint8_t** starts, wgs_failure* failure) {
    if (job->batches)
        wgs_segment_state_free(&job->segment_state);
    if (!wgs_segment_starts(&job->input, job->table, &job->segment_state, starts, failure))
        return false;
    uint64_t const rows = *starts ? wgs_table_row_count(job->table) : 0;
    for (uint64_t row = 0; row < rows; row++)
        job->segments += (*starts)[row];
    return true;
}

static bool verify_held_rows(verify_job* job, wgs_failure* failure) {
    uint64_t const rows = wgs_table_row_count(job->table);
    wgs_row_key keys[WGS_MAX_KEYS];
    uint8_t* starts;
    if (!find_segments(job, &starts, failure))
        return false;
    bool const good = wgs_input_load_keys(&job->input, job->table, job->columns, keys, failure);
    if (good) {
        verify_rows(job, keys, starts, rows);
        wgs_row_keys_free(keys, job->input.key_count);
        job->rows += rows;
    }
    free(starts);
    return good;
}

/* The type of a text column is that of all its rows: they are read to the end first. */
static bool verify_file(verify_job* job, wgs_failure* failure) {
    wgs_file_format const format = wgs_table_format(job->table);
    bool const whole = format == WGS_FILE_CSV || format == WGS_FILE_TSV;
    bool more = true;
    while (more && !job->disorder) {
        if (!wgs_table_read_batch(job->table, &more, failure))
            return false;
        if (whole ? more : !more)
            continue;
        if (!verify_held_rows(job, failure))
            return false;
        wgs_table_drop_rows(job->table);
    }
    return true;
}

static void print_json(verify_job const* job) {
    (void)fputs("{\"input\": ", stdout);
    wgs_json_string(stdout, wgs_table_path(job->table));
    (void)fputs(", \"keys\": [", stdout);
    for (size_t i = 0; i < job->input.key_count; i++) {
        (void)fputs(i ? ", " : "", stdout);
        wgs_json_string(stdout, job->input.key_texts[i]);
    }
    if (job->disorder) {
        (void)printf("], \"sorted\": false, \"row\": %" PRIu64 ", \"why\": ", job->bad_row);
        wgs_json_string(stdout, job->bad_text);
        (void)fputs("}\n", stdout);
        return;
    }
    (void)printf("], \"sorted\": true, \"rows\": %" PRIu64, job->rows);
    if (job->input.segment_count > 0)
        (void)printf(", \"segments\": %" PRIu64, job->segments);
    (void)fputs("}\n", stdout);
}

static void print_sorted(verify_job const* job) {
    (void)printf("%s: sorted, %" PRIu64 " rows", wgs_table_path(job->table), job->rows);
    if (job->input.segment_count > 0)
        (void)printf(" in %" PRIu64 " segments", job->segments);
    (void)printf("%s\n", job->batches ? ", each batch on its own" : "");
}

static void print_verdict(verify_job const* job) {
    if (job->json)
        print_json(job);
    else if (!job->quiet && job->disorder)
        (void)printf(
            "%s: not sorted: row %" PRIu64 ": %s\n",
            wgs_table_path(job->table),
            job->bad_row,
            job->bad_text);
    else if (!job->quiet)
        print_sorted(job);
}

static bool take_option(void* taker, wgs_option_id id, char const* value, wgs_failure* failure) {
    verify_job* job = taker;
    (void)value;
    (void)failure;
    job->batches |= id == WGS_OPT_BATCHES;
    job->json |= id == WGS_OPT_JSON;
    job->quiet |= id == WGS_OPT_QUIET;
    return true;
}

static bool run_verify(verify_job* job, wgs_failure* failure) {
    if (!wgs_input_open(&job->input, &job->table, job->columns, failure))
        return false;
    wgs_file_format const format = wgs_table_format(job->table);
    if (job->batches &&
        (format == WGS_FILE_CSV || format == WGS_FILE_TSV || format == WGS_FILE_RAW))
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: --batches is for arrow, arrows and parquet",
            wgs_table_path(job->table));
    if (!verify_file(job, failure))
        return false;
    print_verdict(job);
    return true;
}

int wgs_command_verify(int argument_count, char* const* words, wgs_failure* failure) {
    verify_job* job = calloc(1, sizeof *job);
    if (!job) {
        wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
        return WGS_EXIT_DATA;
    }
    wgs_input_options_start(&job->input);
    wgs_command_line const line = {
        .help = &verify_help, .input = &job->input, .take = take_option, .taker = job};
    bool run = false;
    bool good = wgs_command_line_read(&line, argument_count, words, &run, failure);
    if (good && run)
        good = run_verify(job, failure);
    int const status = !good ? failure->exit_code : job->disorder ? WGS_EXIT_UNSORTED : WGS_EXIT_OK;
    wgs_segment_state_free(&job->segment_state);
    wgs_table_close(job->table);
    wgs_input_options_free(&job->input);
    free(job);
    return status;
}
