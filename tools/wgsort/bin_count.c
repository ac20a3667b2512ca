/* SPDX-License-Identifier: MIT */
#include "bin_count.h"

#include "exit_status.h"
#include "key_compare.h"
#include "sort_engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A portion of values on its way to the device. */
typedef struct portion {
    WGSContext context;
    wgs_bins const* bins;
    WGSProgram program;
    WGSValue rows;
    wgs_device_buffer buffers[2]; /* values, counts */
    uint32_t* values;
    uint32_t* portion_counts;
    uint64_t capacity;
    uint32_t count;
    uint64_t* counts;
    uint64_t portions;
} portion;

static bool count_portion(portion* p, wgs_failure* failure) {
    if (p->count == 0)
        return true;
    WGSError error;
    uint64_t const size = (uint64_t)p->bins->count * 4;
    if (wgsContextWriteBuffer(
            p->context, p->buffers[0].buffer, 0, p->values, (uint64_t)p->count * 4, &error) !=
        WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    if (!wgs_device_run(p->program, p->buffers, 2, p->rows, p->count, failure))
        return false;
    if (wgsContextReadBuffer(
            p->context, p->buffers[1].buffer, 0, p->portion_counts, size, &error) !=
        WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    for (uint32_t i = 0; i < p->bins->count; i++)
        p->counts[i] += p->portion_counts[i];
    p->count = 0;
    p->portions++;
    return true;
}

static bool put_value(portion* p, uint32_t value, wgs_failure* failure) {
    p->values[p->count++] = value;
    return p->count < p->capacity || count_portion(p, failure);
}

static bool put_integer(portion* p, wgs_wide value, wgs_tally* tally, wgs_failure* failure) {
    wgs_bins const* bins = p->bins;
    if (value < bins->low || value > bins->high) {
        *(value < bins->low ? &tally->below : &tally->above) += 1;
        return true;
    }
    tally->counted++;
    return put_value(p, (uint32_t)((value - bins->low) >> bins->shift), failure);
}

static bool put_float(portion* p, double value, wgs_tally* tally, wgs_failure* failure) {
    wgs_bins const* bins = p->bins;
    if (!isfinite(value)) {
        tally->not_finite++;
        return true;
    }
    if (value < bins->real_low || value > bins->real_high) {
        *(value < bins->real_low ? &tally->below : &tally->above) += 1;
        return true;
    }
    float const below = wgs_float_below(value);
    uint32_t bits;
    memcpy(&bits, &below, sizeof bits);
    tally->counted++;
    return put_value(p, bits, failure);
}

static bool
put_part(portion* p, wgs_key_column const* part, wgs_tally* tally, wgs_failure* failure) {
    for (uint64_t row = 0; row < part->rows; row++) {
        bool good = true;
        if (part->nulls && part->nulls[row])
            tally->nulls++;
        else if (p->bins->integers)
            good = put_integer(p, wgs_integer_at(part, row), tally, failure);
        else
            good = put_float(p, wgs_float_at(part, row), tally, failure);
        if (!good)
            return false;
    }
    return true;
}

static bool open_portion(portion* p, uint64_t capacity, wgs_failure* failure) {
    p->capacity = capacity;
    p->values = malloc(capacity * sizeof *p->values);
    p->portion_counts = malloc((size_t)p->bins->count * sizeof *p->portion_counts);
    if (!p->values || !p->portion_counts)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "out of memory for a portion of %llu rows",
            (unsigned long long)capacity);
    wgs_bin_graph made;
    if (!wgs_bin_graph_make(p->context, p->bins, capacity, &made, failure))
        return false;
    p->rows = made.rows;
    p->buffers[0].import = made.values;
    p->buffers[1].import = made.counts;
    bool const good = wgs_device_compile(made.graph, &p->program, failure);
    wgsGraphRelease(made.graph);
    return good &&
           wgs_device_buffer_make(p->context, "values", capacity, &p->buffers[0], failure) &&
           wgs_device_buffer_make(p->context, "counts", p->bins->count, &p->buffers[1], failure);
}

static void close_portion(portion* p) {
    wgsProgramRelease(p->program);
    for (size_t i = 0; i < 2; i++)
        wgs_device_buffer_free(&p->buffers[i]);
    free(p->values);
    free(p->portion_counts);
}

/* The device counted what it was given: every value is in one bin. */
static bool check_sum(wgs_bins const* bins, uint64_t const* counts, uint64_t counted) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < bins->count; i++)
        sum += counts[i];
    return sum == counted;
}

bool wgs_bins_count(
    WGSContext context,
    wgs_numbers const* numbers,
    wgs_bins const* bins,
    uint64_t portion_rows,
    uint64_t* counts,
    wgs_tally* tally,
    uint64_t* portions,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    portion p = {.context = context, .bins = bins, .counts = counts};
    uint64_t room = 1;
    uint64_t done = 0;
    bool good = wgs_device_room(context, portion_rows, &room, failure);
    if (good && room > numbers->rows)
        room = numbers->rows > 0 ? numbers->rows : 1;
    /* Without bins there is no finite value that would be put anywhere. */
    if (good && bins->count > 0)
        good = open_portion(&p, room, failure);
    for (size_t i = 0; good && i < numbers->part_count; i++) {
        wgs_progress_set(bar, "count", done, numbers->rows);
        good = put_part(&p, &numbers->parts[i], tally, failure);
        done += numbers->parts[i].rows;
    }
    good = good && count_portion(&p, failure);
    *portions = p.portions;
    close_portion(&p);
    if (good && !check_sum(bins, counts, tally->counted))
        good = wgs_fail(
            failure, WGS_EXIT_DEVICE, "the counts of the device are not those of all values");
    return good;
}
