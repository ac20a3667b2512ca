/* SPDX-License-Identifier: MIT */
/* The command line of the benchmark. */
#ifndef WGSORT_BENCH_OPTIONS_H
#define WGSORT_BENCH_OPTIONS_H

#include <stdio.h>

#include "bench_distribution.h"
#include "bench_fold.h"
#include "bench_key.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgs_bench_primitive {
    WGS_BENCH_SORT,
    WGS_BENCH_SCAN,
    WGS_BENCH_GATHER,
    WGS_BENCH_COPY,
    WGS_BENCH_REDUCE,
    WGS_BENCH_HISTOGRAM,
    WGS_BENCH_SEGMENTS,   /* segmented sort */
    WGS_BENCH_BATCH,      /* batch sort */
    WGS_BENCH_COUNTING,   /* counting sort */
    WGS_BENCH_COMPARATOR, /* sort of records by a function */
    WGS_BENCH_PRIMITIVE_COUNT
} wgs_bench_primitive;

typedef enum wgs_bench_mode {
    WGS_BENCH_KEYS,
    WGS_BENCH_PAIRS,
    WGS_BENCH_ARGSORT,
    WGS_BENCH_MODE_COUNT
} wgs_bench_mode;

typedef enum wgs_bench_algorithm {
    WGS_BENCH_AUTO,
    WGS_BENCH_RADIX,
    WGS_BENCH_BITONIC,
    WGS_BENCH_ALGORITHM_COUNT
} wgs_bench_algorithm;

/* Of scans. */
typedef enum wgs_bench_scan {
    WGS_BENCH_EXCLUSIVE,
    WGS_BENCH_INCLUSIVE,
    WGS_BENCH_SEGMENTED, /* exclusive, by flags */
    WGS_BENCH_SEGMENTED_INCLUSIVE,
    WGS_BENCH_SCAN_COUNT
} wgs_bench_scan;

/* How a segmented sort is told of its segments. */
typedef enum wgs_bench_form {
    WGS_BENCH_DESCRIPTORS,
    WGS_BENCH_OFFSETS,    /* on the GPU, their largest length known */
    WGS_BENCH_ANY_LENGTH, /* on the GPU, of any length */
    WGS_BENCH_FORM_COUNT
} wgs_bench_form;

/* Of rows with equal keys in a counting sort. */
typedef enum wgs_bench_order {
    WGS_BENCH_STABLE,
    WGS_BENCH_UNSTABLE,
    WGS_BENCH_ORDER_COUNT
} wgs_bench_order;

typedef enum wgs_bench_format {
    WGS_BENCH_TABLE,
    WGS_BENCH_CSV,
    WGS_BENCH_JSON,
    WGS_BENCH_FORMAT_COUNT
} wgs_bench_format;

enum {
    WGS_BENCH_MAX_SIZES = 256,
    WGS_BENCH_MAX_CHOICES = 32,
    WGS_BENCH_MAX_SAMPLES = 1000,
    WGS_BENCH_MAX_LOAD = 10000,
};

/* What was chosen of a list: indexes into the enums above, or numbers. */
typedef struct wgs_bench_choices {
    size_t count;
    uint32_t items[WGS_BENCH_MAX_CHOICES];
} wgs_bench_choices;

typedef struct wgs_bench_options {
    bool help;
    bool nodes;
    bool wall; /* time by the CPU's clock, timestamps or not */
    size_t size_count;
    uint64_t sizes[WGS_BENCH_MAX_SIZES];
    wgs_bench_choices primitives;
    wgs_bench_choices modes;
    wgs_bench_choices keys;
    wgs_bench_choices algorithms;
    wgs_bench_choices value_sizes; /* bytes */
    wgs_bench_choices scans;
    wgs_bench_choices operations;
    wgs_bench_choices forms;
    wgs_bench_choices orders;
    wgs_bench_choices bins;
    wgs_bench_choices ranges;
    wgs_bench_choices segment_rows;
    wgs_bench_choices segment_counts; /* none: as many as the rows make */
    size_t distribution_count;
    wgs_bench_distribution distributions[WGS_BENCH_MAX_CHOICES];
    uint32_t samples;    /* 0: by the kind of adapter */
    uint32_t load;       /* milliseconds */
    bool load_given;     /* else by the kind of adapter */
    char const* adapter; /* NULL: the default one */
    char const* output;  /* NULL: standard output */
    wgs_bench_format format;
} wgs_bench_options;

/* Reads the words of a command line. False: `message` says what is wrong with them. */
bool wgs_bench_options_parse(
    int argument_count, char* const* arguments, wgs_bench_options* options, char message[200]);

void wgs_bench_options_help(FILE* file);

/* The names of the enums' values. */
char const* wgs_bench_primitive_name(wgs_bench_primitive primitive);
char const* wgs_bench_mode_name(wgs_bench_mode mode);
char const* wgs_bench_algorithm_name(wgs_bench_algorithm algorithm);
char const* wgs_bench_scan_name(wgs_bench_scan scan);
char const* wgs_bench_operation_name(wgs_bench_operation operation);
char const* wgs_bench_form_name(wgs_bench_form form);
char const* wgs_bench_order_name(wgs_bench_order order);

#ifdef __cplusplus
}
#endif
#endif
