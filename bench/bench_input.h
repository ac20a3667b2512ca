/* SPDX-License-Identifier: MIT */
/* The columns that are measured, as functions of the row number. */
#ifndef WGSORT_BENCH_INPUT_H
#define WGSORT_BENCH_INPUT_H

#include "bench_distribution.h"
#include "bench_key.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wgs_bench_input {
    wgs_bench_key key;
    wgs_bench_distribution distribution;
    uint64_t rows;  /* 1 to 2^31 */
    uint32_t range; /* of 32-bit keys: ranks are scaled to lie below it; 0: they are not */
    bool units;     /* f32: -1, 0 and 1 in place of keys; see below */
} wgs_bench_input;

/* The key of a row: its rank, and its bits. The bits of units are those of 1 for the upper half of
 * the ranks and of 0 for the lower one, with a minus sign in odd rows: in sums of so few rows that
 * they belong to one thread, or of neighbouring ones, no addition rounds. */
uint64_t wgs_bench_input_rank(wgs_bench_input const* input, uint64_t row);
uint64_t wgs_bench_input_bits(wgs_bench_input const* input, uint64_t row);

/* Word `word` of the value of a row: the row number, then words that no other row has there. */
uint32_t wgs_bench_value_word(uint64_t row, uint32_t word);

/* The row that a gather takes for output row `row`: the distribution's rank, scaled to the rows.
 * `sorted` is the identity, `uniform` takes rows at random, some more than once. */
uint32_t wgs_bench_gather_row(wgs_bench_input const* input, uint64_t row);

/* Rows [first, first + count) as they lie in memory: words, the low one first. */
void wgs_bench_fill_keys(
    wgs_bench_input const* input, uint64_t first, size_t count, uint32_t* words);
void wgs_bench_fill_values(uint32_t value_words, uint64_t first, size_t count, uint32_t* words);
void wgs_bench_fill_gather_rows(
    wgs_bench_input const* input, uint64_t first, size_t count, uint32_t* words);

#ifdef __cplusplus
}
#endif
#endif
