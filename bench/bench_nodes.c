/* SPDX-License-Identifier: MIT */
#include "bench_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "bench_buffer.h"

enum { MAX_QUERIES = 4096 }; /* of a query set, by the WebGPU specification */

/* A submission: load, one run that isn't counted, one that is. */
typedef struct node_run {
    wgs_bench_timer const* timer;
    WGSProgram program;
    WGPUQuerySet queries;
    size_t node_count;
    uint64_t* times; /* two a node */
} node_run;

static WGSStatus record_nodes(node_run const* run, WGPUCommandEncoder encoder, WGSError* error) {
    wgs_bench_timer const* const timer = run->timer;
    for (uint32_t i = 0; i < timer->load_repeats && timer->load != NULL; i++)
        WGS_TRY(timer->load->record(timer->load->data, encoder, NULL, 0, error));
    WGS_TRY(wgsProgramEncode(run->program, encoder, NULL, NULL, error));
    WGSEncodeDescriptor const timed = {.timing = WGSTiming_Nodes, .querySet = run->queries};
    return wgsProgramEncode(run->program, encoder, &timed, NULL, error);
}

static WGSStatus run_nodes(node_run const* run, WGSError* error) {
    WGSContext const context = run->timer->context;
    WGPUCommandEncoder const encoder =
        wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(context), NULL);
    if (encoder == NULL)
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_DeviceMemory, "no command encoder");
    WGSStatus status = record_nodes(run, encoder, error);
    if (status == WGSStatus_Success)
        status = wgsContextSubmit(context, encoder, error);
    wgpuCommandEncoderRelease(encoder);
    if (status != WGSStatus_Success)
        return status;
    return wgsContextReadTimestamps(
        context, run->queries, 0, 2 * (uint32_t)run->node_count, run->times, error);
}

/* `micros` holds all samples of node 0, then of node 1, ... */
static WGSStatus sample_nodes(node_run const* run, double* micros, WGSError* error) {
    uint32_t const samples = run->timer->samples;
    for (uint32_t sample = 0; sample < samples; sample++) {
        WGS_TRY(run_nodes(run, error));
        for (size_t node = 0; node < run->node_count; node++)
            micros[node * samples + sample] =
                1e-3 * ((double)run->times[2 * node + 1] - (double)run->times[2 * node]);
    }
    return WGSStatus_Success;
}

/* Sums of nodes with one label, in a table to read: the passes of a sort share labels. */
static void report_sums(
    wgs_bench_report* report,
    WGSProgram program,
    uint32_t node_count,
    double const* medians,
    double total) {
    for (uint32_t node = 0; node < node_count; node++) {
        char const* const label = wgsProgramGetTimedNodeLabel(program, node);
        double sum = 0;
        uint32_t count = 0;
        bool first = true;
        for (uint32_t other = 0; other < node_count; other++) {
            if (strcmp(wgsProgramGetTimedNodeLabel(program, other), label) != 0)
                continue;
            first = first && other >= node;
            sum += medians[other];
            count++;
        }
        if (first)
            wgs_bench_report_sum(report, label, count, sum, total);
    }
    wgs_bench_report_sum(report, "all", node_count, total, total);
}

static void report_nodes(
    wgs_bench_report* report,
    wgs_bench_subject const* subject,
    uint32_t node_count,
    double* micros) {
    size_t const samples = report->device->timer.samples;
    double total = 0;
    for (uint32_t node = 0; node < node_count; node++)
        total += wgs_bench_summarize(&micros[node * samples], samples).median;
    for (uint32_t node = 0; node < node_count; node++) {
        wgs_bench_summary const summary = wgs_bench_summarize(&micros[node * samples], samples);
        char const* const label = wgsProgramGetTimedNodeLabel(subject->program, node);
        wgs_bench_report_node(report, subject, node, label, &summary, total);
        micros[node] = summary.median; /* its place belongs to a node that is done */
    }
    report_sums(report, subject->program, node_count, micros, total);
}

static WGSStatus measure_nodes(
    node_run* run, wgs_bench_report* report, wgs_bench_subject const* subject, WGSError* error) {
    double* const micros = calloc(run->node_count * run->timer->samples, sizeof *micros);
    run->times = calloc(2 * run->node_count, sizeof *run->times);
    if (micros == NULL || run->times == NULL) {
        free(run->times);
        free(micros);
        return wgs_bench_error(
            error, WGSStatus_OutOfMemory, WGSErrorId_HostMemory, "no memory for timestamps");
    }
    WGSStatus const status = sample_nodes(run, micros, error);
    if (status == WGSStatus_Success)
        report_nodes(report, subject, (uint32_t)run->node_count, micros);
    free(run->times);
    free(micros);
    return status;
}

WGSStatus
wgs_bench_time_nodes(wgs_bench_report* report, wgs_bench_subject const* subject, WGSError* error) {
    wgs_bench_timer const* const timer = &report->device->timer;
    if (!timer->by_timestamps || subject->program == NULL)
        return wgs_bench_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "--nodes needs timestamps of the device, and a graph (copies have none)");
    WGSProgramStats stats;
    WGS_TRY(wgsProgramGetStats(subject->program, &stats, error));
    if (stats.timestampCountNodes > MAX_QUERIES)
        return wgs_bench_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_InvalidSize,
            "--nodes writes %u timestamps here but a query set holds %d",
            (unsigned)stats.timestampCountNodes,
            MAX_QUERIES);
    if (stats.timestampCountNodes == 0)
        return WGSStatus_Success;
    node_run run = {
        .timer = timer,
        .program = subject->program,
        .node_count = stats.timestampCountNodes / 2,
    };
    WGS_TRY(wgs_bench_query_set(timer->context, stats.timestampCountNodes, &run.queries, error));
    WGSStatus const status = measure_nodes(&run, report, subject, error);
    wgpuQuerySetRelease(run.queries);
    return status;
}
