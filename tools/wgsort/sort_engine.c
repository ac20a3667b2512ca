/* SPDX-License-Identifier: MIT */
#include "sort_engine.h"

#include "bulk_read.h"
#include "exit_status.h"
#include "host_keys.h"
#include "portion_merge.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct wgs_sort_engine {
    wgs_engine_options options;
    pthread_t thread;
    bool opening; /* the thread is to be joined */
    WGSContext context;
    WGSStatus status;
    WGSError error;
};

bool wgs_fail_library(wgs_failure* failure, WGSError const* error) {
    bool const out_of_memory = error->detail == WGSErrorId_HostMemory;
    return wgs_fail(failure, out_of_memory ? WGS_EXIT_DATA : WGS_EXIT_DEVICE, "%s", error->message);
}

WGPUStringView wgs_adapter_choice(char const* text) {
    return (WGPUStringView){text, text ? strlen(text) : 0};
}

static void* open_context(void* argument) {
    wgs_sort_engine* engine = argument;
    WGSOpenDescriptor const descriptor = {
        .adapter = wgs_adapter_choice(engine->options.adapter),
    };
    engine->status = wgsOpenContext(&descriptor, &engine->context, &engine->error);
    return NULL;
}

bool wgs_sort_engine_start(
    wgs_engine_options const* options, wgs_sort_engine** result, wgs_failure* failure) {
    wgs_sort_engine* engine = calloc(1, sizeof *engine);
    if (!engine)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    engine->options = *options;
    engine->opening = pthread_create(&engine->thread, NULL, open_context, engine) == 0;
    if (!engine->opening)
        (void)open_context(engine);
    *result = engine;
    return true;
}

bool wgs_sort_engine_ready(wgs_sort_engine* engine, WGSContext* context, wgs_failure* failure) {
    if (engine->opening)
        (void)pthread_join(engine->thread, NULL);
    engine->opening = false;
    if (engine->status != WGSStatus_Success)
        return wgs_fail_library(failure, &engine->error);
    *context = engine->context;
    return true;
}

void wgs_sort_engine_close(wgs_sort_engine* engine) {
    if (!engine)
        return;
    if (engine->opening)
        (void)pthread_join(engine->thread, NULL);
    wgsContextRelease(engine->context);
    free(engine);
}

static void show_sort(char const* phase, uint64_t done, uint64_t total, void* userdata) {
    wgs_progress_set(userdata, phase, done, total);
}

static void show_merge(uint64_t done, uint64_t total, void* userdata) {
    wgs_progress_set(userdata, "merge", done, total);
}

/* Where the portions begin: first[0] = 0 to first[count] = rows. */
typedef struct portion_list {
    uint64_t* first;
    uint32_t count;
} portion_list;

