/* SPDX-License-Identifier: MIT */
#include "scan_column.h"

#include "exit_status.h"
#include "key_compare.h"
#include "sort_engine.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sum, or a least or greatest value as the offset that it is on the device; of floats `real`. */
typedef struct scan_value {
    wgs_wide whole;
    float real;
} scan_value;

/* A scan under way: words of the portion before and after the device had them. */
typedef struct scan_job {
    WGSContext context;
    wgs_scan_plan const* plan;
    wgs_key_column const* column;
    uint8_t const* starts;
    uint64_t first_row;
    wgs_scan_result* result;
    WGSProgram program;
    WGSValue rows;
    wgs_device_buffer buffers[2]; /* values, flags */
    uint32_t* words;
    uint32_t* scanned;
    uint32_t* flags;
    uint64_t capacity;
    /* What came before the piece that the device is in: only then is `has_before`. */
    bool has_before;
    scan_value before;
    bool has_value; /* the segment has one that counts */
} scan_job;

static bool is_null(scan_job const* job, uint64_t row) {
    return job->column->nulls && job->column->nulls[row];
}

static bool is_float(wgs_scan_plan const* plan) { return plan->format == WGSFormat_Float32; }

static float float_value(scan_job const* job, uint64_t row) {
    wgs_key_type const type = job->column->type;
    if (type == WGS_KEY_F32 || type == WGS_KEY_F64)
        return (float)wgs_float_at(job->column, row);
    return (float)wgs_integer_at(job->column, row);
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float bits_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* What changes no result: -0 for sums (0 would change those that are -0), and NaN, which the least
 * and the greatest pass over. */
static uint32_t neutral_word(wgs_scan_plan const* plan) {
    bool const sum = plan->operation == WGSScanOperation_Sum;
    if (is_float(plan))
        return float_bits(sum ? -0.0f : NAN);
    return plan->operation == WGSScanOperation_Minimum ? UINT32_MAX : 0;
}

static uint32_t word_of_row(scan_job const* job, uint64_t row) {
    if (is_null(job, row))
        return neutral_word(job->plan);
    if (is_float(job->plan))
        return float_bits(float_value(job, row));
    return (uint32_t)(wgs_integer_at(job->column, row) - job->plan->base);
}

static scan_value value_of_word(wgs_scan_plan const* plan, uint32_t word) {
    if (is_float(plan))
        return (scan_value){.real = bits_float(word)};
    return (scan_value){
        .whole = plan->format == WGSFormat_Sint32 ? (wgs_wide)(int32_t)word : (wgs_wide)word};
}

/* The order of scan.h: by bits, -0 before 0; NaN is passed over. */
static float choose_float(bool least, float a, float b) {
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    uint64_t const rank_a = wgs_key_rank(WGS_KEY_F32, false, 0, &a, 0);
    uint64_t const rank_b = wgs_key_rank(WGS_KEY_F32, false, 0, &b, 0);
    return (rank_a < rank_b) == least ? a : b;
}

static scan_value combine(wgs_scan_plan const* plan, scan_value a, scan_value b) {
    if (plan->operation == WGSScanOperation_Sum)
        return (scan_value){.whole = a.whole + b.whole, .real = a.real + b.real};
    bool const least = plan->operation == WGSScanOperation_Minimum;
    return (scan_value){
        .whole = (a.whole < b.whole) == least ? a.whole : b.whole,
        .real = choose_float(least, a.real, b.real)};
}

/* Does the sum stay within the device's 32 bits? Only sums of integers leave them. */
static bool fits(wgs_scan_plan const* plan, wgs_wide sum) {
    if (plan->format == WGSFormat_Sint32)
        return sum >= INT32_MIN && sum <= INT32_MAX;
    return sum <= UINT32_MAX;
}

/* Fills the words and flags of rows [begin, end): a flag where a segment begins, and where a sum has
 * to begin anew. */
static void fill_portion(scan_job* job, uint64_t begin, uint64_t end) {
    wgs_scan_plan const* plan = job->plan;
    bool const exact = !is_float(plan) && plan->operation == WGSScanOperation_Sum;
    wgs_wide sum = 0;
    for (uint64_t row = begin; row < end; row++) {
        uint32_t const word = word_of_row(job, row);
        bool anew = job->starts && job->starts[row];
        if (exact) {
            wgs_wide const value = value_of_word(plan, word).whole;
            anew |= !fits(plan, sum + value);
            sum = anew ? value : sum + value;
        }
        job->words[row - begin] = word;
        if (plan->by_flags)
            job->flags[row - begin] = anew;
    }
}

static bool scan_portion(scan_job* job, uint64_t count, wgs_failure* failure) {
    WGSError error;
    bool const by_flags = job->plan->by_flags;
    WGSStatus status = wgsContextWriteBuffer(
        job->context, job->buffers[0].buffer, 0, job->words, count * 4, &error);
    if (status == WGSStatus_Success && by_flags)
        status = wgsContextWriteBuffer(
            job->context, job->buffers[1].buffer, 0, job->flags, count * 4, &error);
    if (status != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    if (!wgs_device_run(
            job->program, job->buffers, by_flags ? 2 : 1, job->rows, (uint32_t)count, failure))
        return false;
    job->result->portions++;
    return wgsContextReadBuffer(
               job->context, job->buffers[0].buffer, 0, job->scanned, count * 4, &error) ==
               WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

static bool refuse_sum(scan_job const* job, wgs_wide sum, uint64_t row, wgs_failure* failure) {
    bool const wide = wgs_key_type_bits(job->plan->result) == 64;
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "%s: column \"%s\": the sum at row %" PRIu64
        " is %s what %s holds (--wrap makes sums modulo "
        "2^%d)",
        job->plan->path,
        job->plan->name,
        job->first_row + row,
        sum < 0 ? "below" : "above",
        wgs_key_type_name(job->plan->result),
        wide ? 64 : 32);
}

static bool put_integer(scan_job* job, uint64_t row, wgs_wide value, wgs_failure* failure) {
    void* const values = job->result->values;
    bool good = true;
    switch (job->plan->result) {
    case WGS_KEY_I32:
        good = value >= INT32_MIN && value <= INT32_MAX;
        break;
    case WGS_KEY_I64:
        good = value >= INT64_MIN && value <= INT64_MAX;
        break;
    case WGS_KEY_U64:
        good = value >= 0 && value <= UINT64_MAX;
        break;
    default: /* floats are put elsewhere */
        good = value >= 0 && value <= UINT32_MAX;
        break;
    }
    if (!good && !job->plan->wrap)
        return refuse_sum(job, value, row, failure);
    if (wgs_key_type_bits(job->plan->result) == 64)
        ((uint64_t*)values)[row] = (uint64_t)value;
    else
        ((uint32_t*)values)[row] = (uint32_t)value;
    return true;
}

/* The least and the greatest of no elements, in the result's type. */
static wgs_wide empty_integer(wgs_scan_plan const* plan) {
    bool const least = plan->operation == WGSScanOperation_Minimum;
    switch (plan->result) {
    case WGS_KEY_I32:
        return least ? INT32_MAX : INT32_MIN;
    case WGS_KEY_I64:
        return least ? INT64_MAX : INT64_MIN;
    case WGS_KEY_U64:
        return least ? (wgs_wide)UINT64_MAX : 0;
    default:
        return least ? (wgs_wide)UINT32_MAX : 0;
    }
}

static bool put_empty(scan_job* job, uint64_t row, wgs_failure* failure) {
    bool const least = job->plan->operation == WGSScanOperation_Minimum;
    job->result->nulls[row] = WGS_RESULT_DEFAULT;
    if (!is_float(job->plan))
        return put_integer(job, row, empty_integer(job->plan), failure);
    ((float*)job->result->values)[row] = least ? INFINITY : -INFINITY;
    return true;
}

static bool put_row(scan_job* job, uint64_t row, uint32_t scanned, wgs_failure* failure) {
    wgs_scan_plan const* plan = job->plan;
    if (is_null(job, row)) {
        job->result->nulls[row] = WGS_RESULT_NULL;
        return true;
    }
    if (plan->operation != WGSScanOperation_Sum && !job->has_value)
        return put_empty(job, row, failure);
    scan_value value = value_of_word(plan, scanned);
    if (job->has_before)
        value = combine(plan, job->before, value);
    if (!is_float(plan))
        return put_integer(job, row, value.whole + plan->base, failure);
    ((float*)job->result->values)[row] = value.real;
    return true;
}

/* Whether a row has a value that could be the least or the greatest. */
static bool counts(scan_job const* job, uint64_t row, uint32_t word) {
    return !is_null(job, row) && !(is_float(job->plan) && isnan(bits_float(word)));
}

/* What the device's results reach up to and with element `i` of the portion goes before the piece
 * that begins behind it. */
static void end_piece(scan_job* job, uint64_t i) {
    wgs_scan_plan const* plan = job->plan;
    scan_value total = value_of_word(plan, job->scanned[i]);
    if (plan->mode == WGSScanMode_Exclusive)
        total = combine(plan, total, value_of_word(plan, job->words[i]));
    job->before = job->has_before ? combine(plan, job->before, total) : total;
    job->has_before = true;
}

static bool take_portion(scan_job* job, uint64_t begin, uint64_t end, wgs_failure* failure) {
    bool const inclusive = job->plan->mode == WGSScanMode_Inclusive;
    for (uint64_t row = begin; row < end; row++) {
        uint64_t const i = row - begin;
        if (job->starts && job->starts[row])
            job->has_before = job->has_value = false;
        else if (i > 0 && job->plan->by_flags && job->flags[i])
            end_piece(job, i - 1);
        bool const counting = counts(job, row, job->words[i]);
        job->has_value |= inclusive && counting;
        if (!put_row(job, row, job->scanned[i], failure))
            return false;
        job->has_value |= counting;
    }
    end_piece(job, end - begin - 1);
    return true;
}

static bool open_job(scan_job* job, uint64_t capacity, wgs_failure* failure) {
    job->capacity = capacity;
    job->words = malloc(capacity * sizeof *job->words);
    job->scanned = malloc(capacity * sizeof *job->scanned);
    job->flags = malloc(capacity * sizeof *job->flags);
    if (!job->words || !job->scanned || !job->flags)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "out of memory for a portion of %llu rows",
            (unsigned long long)capacity);
    wgs_scan_graph made;
    if (!wgs_scan_graph_make(job->context, job->plan, capacity, &made, failure))
        return false;
    job->rows = made.rows;
    job->buffers[0].import = made.values;
    job->buffers[1].import = made.flags;
    bool const good = wgs_device_compile(made.graph, &job->program, failure);
    wgsGraphRelease(made.graph);
    return good &&
           wgs_device_buffer_make(job->context, "values", capacity, &job->buffers[0], failure) &&
           (!job->plan->by_flags ||
            wgs_device_buffer_make(job->context, "flags", capacity, &job->buffers[1], failure));
}

static void close_job(scan_job* job) {
    wgsProgramRelease(job->program);
    for (size_t i = 0; i < 2; i++)
        wgs_device_buffer_free(&job->buffers[i]);
    free(job->words);
    free(job->scanned);
    free(job->flags);
}

static bool make_result(scan_job* job, wgs_failure* failure) {
    uint64_t const rows = job->column->rows;
    wgs_scan_result* result = job->result;
    *result = (wgs_scan_result){.type = job->plan->result};
    result->values = calloc(rows + 1, wgs_key_type_bits(result->type) / 8);
    result->nulls = calloc(rows + 1, 1);
    return (result->values && result->nulls) || wgs_fail(
                                                    failure,
                                                    WGS_EXIT_DATA,
                                                    "out of memory for the results of %llu rows",
                                                    (unsigned long long)rows);
}

bool wgs_scan_column(
    WGSContext context,
    wgs_scan_plan const* plan,
    wgs_key_column const* column,
    uint8_t const* starts,
    uint64_t portion_rows,
    uint64_t first_row,
    wgs_scan_result* result,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    scan_job job = {
        .context = context,
        .plan = plan,
        .column = column,
        .starts = starts,
        .first_row = first_row,
        .result = result};
    uint64_t room = 0;
    bool good =
        make_result(&job, failure) && wgs_device_room(context, portion_rows, &room, failure) &&
        (column->rows == 0 || open_job(&job, room < column->rows ? room : column->rows, failure));
    for (uint64_t begin = 0; good && begin < column->rows; begin += job.capacity) {
        uint64_t const left = column->rows - begin;
        uint64_t const count = left < job.capacity ? left : job.capacity;
        wgs_progress_set(bar, "scan", begin, column->rows);
        fill_portion(&job, begin, begin + count);
        good =
            scan_portion(&job, count, failure) && take_portion(&job, begin, begin + count, failure);
    }
    close_job(&job);
    if (!good)
        wgs_scan_result_free(result);
    return good;
}

void wgs_scan_result_free(wgs_scan_result* result) {
    free(result->values);
    free(result->nulls);
    *result = (wgs_scan_result){.type = result->type, .portions = result->portions};
}
