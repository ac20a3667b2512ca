/* SPDX-License-Identifier: MIT */
/*
 * Distributions of keys, as ranks: positions in the order of the key type, so that "sorted" is
 * sorted and a bit pattern meets the same digits whatever the type. Row i is computed from i alone:
 * no input is kept in memory, and a checker can ask for any row.
 *
 *   uniform         random bits (for floats: every kind of float)
 *   sorted          spread over the whole range
 *   reversed        the same from the end
 *   nearly-sorted   sorted, but one row in a hundred is random
 *   equal           one key
 *   few             16 different keys
 *   distinctN       N different keys
 *   maximum         the largest key, the one that padding could be taken for
 *   bitsN           random in the N lowest bits of the rank, zero above
 *   entropyX        AND of random words: 0.811, 0.544, 0.337 and 0.201 bits of entropy a bit
 *                   (2 to 5 words; Thearling and Smith, 1992)
 */
#ifndef WGSORT_BENCH_DISTRIBUTION_H
#define WGSORT_BENCH_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgs_bench_shape {
    WGS_BENCH_UNIFORM,
    WGS_BENCH_SORTED,
    WGS_BENCH_REVERSED,
    WGS_BENCH_NEARLY_SORTED,
    WGS_BENCH_EQUAL,
    WGS_BENCH_DISTINCT,
    WGS_BENCH_MAXIMUM,
    WGS_BENCH_BITS,
    WGS_BENCH_ENTROPY
} wgs_bench_shape;

typedef struct wgs_bench_distribution {
    wgs_bench_shape shape;
    uint32_t parameter; /* different keys, bits, or words of the AND */
    char name[20];      /* as it was asked for */
} wgs_bench_distribution;

/* Finds a distribution by a name of `length` bytes. False: there is none. */
bool wgs_bench_distribution_parse(
    char const* name, size_t length, wgs_bench_distribution* distribution);

/* The rank, of `width` bits (32 or 64), of row `row` of `rows`. */
uint64_t wgs_bench_rank(
    wgs_bench_distribution const* distribution, uint32_t width, uint64_t rows, uint64_t row);

#ifdef __cplusplus
}
#endif
#endif
