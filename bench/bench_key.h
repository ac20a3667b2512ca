/* SPDX-License-Identifier: MIT */
/*
 * Key types and their order, written apart from the library, whose results it judges: a key's bits
 * are mapped to an unsigned number, its rank, and back.
 */
#ifndef WGSORT_BENCH_KEY_H
#define WGSORT_BENCH_KEY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgs_bench_key {
    WGS_BENCH_U32,
    WGS_BENCH_I32,
    WGS_BENCH_F32,
    WGS_BENCH_U64,
    WGS_BENCH_I64,
    WGS_BENCH_F64,
    WGS_BENCH_KEY_COUNT
} wgs_bench_key;

/* "u32", ... */
char const* wgs_bench_key_name(wgs_bench_key key);

/* 1 or 2 words of 32 bits. */
uint32_t wgs_bench_key_words(wgs_bench_key key);

/* Unsigned by value, signed by value, floats in total order of their bits. */
uint64_t wgs_bench_rank_of_key(wgs_bench_key key, uint64_t bits);
uint64_t wgs_bench_key_of_rank(wgs_bench_key key, uint64_t rank);

#ifdef __cplusplus
}
#endif
#endif
