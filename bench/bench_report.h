/* SPDX-License-Identifier: MIT */
/*
 * Rows of results, as a table to read, or as CSV or JSON to keep. In CSV and JSON each row also has
 * what it was measured on, so that rows of several runs can be put together.
 */
#ifndef WGSORT_BENCH_REPORT_H
#define WGSORT_BENCH_REPORT_H

#include "bench_device.h"
#include "bench_statistics.h"
#include "bench_subject.h"

typedef struct wgs_bench_report {
    FILE* file;
    wgs_bench_format format;
    bool nodes; /* rows are nodes of graphs */
    size_t row_count;
    wgs_bench_device const* device;
    char date[24]; /* UTC */
} wgs_bench_report;

/* Prints what is measured, in comment lines before a table, to standard error otherwise, and the
 * heads of columns. */
void wgs_bench_report_begin(
    wgs_bench_report* report,
    FILE* file,
    wgs_bench_options const* options,
    wgs_bench_device const* device);

void wgs_bench_report_row(
    wgs_bench_report* report, wgs_bench_subject const* subject, wgs_bench_summary const* time_ms);

/* One node of a subject; `total` is the sum of the medians of all nodes. */
void wgs_bench_report_node(
    wgs_bench_report* report,
    wgs_bench_subject const* subject,
    uint32_t index,
    char const* label,
    wgs_bench_summary const* time_us,
    double total);

/* In a table only: nodes of one label together. */
void wgs_bench_report_sum(
    wgs_bench_report const* report, char const* label, uint32_t count, double us, double total);

void wgs_bench_report_end(wgs_bench_report* report);

#endif
