/* SPDX-License-Identifier: MIT */
/*
 * Blocking sorts of arrays in memory: buffers, upload, one submission, read back. A large upload
 * has a thread beside it that makes the other buffers and the pipelines.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "api/host_build.h"
#include "base/error.h"

/* Bytes of an upload that are worth a thread beside it. */
enum { MIN_SIZE_BESIDE = 4 << 20 };

typedef struct host_sort {
    WGSContext context;
    WGSHostSortDescriptor const* descriptor;
    char const* function;
    WGSError* error;
    wgs_host_columns columns;
    WGSHostSortReport report;
    wgs_timestamps timestamps;
    /* Progress of the phase under way, over all columns. */
    char const* phase;
    uint64_t before; /* bytes of earlier columns */
    uint64_t total;
} host_sort;

static uint64_t now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void tell_progress(uint64_t done, uint64_t size, void* userdata) {
    (void)size;
    host_sort const* s = userdata;
    if (s->descriptor->progress != NULL)
        s->descriptor->progress(
            s->phase, s->before + done, s->total, s->descriptor->progressUserdata);
}

static void begin_phase(host_sort* s, char const* phase, uint64_t total) {
    s->phase = phase;
    s->before = 0;
    s->total = total;
    tell_progress(0, total, s);
}

static uint64_t column_size(host_sort const* s, wgs_host_column const* column) {
    return s->descriptor->count * wgsFormatGetSize(column->format);
}

static WGSStatus upload_columns(host_sort* s, wgs_transfer* transfer) {
    begin_phase(s, "upload", s->descriptor->count * s->columns.row_in);
    for (size_t i = 0; i < s->columns.count; ++i) {
        wgs_host_column const* column = &s->columns.columns[i];
        if (!column->has_in)
            continue;
        uint64_t const size = column_size(s, column);
        WGS_TRY(wgs_transfer_upload(
            transfer,
            column->in_buffer,
            0,
            column->in,
            size,
            tell_progress,
            s,
            s->function,
            s->error));
        s->before += size;
    }
    return WGSStatus_Success;
}

static WGSStatus read_columns(host_sort* s, wgs_transfer* transfer) {
    begin_phase(s, "read back", s->descriptor->count * s->columns.row_out);
    for (size_t i = 0; i < s->columns.count; ++i) {
        wgs_host_column const* column = &s->columns.columns[i];
        if (!column->has_out)
            continue;
        uint64_t const size = column_size(s, column);
        WGS_TRY(wgs_transfer_read_back(
            transfer,
            column->out_buffer,
            0,
            column->out,
            size,
            tell_progress,
            s,
            s->function,
            s->error));
        s->before += size;
    }
    return WGSStatus_Success;
}

static WGSStatus read_back(host_sort* s) {
    uint64_t const largest = wgs_host_columns_largest(&s->columns, false, s->descriptor->count);
    wgs_transfer* transfer = NULL;
    WGS_TRY(
        wgs_transfer_create(s->context, false, largest, true, &transfer, s->function, s->error));
    WGSStatus const status = read_columns(s, transfer);
    wgs_transfer_free(transfer);
    return status;
}

static WGSStatus encode_and_submit(host_sort* s, WGSProgram program, WGPUCommandEncoder encoder) {
    WGSEncodeDescriptor const encode = {
        .timing = s->timestamps.queries != NULL ? WGSTiming_Program : WGSTiming_None,
        .querySet = s->timestamps.queries};
    WGSEncodeStats stats = {0};
    WGS_TRY(wgs_program_encode(program, encoder, &encode, &stats, s->function, s->error));
    s->report.dispatchCount = stats.dispatchCount;
    wgs_timestamps_resolve(&s->timestamps, encoder);
    WGS_TRY(wgs_gpu_submit(s->context, encoder, s->function, s->error));
    return wgs_gpu_wait(s->context, s->function, s->error);
}

/* Submits the program and waits; the time of the device's clock goes into the report. */
static WGSStatus run_program(host_sort* s, WGSProgram program) {
    uint64_t const start = now();
    begin_phase(s, "sort", 1);
    WGS_TRY(wgs_timestamps_create(s->context, 2, &s->timestamps, s->function, s->error));
    WGPUCommandEncoder encoder = NULL;
    WGSStatus status = wgs_gpu_encoder_create(s->context, &encoder, s->function, s->error);
    if (status == WGSStatus_Success)
        status = encode_and_submit(s, program, encoder);
    wgs_gpu_encoder_release(encoder);
    s->report.sortNanoseconds = now() - start;
    uint64_t times[2] = {0, 0};
    if (status == WGSStatus_Success)
        status = wgs_timestamps_read(s->context, &s->timestamps, times, s->function, s->error);
    s->report.gpuTimed = s->timestamps.queries != NULL;
    s->report.gpuNanoseconds = times[1];
    wgs_timestamps_free(&s->timestamps);
    tell_progress(1, 1, s);
    return status;
}

/* Uploads, with the build beside it when that is worth a thread and the device allows it. Staging
 * buffers are there already: the two threads do not wait for each other. */
