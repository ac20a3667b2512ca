/* SPDX-License-Identifier: MIT */
/*
 * The bins of a histogram: edges, one more than bins. A value is in the last bin whose first edge is
 * not above it; the last bin is closed. What is printed as an edge is the number that values are
 * compared with, exactly:
 *
 *   integers  of any type are counted as 32-bit offsets from the low end. Even bins over more than
 *             32 bits have edges that are multiples of a power of two above the low end, so that
 *             offsets without their low bits tell the bin.
 *   floats    have edges that are f32 numbers. A double is compared with one as the greatest f32
 *             number that is not above it.
 */
#ifndef WGSORT_TOOLS_BIN_EDGES_H
#define WGSORT_TOOLS_BIN_EDGES_H

#include "csv_number.h"
#include "number_extent.h"

enum { WGS_MAX_BINS = 1 << 22, WGS_DEFAULT_BINS = 10 };

/* A number of the command line. */
typedef struct wgs_bound {
    char const* text; /* as far as the comma */
    size_t size;
    wgs_number_kind kind;
    wgs_number number;
} wgs_bound;

typedef struct wgs_bin_options {
    uint64_t bins; /* 0: not given */
    bool has_range;
    wgs_bound range[2];
    bool has_width;
    wgs_bound width;
    wgs_bound* edges;
    size_t edge_count; /* 0: not given */
} wgs_bin_options;

/* Read the values of --range, --width and --edges. */
bool wgs_parse_range(char const* text, wgs_bin_options* options, wgs_failure* failure);
bool wgs_parse_width(char const* text, wgs_bin_options* options, wgs_failure* failure);
bool wgs_parse_edges(char const* text, wgs_bin_options* options, wgs_failure* failure);
/* Refuses options that exclude each other. */
bool wgs_check_bin_options(wgs_bin_options const* options, wgs_failure* failure);
void wgs_bin_options_free(wgs_bin_options* options);

typedef struct wgs_bins {
    bool integers;
    uint32_t count; /* 0: there is no value, and nothing says where bins would be */
    bool even;
    unsigned shift; /* low bits that an integer's offset loses */
    wgs_wide low;   /* integers from `low` to `high` are counted */
    wgs_wide high;
    double real_low; /* f32 numbers: floats from one to the other are counted */
    double real_high;
    wgs_wide* edges;    /* count + 1, of integers */
    double* real_edges; /* of floats: f32 numbers */
} wgs_bins;

/* Makes the bins of a column of this type; `extent` is read where no range is given. */
bool wgs_bins_make(
    wgs_bin_options const* options,
    wgs_key_type type,
    wgs_extent const* extent,
    wgs_bins* bins,
    wgs_failure* failure);
void wgs_bins_free(wgs_bins* bins);

/* Edge `index` in text of at most WGS_NUMBER_TEXT_SIZE bytes; returns its length. */
size_t wgs_bins_edge_text(wgs_bins const* bins, uint32_t index, char* text);

/* The greatest f32 number that is not above `value`. */
float wgs_float_below(double value);

#endif
