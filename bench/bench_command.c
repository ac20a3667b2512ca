/* SPDX-License-Identifier: MIT */
#include "bench_command.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "bench_exit.h"
#include "bench_grid.h"
#include "bench_nodes.h"

/* A run over the grid. */
typedef struct bench_run {
    wgs_bench_options options;
    wgs_bench_device device;
    wgs_bench_report report;
    size_t wrong_count;
    bool device_failed;
} bench_run;

/* "wgsort bench: keys u32 65536 uniform: what" */
static void complain(wgs_bench_case const* what, char const* kind, char const* message) {
    (void)fprintf(
        stderr,
        "wgsort bench: %s%s %s %" PRIu64 " %s: %s\n",
        kind,
        wgs_bench_case_work(what),
        wgs_bench_key_name(what->key),
        what->rows,
        what->distribution.name,
        message);
}

/* A configuration that this device or library can't hold is left out; others end the run. */
static bool is_skipped(WGSError const* error) {
    return error->status == WGSStatus_TooLarge || error->status == WGSStatus_Unsupported ||
           error->status == WGSStatus_OutOfMemory ||
           (error->status == WGSStatus_InvalidArgument && error->detail == WGSErrorId_ViewFormat);
}

/* Times, verifies, then reports: a wrong result has no time. */
static WGSStatus measure_case(bench_run* run, wgs_bench_subject* subject, WGSError* error) {
    double samples[WGS_BENCH_MAX_SAMPLES];
    WGS_TRY(wgs_bench_time(&run->device.timer, &subject->work, samples, error));
    bool right;
    char failure[160];
    WGS_TRY(wgs_bench_subject_verify(subject, &right, failure, error));
    if (!right) {
        complain(&subject->what, "wrong result: ", failure);
        run->wrong_count++;
        return WGSStatus_Success;
    }
    if (run->options.nodes)
        return wgs_bench_time_nodes(&run->report, subject, error);
    wgs_bench_summary const summary = wgs_bench_summarize(samples, run->device.timer.samples);
    wgs_bench_report_row(&run->report, subject, &summary);
    return WGSStatus_Success;
}

static bool run_case(wgs_bench_case const* what, void* data) {
    bench_run* const run = data;
    static wgs_bench_subject subject; /* its address is kept by its parts */
    WGSError error;
    WGSStatus status = wgs_bench_subject_init(&subject, run->device.context, what, &error);
    if (status == WGSStatus_Success)
        status = measure_case(run, &subject, &error);
    wgs_bench_subject_free(&subject);
    if (status == WGSStatus_Success)
        return true;
    complain(what, is_skipped(&error) ? "left out: " : "", error.message);
    run->device_failed = !is_skipped(&error);
    return !run->device_failed;
}

static int exit_status(bench_run const* run) {
    if (run->device_failed)
        return WGS_BENCH_DEVICE;
    if (run->wrong_count > 0)
        return WGS_BENCH_WRONG;
    if (run->report.row_count > 0)
        return WGS_BENCH_OK;
    (void)fputs("wgsort bench: nothing could be measured\n", stderr);
    return WGS_BENCH_DEVICE;
}

static int run_grid(bench_run* run, FILE* file) {
    WGSError error;
    if (wgs_bench_device_open(&run->device, &run->options, &error) != WGSStatus_Success) {
        (void)fprintf(stderr, "wgsort bench: %s\n", error.message);
        return WGS_BENCH_DEVICE;
    }
    wgs_bench_report_begin(&run->report, file, &run->options, &run->device);
    wgs_bench_for_each_case(&run->options, run_case, run);
    wgs_bench_report_end(&run->report);
    return exit_status(run);
}

/* Runs with the output file open; what can't be written is an error. */
static int run_with_output(bench_run* run) {
    char const* const path = run->options.output;
    FILE* const file = path == NULL ? stdout : fopen(path, "w");
    if (file == NULL) {
        (void)fprintf(stderr, "wgsort bench: %s: %s\n", path, strerror(errno));
        return WGS_BENCH_OUTPUT;
    }
    int const status = run_grid(run, file);
    wgs_bench_device_close(&run->device);
    bool const failed = fflush(file) != 0 || ferror(file) != 0;
    bool const close_failed = path != NULL && fclose(file) != 0;
    if (!failed && !close_failed)
        return status;
    (void)fprintf(
        stderr,
        "wgsort bench: %s: the results could not be written\n",
        path == NULL ? "standard output" : path);
    return WGS_BENCH_OUTPUT;
}

int wgs_bench_main(int argument_count, char* const* arguments) {
    static bench_run run; /* its address is kept by its parts */
    char message[200];
    run = (bench_run){0};
    if (!wgs_bench_options_parse(argument_count, arguments, &run.options, message)) {
        (void)fprintf(stderr, "wgsort bench: %s\n", message);
        return WGS_BENCH_USAGE;
    }
    if (run.options.help) {
        wgs_bench_options_help(stdout);
        return WGS_BENCH_OK;
    }
    return run_with_output(&run);
}
