/* SPDX-License-Identifier: MIT */
#include "run_report.h"

#include "adapter_list.h"
#include "file_format.h"
#include "json_text.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static char const* const phase_names[WGS_PHASE_COUNT] = {
    [WGS_PHASE_DEVICE] = "device",
    [WGS_PHASE_READ] = "read",
    [WGS_PHASE_KEYS] = "keys",
    [WGS_PHASE_PREPARE] = "prepare",
    [WGS_PHASE_UPLOAD] = "upload",
    [WGS_PHASE_SORT] = "sort",
    [WGS_PHASE_READ_BACK] = "read back",
    [WGS_PHASE_MERGE] = "merge",
    [WGS_PHASE_CHECK] = "check",
    [WGS_PHASE_WRITE] = "write",
};

uint64_t wgs_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void wgs_run_report_phase(wgs_run_report* report, wgs_phase phase, uint64_t* start) {
    uint64_t const now = wgs_now();
    report->phases[phase] += now - *start;
    *start = now;
}

void wgs_run_report_sort(wgs_run_report* report, WGSHostSortReport const* sort) {
    if (report->sorts == 0) {
        report->algorithm = sort->sort.resolvedAlgorithm;
        memcpy(report->reason, sort->sort.reason, sizeof report->reason);
    } else if (report->algorithm != sort->sort.resolvedAlgorithm) {
        report->mixed_algorithms = true;
    }
    report->sorts++;
    report->timed_sorts += sort->gpuTimed ? 1 : 0;
    report->gpu_nanoseconds += sort->gpuTimed ? sort->gpuNanoseconds : sort->sortNanoseconds;
    report->dispatches += sort->dispatchCount;
    if (report->scratch_bytes < sort->scratchBytes)
        report->scratch_bytes = sort->scratchBytes;
    report->phases[WGS_PHASE_PREPARE] += sort->prepareNanoseconds;
    report->phases[WGS_PHASE_UPLOAD] += sort->uploadNanoseconds;
    report->phases[WGS_PHASE_SORT] += sort->sortNanoseconds;
    report->phases[WGS_PHASE_READ_BACK] += sort->readBackNanoseconds;
}

static char const* measured(wgs_run_report const* report) {
    if (report->sorts == 0)
        return "nothing to sort";
    if (report->timed_sorts == report->sorts)
        return "timestamps";
    return report->timed_sorts == 0 ? "wall clock" : "timestamps and wall clock";
}

static void print_json_keys(wgs_run_report const* report, FILE* file) {
    (void)fputs(", \"keys\": [", file);
    for (size_t i = 0; i < report->key_count; i++) {
        (void)fputs(i ? ", " : "", file);
        wgs_json_string(file, report->keys[i]);
    }
    (void)fputs("]", file);
}

void wgs_run_report_print_json(wgs_run_report const* report, FILE* file) {
    (void)fputs("{\"input\": ", file);
    wgs_json_string(file, report->input);
    (void)fprintf(
        file,
        ", \"format\": \"%s\", \"rows\": %" PRIu64 ", \"batches\": %" PRIu64,
        wgs_file_format_name(report->format),
        report->rows,
        report->batches);
    print_json_keys(report, file);
    if (report->by_segments)
        (void)fprintf(file, ", \"segments\": %" PRIu64, report->segments);
    else
        (void)fputs(", \"segments\": null", file);
    (void)fputs(", \"adapter\": ", file);
    wgs_json_string(file, report->context.adapterName);
    (void)fprintf(
        file,
        ", \"adapter_kind\": \"%s\", \"implementation\": ",
        wgs_adapter_kind(report->context.adapterType));
    wgs_json_string(file, report->context.implementation);
    (void)fprintf(
        file,
        ", \"algorithm\": \"%s\", \"reason\": ",
        report->sorts ? wgsAlgorithmGetName(report->algorithm) : "none");
    wgs_json_string(file, report->reason);
    (void)fputs(", \"gpu_ms\": ", file);
    wgs_json_milliseconds(file, report->gpu_nanoseconds);
    (void)fprintf(
        file,
        ", \"gpu_measured_by\": \"%s\", \"dispatches\": %" PRIu64 ", \"scratch_bytes\": %" PRIu64
        ", \"portions\": %" PRIu64 ", \"check\": ",
        measured(report),
        report->dispatches,
        report->scratch_bytes,
        report->portions);
    if (report->verdict)
        wgs_json_string(file, report->verdict);
    else
        (void)fputs("null", file);
    (void)fputs(", \"wall_ms\": {", file);
    for (size_t i = 0; i < WGS_PHASE_COUNT; i++) {
        (void)fprintf(file, "\"%s\": ", phase_names[i]);
        wgs_json_milliseconds(file, report->phases[i]);
        (void)fputs(", ", file);
    }
    (void)fputs("\"total\": ", file);
    wgs_json_milliseconds(file, report->total_nanoseconds);
    (void)fputs("}}\n", file);
}

static void print_times(wgs_run_report const* report, FILE* file) {
    (void)fputs("wall time:    ", file);
    wgs_json_milliseconds(file, report->total_nanoseconds);
    (void)fputs(" ms (", file);
    char const* separator = "";
    for (size_t i = 0; i < WGS_PHASE_COUNT; i++) {
        if (report->phases[i] == 0)
            continue;
        (void)fprintf(file, "%s%s ", separator, phase_names[i]);
        wgs_json_milliseconds(file, report->phases[i]);
        separator = ", ";
    }
    (void)fputs(")\n", file);
}

void wgs_run_report_print_text(wgs_run_report const* report, FILE* file) {
    (void)fprintf(
        file,
        "adapter:      %s (%s, %s)\n",
        report->context.adapterName,
        wgs_adapter_kind(report->context.adapterType),
        report->context.implementation);
    (void)fprintf(
        file,
        "algorithm:    %s%s (%s)\n",
        report->sorts ? wgsAlgorithmGetName(report->algorithm) : "none",
        report->mixed_algorithms ? " and others" : "",
        report->reason);
    (void)fprintf(file, "rows:         %" PRIu64, report->rows);
    if (report->batches)
        (void)fprintf(file, " in %" PRIu64 " batches, each on its own", report->batches);
    if (report->by_segments)
        (void)fprintf(file, ", %" PRIu64 " segments", report->segments);
    if (report->portions > 1)
        (void)fprintf(file, ", in %" PRIu64 " portions merged on the CPU", report->portions);
    (void)fputs("\nGPU time:     ", file);
    wgs_json_milliseconds(file, report->gpu_nanoseconds);
    (void)fprintf(file, " ms (by %s)\n", measured(report));
    print_times(report, file);
    (void)fprintf(
        file,
        "dispatches:   %" PRIu64 "\nscratch:      %" PRIu64 " bytes\n",
        report->dispatches,
        report->scratch_bytes);
    if (report->verdict)
        (void)fprintf(file, "check:        %s\n", report->verdict);
}