static WGSStatus upload_and_build(host_sort* s, wgs_transfer* transfer, wgs_host_build* build) {
    uint64_t const start = now();
    bool const large = s->descriptor->count * s->columns.row_in >= MIN_SIZE_BESIDE;
    wgs_host_build_start(build, large && wgs_context_capabilities(s->context)->threads);
    WGSStatus status = upload_columns(s, transfer);
    uint64_t const uploaded = now();
    s->report.uploadNanoseconds = uploaded - start;
    WGSStatus const built =
        wgs_host_build_finish(build, status == WGSStatus_Success ? s->error : NULL);
    s->report.prepareNanoseconds += now() - uploaded;
    return status == WGSStatus_Success ? built : status;
}

static WGSStatus prepare(host_sort* s, wgs_host_build* build) {
    uint64_t const start = now();
    uint64_t const rows = s->descriptor->count;
    WGS_TRY(wgs_host_columns_allocate_inputs(&s->columns, s->context, rows, s->function, s->error));
    uint64_t const largest = wgs_host_columns_largest(&s->columns, true, rows);
    wgs_transfer* transfer = NULL;
    WGS_TRY(wgs_transfer_create(s->context, true, largest, true, &transfer, s->function, s->error));
    s->report.prepareNanoseconds = now() - start;
    WGSStatus const status = upload_and_build(s, transfer, build);
    wgs_transfer_free(transfer);
    return status;
}

static WGSStatus sort_columns(host_sort* s) {
    wgs_host_build build = {
        .context = s->context,
        .descriptor = s->descriptor,
        .function = s->function,
        .columns = &s->columns};
    WGSStatus status = prepare(s, &build);
    if (status == WGSStatus_Success) {
        s->report.sort = build.sort;
        s->report.scratchBytes = wgs_program_stats(build.program).physicalTransientBytes;
        status = run_program(s, build.program);
    }
    wgsProgramRelease(build.program); /* and its scratch, before staging is made again */
    uint64_t const sorted = now();
    if (status == WGSStatus_Success)
        status = read_back(s);
    s->report.readBackNanoseconds = now() - sorted;
    return status;
}

/* Checks the shape alone, on imports without buffers. */
static WGSStatus check_shape(host_sort* s, uint64_t rows) {
    WGSGraph graph = NULL;
    WGS_TRY(wgsContextCreateGraph(s->context, NULL, &graph, s->error));
    WGSStatus const status = wgs_host_columns_add_sort(
        &s->columns, s->descriptor, rows, graph, &s->report.sort, s->error);
    wgsGraphRelease(graph);
    return status;
}

static WGSStatus check_rows(host_sort* s) {
    uint64_t const capacity =
        wgs_host_columns_capacity(&s->columns, &wgs_context_capabilities(s->context)->limits);
    if (s->descriptor->count <= capacity)
        return WGSStatus_Success;
    return wgs_error(
        s->error,
        WGSStatus_TooLarge,
        WGSErrorId_TooManyRows,
        "%s: count is %" PRIu64 " but this device takes %" PRIu64
        " rows of these columns at a time",
        s->function,
        s->descriptor->count,
        capacity);
}

static WGSStatus sort_rows(host_sort* s) {
    WGS_TRY(check_rows(s));
    WGS_TRY(check_shape(s, s->descriptor->count)); /* before anything is allocated */
    if (s->descriptor->count == 0)
        return WGSStatus_Success;
    WGSStatus const status = sort_columns(s);
    wgs_host_columns_free(&s->columns);
    return status;
}

static WGSStatus begin(
    host_sort* s,
    WGSContext context,
    WGSHostSortDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    memset(s, 0, sizeof *s);
    s->context = context;
    s->descriptor = descriptor;
    s->function = function;
    s->error = error;
    if (context == NULL || descriptor == NULL)
        return wgs_error_null(error, function, context == NULL ? "context" : "descriptor");
    WGS_TRY(wgs_context_check_alive(context, function, error));
    return wgs_host_columns_list(descriptor, &s->columns, function, error);
}

WGSStatus wgsContextSort(
    WGSContext context,
    WGSHostSortDescriptor const* descriptor,
    WGSHostSortReport* report,
    WGSError* error) {
    host_sort s;
    WGS_TRY(begin(&s, context, descriptor, "wgsContextSort", error));
    WGS_TRY(sort_rows(&s));
    if (report != NULL)
        *report = s.report;
    return WGSStatus_Success;
}

WGSStatus wgsContextGetSortCapacity(
    WGSContext context, WGSHostSortDescriptor const* descriptor, uint64_t* rows, WGSError* error) {
    char const* const function = "wgsContextGetSortCapacity";
    if (descriptor == NULL || rows == NULL)
        return wgs_error_null(error, function, descriptor == NULL ? "descriptor" : "rows");
    WGSHostSortDescriptor shape = *descriptor;
    shape.count = 0;
    host_sort s;
    WGS_TRY(begin(&s, context, &shape, function, error));
    uint64_t const capacity =
        wgs_host_columns_capacity(&s.columns, &wgs_context_capabilities(context)->limits);
    WGS_TRY(check_shape(&s, capacity));
    *rows = capacity;
    return WGSStatus_Success;
}

WGSStatus wgsContextSortArray(
    WGSContext context,
    WGSFormat format,
    void* data,
    uint64_t count,
    WGSDirection direction,
    WGSError* error) {
    WGSHostKey const key = {.format = format, .in = data, .out = data, .direction = direction};
    WGSHostSortDescriptor const descriptor = {.count = count, .keyCount = 1, .keys = &key};
    host_sort s;
    WGS_TRY(begin(&s, context, &descriptor, "wgsContextSortArray", error));
    return sort_rows(&s);
}
