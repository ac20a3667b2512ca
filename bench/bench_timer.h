/* SPDX-License-Identifier: MIT */
/*
 * Timing of recorded work: by timestamp queries where the device has them, else by the CPU's clock
 * from recording to done.
 *
 * A GPU lowers its clock within milliseconds of idling, so each set of samples follows load in the
 * same submission, then runs of the work itself that aren't counted, then the samples, back to
 * back. Before the last sample the outputs are cleared: what is verified was written by a timed
 * run.
 */
#ifndef WGSORT_BENCH_TIMER_H
#define WGSORT_BENCH_TIMER_H

#include <stdbool.h>

#include "wgsort/wgsort.h"

/* Something that can be recorded again and again. */
typedef struct wgs_bench_work {
    /* Records it once; with `queries`, query `first` before it and the next behind it. */
    WGSStatus (*record)(
        void* data,
        WGPUCommandEncoder encoder,
        WGPUQuerySet queries,
        uint32_t first,
        WGSError* error);
    void* data;
    size_t output_count;
    WGPUBuffer outputs[3];
} wgs_bench_work;

typedef struct wgs_bench_timer {
    WGSContext context;
    bool by_timestamps;
    uint32_t samples;
    wgs_bench_work const* load; /* NULL: none */
    uint32_t load_repeats;
} wgs_bench_timer;

/* Fills `milliseconds`, `timer->samples` of them. Errors: of recording and submission; DeviceError
 * also when timestamps stand still. */
WGSStatus wgs_bench_time(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    double* milliseconds,
    WGSError* error);

/* The record function of a program: `data` is a WGSProgram. */
WGSStatus wgs_bench_record_program(
    void* data, WGPUCommandEncoder encoder, WGPUQuerySet queries, uint32_t first, WGSError* error);

/* A set of timestamp queries, at most 4,096. */
WGSStatus
wgs_bench_query_set(WGSContext context, uint32_t count, WGPUQuerySet* queries, WGSError* error);

#endif