static bool cut_portions(
    wgs_sort_engine* engine,
    WGSHostSortDescriptor const* shape,
    uint64_t rows,
    portion_list* portions,
    wgs_run_report* report,
    wgs_failure* failure) {
    uint64_t start = wgs_now();
    WGSContext context = NULL;
    if (!wgs_sort_engine_ready(engine, &context, failure))
        return false;
    wgs_run_report_phase(report, WGS_PHASE_DEVICE, &start);
    WGSError error;
    if (wgsContextGetInfo(context, &report->context, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    uint64_t size;
    if (wgsContextGetSortCapacity(context, shape, &size, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    if (engine->options.portion_rows > 0 && engine->options.portion_rows < size)
        size = engine->options.portion_rows;
    if (size == 0)
        return wgs_fail(failure, WGS_EXIT_DEVICE, "the device has no room for a single row");
    uint64_t const count = rows / size + (rows % size != 0);
    portions->first = count < UINT32_MAX ? malloc((count + 1) * sizeof *portions->first) : NULL;
    if (!portions->first)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "out of memory for %llu portions", (unsigned long long)count);
    portions->count = (uint32_t)count;
    for (uint64_t i = 0; i <= count; i++)
        portions->first[i] = i == count ? rows : i * size;
    if (report->portions < count)
        report->portions = count;
    return true;
}

/* One call of the device: rows [begin, end) of the shape's columns. */
static bool sort_portion(
    wgs_sort_engine* engine,
    WGSHostSortDescriptor const* shape,
    uint64_t begin,
    uint64_t end,
    wgs_run_report* report,
    wgs_failure* failure) {
    WGSHostKey keys[WGS_MAX_SORT_KEYS];
    for (size_t i = 0; i < shape->keyCount; i++) {
        uint64_t const skipped = begin * wgsFormatGetSize(shape->keys[i].format);
        keys[i] = shape->keys[i];
        keys[i].in = (char const*)keys[i].in + skipped;
        if (keys[i].out)
            keys[i].out = (char*)keys[i].out + skipped;
    }
    WGSHostSortDescriptor descriptor = *shape;
    descriptor.count = end - begin;
    descriptor.keys = keys;
    if (shape->rowsOut)
        descriptor.rowsOut = shape->rowsOut + begin;
    WGSHostSortReport sorted;
    WGSError error;
    if (wgsContextSort(engine->context, &descriptor, &sorted, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    wgs_run_report_sort(report, &sorted);
    return true;
}

static bool sort_portions(
    wgs_sort_engine* engine,
    WGSHostSortDescriptor const* shape,
    portion_list const* portions,
    wgs_run_report* report,
    wgs_failure* failure) {
    for (uint32_t p = 0; p < portions->count; p++)
        if (!sort_portion(
                engine, shape, portions->first[p], portions->first[p + 1], report, failure))
            return false;
    return true;
}

static bool join_orders(
    uint32_t const* rows,
    portion_list const* portions,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t* order,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    if (portions->count > 1)
        return wgs_merge_orders(
            rows,
            portions->first,
            portions->count,
            keys,
            key_count,
            order,
            show_merge,
            bar,
            failure);
    uint64_t const count = portions->first[portions->count];
    for (uint64_t i = 0; i < count; i++)
        order[i] = rows[i];
    return true;
}

static bool sort_order(
    wgs_sort_engine* engine,
    wgs_row_key const* keys,
    size_t key_count,
    wgs_host_keys const* host,
    uint64_t rows,
    uint64_t* order,
    wgs_run_report* report,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    uint32_t* sorted = malloc(rows * sizeof *sorted);
    if (!sorted)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "out of memory for the order of %llu rows",
            (unsigned long long)rows);
    WGSHostSortDescriptor const shape = {
        .count = rows,
        .keyCount = host->count,
        .keys = host->keys,
        .rowsOut = sorted,
        .algorithm = engine->options.algorithm,
        .progress = show_sort,
        .progressUserdata = bar,
    };
    portion_list portions = {0};
    bool good = cut_portions(engine, &shape, rows, &portions, report, failure) &&
                sort_portions(engine, &shape, &portions, report, failure);
    uint64_t start = wgs_now();
    good = good && join_orders(sorted, &portions, keys, key_count, order, bar, failure);
    wgs_run_report_phase(report, WGS_PHASE_MERGE, &start);
    free(portions.first);
    free(sorted);
    return good;
}

bool wgs_sort_engine_order(
    wgs_sort_engine* engine,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t rows,
    uint64_t* order,
    wgs_run_report* report,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    if (rows == 0)
        return true;
    wgs_host_keys host;
    if (!wgs_host_keys_make(&host, keys, key_count, rows, failure))
        return false;
    bool const good = sort_order(engine, keys, key_count, &host, rows, order, report, bar, failure);
    wgs_host_keys_free(&host);
    return good;
}

/* Merges the sorted portions through a second array, and copies them back. */
static bool join_values(
    wgs_row_key const* key,
    portion_list const* portions,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    if (portions->count <= 1)
        return true;
    uint64_t const size = key->column.rows * wgs_key_type_bits(key->column.type) / 8;
    void* merged = wgs_bulk_allocate(size);
    if (!merged)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "out of memory to merge %u portions", portions->count);
    bool const good = wgs_merge_values(
        key->column.type,
        key->descending,
        key->key_bits,
        key->column.values,
        portions->first,
        portions->count,
        merged,
        show_merge,
        bar,
        failure);
    if (good)
        memcpy(key->column.values, merged, size);
    wgs_bulk_free(merged, size);
    return good;
}

/* Who is told how far a sort of values is. */
typedef struct values_listener {
    wgs_progress_bar* bar;
    wgs_values_final final; /* NULL: nobody */
    void* userdata;
} values_listener;

static void tell_listener(char const* phase, uint64_t done, uint64_t total, void* userdata) {
    values_listener const* listener = userdata;
    wgs_progress_set(listener->bar, phase, done, total);
    if (listener->final && strcmp(phase, "read back") == 0)
        listener->final(done, listener->userdata);
}

bool wgs_sort_engine_values(
    wgs_sort_engine* engine,
    wgs_row_key const* key,
    wgs_values_final final,
    void* userdata,
    wgs_run_report* report,
    wgs_progress_bar* bar,
    wgs_failure* failure) {
    if (key->column.rows == 0)
        return true;
    wgs_host_keys host;
    if (!wgs_host_keys_make(&host, key, 1, key->column.rows, failure))
        return false;
    host.keys[0].out = key->column.values;
    values_listener listener = {.bar = bar, .userdata = userdata};
    WGSHostSortDescriptor const shape = {
        .count = key->column.rows,
        .keyCount = 1,
        .keys = host.keys,
        .algorithm = engine->options.algorithm,
        .progress = tell_listener,
        .progressUserdata = &listener,
    };
    portion_list portions = {0};
    bool good = cut_portions(engine, &shape, key->column.rows, &portions, report, failure);
    if (portions.count == 1)
        listener.final = final;
    good = good && sort_portions(engine, &shape, &portions, report, failure);
    uint64_t start = wgs_now();
    good = good && join_values(key, &portions, bar, failure);
    wgs_run_report_phase(report, WGS_PHASE_MERGE, &start);
    free(portions.first);
    wgs_host_keys_free(&host);
    return good;
}
