/* SPDX-License-Identifier: MIT */
/* The small tables that histograms, counting sorts and reductions give, counted on the CPU. */
#ifndef WGSORT_BENCH_TALLY_H
#define WGSORT_BENCH_TALLY_H

#include "bench_fold.h"
#include "bench_input.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows in each of `bins` even bins over all finite numbers of the key type, the last one closed.
 * False: no memory. */
bool wgs_bench_tally_bins(wgs_bench_input const* input, uint32_t bins, uint32_t* counts);

/* Where each of the input's `range` keys starts among the sorted rows, and where the last one ends:
 * range + 1 numbers. False: no memory. */
bool wgs_bench_tally_starts(wgs_bench_input const* input, uint32_t* starts);

/* The reduction of all rows: 1 word, 2 of an extent. */
void wgs_bench_tally_fold(
    wgs_bench_input const* input, wgs_bench_operation operation, uint32_t words[2]);

/* Ends of the range that wgs_bench_tally_bins divides. */
double wgs_bench_lowest(wgs_bench_key key);
double wgs_bench_highest(wgs_bench_key key);

#ifdef __cplusplus
}
#endif
#endif
