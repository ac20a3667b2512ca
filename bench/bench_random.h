/* SPDX-License-Identifier: MIT */
/* Random words by position: row i has the same bits whoever computes it, in whatever order. */
#ifndef WGSORT_BENCH_RANDOM_H
#define WGSORT_BENCH_RANDOM_H

#include <stdint.h>

/* A bijection of 64-bit words that flips about half of the bits for any change (the finalizer of
 * SplitMix64: Steele, Lea and Flood, 2014). */
static inline uint64_t wgs_bench_mix(uint64_t word) {
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

/* Word `index` of stream `stream`. */
static inline uint64_t wgs_bench_random(uint64_t stream, uint64_t index) {
    return wgs_bench_mix(wgs_bench_mix(stream + 1) + (index + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

#endif
