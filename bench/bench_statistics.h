/* SPDX-License-Identifier: MIT */
/* Order statistics of samples. */
#ifndef WGSORT_BENCH_STATISTICS_H
#define WGSORT_BENCH_STATISTICS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wgs_bench_summary {
    double median;
    double p10;
    double p90;
} wgs_bench_summary;

/* Sorts `samples`, at least one. Percentiles lie between neighbouring samples, linearly. */
wgs_bench_summary wgs_bench_summarize(double* samples, size_t count);

#ifdef __cplusplus
}
#endif
#endif
