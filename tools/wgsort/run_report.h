/* SPDX-License-Identifier: MIT */
/* What a sort did and where its time went: gathered while it runs, printed for people or as JSON.
 */
#ifndef WGSORT_TOOLS_RUN_REPORT_H
#define WGSORT_TOOLS_RUN_REPORT_H

#include "table.h"

#include <stdio.h>
#include <wgsort/host.h>

typedef enum wgs_phase {
    WGS_PHASE_DEVICE, /* waiting for the device to open, beyond what reading took */
    WGS_PHASE_READ,
    WGS_PHASE_KEYS,    /* finding the keys in the rows */
    WGS_PHASE_PREPARE, /* buffers and pipelines */
    WGS_PHASE_UPLOAD,
    WGS_PHASE_SORT,
    WGS_PHASE_READ_BACK,
    WGS_PHASE_MERGE,
    WGS_PHASE_CHECK,
    WGS_PHASE_WRITE,
    WGS_PHASE_COUNT
} wgs_phase;

typedef struct wgs_run_report {
    char const* input;
    wgs_file_format format;
    uint64_t rows;
    uint64_t batches;        /* 0: the whole input was one */
    char const* const* keys; /* as they were given */
    size_t key_count;
    bool by_segments;
    uint64_t segments; /* that were sorted, each on its own */
    WGSContextInfo context;
    WGSAlgorithm algorithm;
    char reason[120];
    bool mixed_algorithms; /* batches or portions used several; `algorithm` is the first one's */
    uint64_t sorts;        /* calls of the device: portions of all batches */
    uint64_t timed_sorts;  /* those of them with timestamps */
    uint64_t portions;     /* the most that one input or batch was cut into */
    uint64_t gpu_nanoseconds;
    uint64_t dispatches;
    uint64_t scratch_bytes; /* the most at one time */
    char const* verdict;    /* NULL: not checked */
    uint64_t phases[WGS_PHASE_COUNT];
    uint64_t total_nanoseconds;
} wgs_run_report;

uint64_t wgs_now(void); /* monotonic nanoseconds */

/* Adds the time since `*start` to a phase, and moves `*start` to now. */
void wgs_run_report_phase(wgs_run_report* report, wgs_phase phase, uint64_t* start);
/* Adds one call of the device. */
void wgs_run_report_sort(wgs_run_report* report, WGSHostSortReport const* sort);

void wgs_run_report_print_json(wgs_run_report const* report, FILE* file);
void wgs_run_report_print_text(wgs_run_report const* report, FILE* file);

#endif
