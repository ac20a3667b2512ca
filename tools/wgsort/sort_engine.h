/* SPDX-License-Identifier: MIT */
/*
 * Key columns in memory to a sorted order, on the device: cut into portions that fit its bindings,
 * and merged on the CPU where there are several. The result doesn't depend on the portions' size.
 */
#ifndef WGSORT_TOOLS_SORT_ENGINE_H
#define WGSORT_TOOLS_SORT_ENGINE_H

#include "key_compare.h"
#include "progress_bar.h"
#include "run_report.h"

typedef struct wgs_engine_options {
    char const* adapter; /* NULL: the library's choice */
    WGSAlgorithm algorithm;
    uint64_t portion_rows; /* rows sorted at once at most; 0: what the device takes */
} wgs_engine_options;

typedef struct wgs_sort_engine wgs_sort_engine;

/* Begins to open the device on a thread of its own, so that the input can be read meanwhile. */
bool wgs_sort_engine_start(
    wgs_engine_options const* options, wgs_sort_engine** engine, wgs_failure* failure);
/* Waits until the device is open, and gives its context. */
bool wgs_sort_engine_ready(wgs_sort_engine* engine, WGSContext* context, wgs_failure* failure);
void wgs_sort_engine_close(wgs_sort_engine* engine); /* NULL is allowed */

/* Writes the stable sorted order of `rows` rows. */
bool wgs_sort_engine_order(
    wgs_sort_engine* engine,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t rows,
    uint64_t* order,
    wgs_run_report* report,
    wgs_progress_bar* bar,
    wgs_failure* failure);

/* Told as sorted values become final: the first `bytes` of them. Not called when portions have to
 * be merged; the call's return makes all of them final. */
typedef void (*wgs_values_final)(uint64_t bytes, void* userdata);

/* Sorts the values of one key without nulls where they lie. `final` may be NULL. */
bool wgs_sort_engine_values(
    wgs_sort_engine* engine,
    wgs_row_key const* key,
    wgs_values_final final,
    void* userdata,
    wgs_run_report* report,
    wgs_progress_bar* bar,
    wgs_failure* failure);

/* A failed call of the library as a failure of the command. */
bool wgs_fail_library(wgs_failure* failure, WGSError const* error);

/* The adapter that `text` (NULL: any) names, for the library's open descriptor. */
WGPUStringView wgs_adapter_choice(char const* text);

#endif
