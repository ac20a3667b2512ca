/* SPDX-License-Identifier: MIT */
/*
 * Judges results in one pass over the output, in pieces of any size, against the input as a
 * function of the row number.
 *
 * With row numbers in the output: every key must be the key of its row, and (key, row) must grow
 * from row to row. As many such rows as the input has, each below the row count, are then a
 * permutation, in order and stable. Keys alone: they must not fall, and a sum of their hashes must
 * be that of the input.
 */
#ifndef WGSORT_BENCH_CHECK_H
#define WGSORT_BENCH_CHECK_H

#include "bench_input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wgs_bench_check {
    wgs_bench_input const* input;
    uint64_t seen;      /* rows judged so far */
    uint64_t last_rank; /* of the row before */
    uint64_t last_row;  /* its row number */
    uint64_t key_hash;  /* sum of the hashes of the keys seen */
    uint32_t sum;       /* of the elements that a scan has passed */
    char failure[160];  /* the first thing that was wrong; empty: nothing yet */
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

/* The next `count` elements of an exclusive scan, a gather, a copy. */
bool wgs_bench_check_scan(wgs_bench_check* check, uint32_t const* words, size_t count);
bool wgs_bench_check_gather(wgs_bench_check* check, uint32_t const* words, size_t count);
bool wgs_bench_check_copy(wgs_bench_check* check, uint32_t const* words, size_t count);

/* All rows must have been seen; `keys_alone` compares the sum of hashes too. */
bool wgs_bench_check_end(wgs_bench_check* check, bool keys_alone);

#ifdef __cplusplus
}
#endif
#endif
