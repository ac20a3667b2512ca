/* SPDX-License-Identifier: MIT */
#include "bench_timer.h"

#include <stdlib.h>
#include <time.h>

#include "bench_buffer.h"

/* A submission should not keep a display waiting, nor meet a driver's time-out. */
#define SUBMISSION_MS 200.0

static double now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

WGSStatus wgs_bench_record_program(
    void* data, WGPUCommandEncoder encoder, WGPUQuerySet queries, uint32_t first, WGSError* error) {
    WGSEncodeDescriptor const descriptor = {
        .timing = queries == NULL ? WGSTiming_None : WGSTiming_Program,
        .querySet = queries,
        .firstQuery = first,
    };
    return wgsProgramEncode(data, encoder, &descriptor, NULL, error);
}

WGSStatus
wgs_bench_query_set(WGSContext context, uint32_t count, WGPUQuerySet* queries, WGSError* error) {
    WGPUQuerySetDescriptor const descriptor = {.type = WGPUQueryType_Timestamp, .count = count};
    *queries = wgpuDeviceCreateQuerySet(wgsContextGetDevice(context), &descriptor);
    if (*queries == NULL)
        return wgs_bench_error(
            error,
            WGSStatus_OutOfMemory,
            WGSErrorId_DeviceMemory,
            "no set of %u timestamp queries",
            (unsigned)count);
    return WGSStatus_Success;
}

/* One submission. */
typedef struct batch {
    uint32_t load;    /* repeats of the timer's load */
    uint32_t warm;    /* runs without queries */
    uint32_t samples; /* runs with queries */
    bool clear;       /* the outputs, before the last sample; without samples, that alone */
    WGPUQuerySet queries;
} batch;

static void clear_outputs(wgs_bench_work const* work, WGPUCommandEncoder encoder) {
    for (size_t i = 0; i < work->output_count; i++)
        wgpuCommandEncoderClearBuffer(
            encoder, work->outputs[i], 0, wgpuBufferGetSize(work->outputs[i]));
}

static WGSStatus record_batch(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    batch const* todo,
    WGPUCommandEncoder encoder,
    WGSError* error) {
    for (uint32_t i = 0; i < todo->load && timer->load != NULL; i++)
        WGS_TRY(timer->load->record(timer->load->data, encoder, NULL, 0, error));
    for (uint32_t i = 0; i < todo->warm; i++)
        WGS_TRY(work->record(work->data, encoder, NULL, 0, error));
    if (todo->clear && todo->samples == 0)
        clear_outputs(work, encoder);
    for (uint32_t i = 0; i < todo->samples; i++) {
        if (todo->clear && i + 1 == todo->samples)
            clear_outputs(work, encoder);
        WGS_TRY(work->record(work->data, encoder, todo->queries, 2 * i, error));
    }
    return WGSStatus_Success;
}

/* Records, submits, waits; the CPU's time for that. */
static WGSStatus run_batch(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    batch const* todo,
    double* milliseconds,
    WGSError* error) {
    double const start = now_ms();
    WGPUCommandEncoder const encoder =
        wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(timer->context), NULL);
    if (encoder == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_DeviceMemory, "no command encoder");
    WGSStatus status = record_batch(timer, work, todo, encoder, error);
    if (status == WGSStatus_Success)
        status = wgsContextSubmit(timer->context, encoder, error);
    wgpuCommandEncoderRelease(encoder);
    *milliseconds = now_ms() - start;
    return status;
}

/* The samples of one submission, from its queries. */
static WGSStatus read_samples(
    wgs_bench_timer const* timer,
    WGPUQuerySet queries,
    uint32_t count,
    double* milliseconds,
    WGSError* error) {
    uint64_t* const times = calloc(count, 2 * sizeof *times);
    if (times == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for timestamps");
    WGSStatus status =
        wgsContextReadTimestamps(timer->context, queries, 0, 2 * count, times, error);
    for (size_t i = 0; i < count && status == WGSStatus_Success; i++) {
        if (times[2 * i + 1] <= times[2 * i])
            status = wgs_bench_error(
                error,
                WGSStatus_DeviceError,
                WGSErrorId_Submission,
                "the timestamps of a run do not grow: it did not run, or the device's clock is "
                "too coarse");
        milliseconds[i] = 1e-6 * (double)(times[2 * i + 1] - times[2 * i]);
    }
    free(times);
    return status;
}

static WGSStatus time_by_queries(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    double estimate,
    WGPUQuerySet queries,
    double* milliseconds,
    WGSError* error) {
    double const fit = SUBMISSION_MS / estimate;
    uint32_t const most = fit < 1 ? 1 : fit > timer->samples ? timer->samples : (uint32_t)fit;
    for (uint32_t done = 0; done < timer->samples;) {
        uint32_t const left = timer->samples - done;
        batch const todo = {
            .load = done == 0 ? timer->load_repeats : 0,
            .warm = done == 0 && most > 2 ? 3 : 1,
            .samples = left < most ? left : most,
            .clear = left <= most,
            .queries = queries,
        };
        double wall;
        WGS_TRY(run_batch(timer, work, &todo, &wall, error));
        WGS_TRY(read_samples(timer, queries, todo.samples, &milliseconds[done], error));
        done += todo.samples;
    }
    return WGSStatus_Success;
}

static WGSStatus time_by_clock(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    double* milliseconds,
    WGSError* error) {
    batch const warm = {.load = timer->load_repeats, .warm = 1};
    batch const clear = {.clear = true};
    batch const sample = {.samples = 1};
    double wall;
    WGS_TRY(run_batch(timer, work, &warm, &wall, error));
    for (uint32_t i = 0; i < timer->samples; i++) {
        if (i + 1 == timer->samples)
            WGS_TRY(run_batch(timer, work, &clear, &wall, error));
        WGS_TRY(run_batch(timer, work, &sample, &milliseconds[i], error));
    }
    return WGSStatus_Success;
}

WGSStatus wgs_bench_time(
    wgs_bench_timer const* timer,
    wgs_bench_work const* work,
    double* milliseconds,
    WGSError* error) {
    /* The first run also pays for what the driver puts off until then. */
    batch const once = {.warm = 1};
    double estimate = 0;
    for (int i = 0; i < 2; i++)
        WGS_TRY(run_batch(timer, work, &once, &estimate, error));
    if (!timer->by_timestamps)
        return time_by_clock(timer, work, milliseconds, error);
    WGPUQuerySet queries;
    WGS_TRY(wgs_bench_query_set(timer->context, 2 * timer->samples, &queries, error));
    WGSStatus const status = time_by_queries(timer, work, estimate, queries, milliseconds, error);
    wgpuQuerySetRelease(queries);
    return status;
}
