/* SPDX-License-Identifier: MIT */
/* Two elements made one, as scans and reductions do it, written apart from the library. */
#ifndef WGSORT_BENCH_FOLD_H
#define WGSORT_BENCH_FOLD_H

#include "bench_key.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgs_bench_operation {
    WGS_BENCH_SUM,
    WGS_BENCH_MIN,
    WGS_BENCH_MAX,
    WGS_BENCH_EXTENT, /* least and greatest; of reductions */
    WGS_BENCH_OPERATION_COUNT
} wgs_bench_operation;

/* What nothing folds to, and what two elements fold to, as bits of a 32-bit key; not for extents.
 * Sums wrap; those of floats are right where no order of additions rounds. Least and greatest go by
 * rank and pass over NaN. */
uint32_t wgs_bench_fold_start(wgs_bench_key key, wgs_bench_operation operation);
uint32_t
wgs_bench_fold(wgs_bench_key key, wgs_bench_operation operation, uint32_t left, uint32_t right);

#ifdef __cplusplus
}
#endif
#endif
