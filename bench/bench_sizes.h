/* SPDX-License-Identifier: MIT */
/* Lists of row counts as people write them: "1000", "2^20", "2^8..2^16", and commas between. */
#ifndef WGSORT_BENCH_SIZES_H
#define WGSORT_BENCH_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rows that one sort takes at most. */
#define WGS_BENCH_MAX_ROWS UINT64_C(0x80000000)

/* A range doubles from its first number for as long as it does not pass the last. Numbers are 1 to
 * WGS_BENCH_MAX_ROWS. False: a number is bad, or there are more than `capacity`. */
bool wgs_bench_sizes_parse(char const* text, size_t capacity, uint64_t* sizes, size_t* count);

#ifdef __cplusplus
}
#endif
#endif
