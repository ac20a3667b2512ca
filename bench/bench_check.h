/* SPDX-License-Identifier: MIT */
/*
 * Judges results in one pass over the output, in pieces of any size, against the input as a
 * function of the row number.
 *
 * With row numbers in the output: every key must be the key of its row, and (key, row) must grow
 * from row to row. As many such rows as the input has, each below the row count, are then a
 * permutation, in order and stable. Keys alone: they must not fall, and a sum of their hashes must
 * be that of the input. A sort that need not be stable: a sum of hashes of row numbers, too.
 *
 * By segments: each starts anew, row numbers must lie in the segment, and hashes tell segments
 * apart.
 */
#ifndef WGSORT_BENCH_CHECK_H
#define WGSORT_BENCH_CHECK_H

#include "bench_fold.h"
#include "bench_input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wgs_bench_check {
    wgs_bench_input const* input;
    /* To be set behind wgs_bench_check_begin where they aren't 0. */
    uint32_t segment_rows;         /* of sorts and scans; 0: one segment */
    bool segment_row_numbers;      /* sorts count rows from 0 in each segment */
    bool unstable;                 /* sorts may change the order of equal keys */
    bool inclusive;                /* of scans */
    wgs_bench_operation operation; /* of scans */
    uint64_t seen;                 /* rows judged so far */
    uint64_t last_rank;            /* of the row before */
    uint64_t last_row;             /* its row number */
    uint64_t key_hash;             /* sum of the hashes of the keys seen */
    uint64_t row_hash;             /* the same of row numbers */
    uint32_t folded;               /* the elements of the segment that a scan has passed */
    char failure[160];             /* the first thing that was wrong; empty: nothing yet */
} wgs_bench_check;

void wgs_bench_check_begin(wgs_bench_check* check, wgs_bench_input const* input);

/* The next `count` rows of a sort. `keys` is NULL for an argsort; `rows` are its row numbers or
 * the values, of `value_words` words each, or NULL for keys alone. False: `failure` says why. */
bool wgs_bench_check_sort(
    wgs_bench_check* check,
    uint32_t const* keys,
    uint32_t const* rows,
    uint32_t value_words,
    size_t count);

/* The same in so many parts, 1 to WGS_BENCH_MAX_PARTS of bench_parallel.h. */
bool wgs_bench_check_sort_parts(
    wgs_bench_check* check,
    uint32_t const* keys,
    uint32_t const* rows,
    uint32_t value_words,
    size_t count,
    uint32_t parts);

/* The next `count` elements of a scan, a gather, a copy. */
bool wgs_bench_check_scan(wgs_bench_check* check, uint32_t const* words, size_t count);
bool wgs_bench_check_gather(wgs_bench_check* check, uint32_t const* words, size_t count);
bool wgs_bench_check_copy(wgs_bench_check* check, uint32_t const* words, size_t count);

/* Words of a table must be the expected ones. */
bool wgs_bench_check_table(
    wgs_bench_check* check, uint32_t const* words, uint32_t const* expected, size_t count);

/* All rows must have been seen, `keys_alone` compares the sum of hashes
 * too. */
bool wgs_bench_check_end(wgs_bench_check* check, bool keys_alone);

#ifdef __cplusplus
}
#endif
#endif
