/* SPDX-License-Identifier: MIT */
/* Prints a histogram: as a table, as a chart of bars for people, or as JSON. */
#ifndef WGSORT_TOOLS_BIN_REPORT_H
#define WGSORT_TOOLS_BIN_REPORT_H

#include "bin_count.h"

typedef struct wgs_histogram {
    char const* input;
    wgs_file_format format;
    char const* column;
    wgs_key_type type;
    uint64_t rows;
    wgs_bins bins;
    uint64_t* counts;
    wgs_tally tally;
    uint64_t portions;
    WGSContextInfo context;
} wgs_histogram;

/* "from", "to" and "count" between tabs, a line each. */
void wgs_histogram_print_table(wgs_histogram const* histogram, FILE* file);
/* The same with bars, in lines of at most `width` characters where the numbers leave room. */
void wgs_histogram_print_chart(wgs_histogram const* histogram, unsigned width, FILE* file);
void wgs_histogram_print_json(wgs_histogram const* histogram, FILE* file);

/* "3 nulls, 1 below, ...", or "" when every row is in a bin. */
void wgs_tally_text(wgs_tally const* tally, char* text, size_t size);

#endif
