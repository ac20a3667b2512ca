/* SPDX-License-Identifier: MIT */
#include "bench_statistics.h"

#include <stdlib.h>

static int compare_samples(void const* left, void const* right) {
    double const a = *(double const*)left;
    double const b = *(double const*)right;
    return (a > b) - (a < b);
}

static double percentile(double const* sorted, size_t count, double share) {
    double const position = share * (double)(count - 1);
    size_t const below = (size_t)position;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (position - (double)below) * (sorted[below + 1] - sorted[below]);
}

wgs_bench_summary wgs_bench_summarize(double* samples, size_t count) {
    qsort(samples, count, sizeof *samples, compare_samples);
    return (wgs_bench_summary){
        .median = percentile(samples, count, 0.5),
        .p10 = percentile(samples, count, 0.1),
        .p90 = percentile(samples, count, 0.9),
    };
}
