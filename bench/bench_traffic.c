/* SPDX-License-Identifier: MIT */
/*
 * Bytes that a run reads and writes. Only rows are counted: counters and partial sums are a small
 * part of any size for which a share of the memory's rate means something.
 */
#include "bench_subject.h"

/* The largest bitonic sort of one dispatch. */
enum { BITONIC_ONE_DISPATCH = 256 };

/* Radix, a pass: the histogram reads the key, the scatter reads and writes the row. */
static double radix_bytes(uint32_t passes, uint32_t columns) {
    return passes * (12.0 + 8.0 * columns);
}

/* A gather of a column of `size` bytes. */
static double gather_bytes(uint32_t size) { return 4.0 + 2.0 * size; }

/* Every dispatch reads and writes keys and row numbers, if any; the last one of pairs puts their
 * values in place of row numbers. */
static double bitonic_bytes(wgs_bench_case const* what, uint32_t dispatches) {
    uint32_t const columns = what->mode == WGS_BENCH_KEYS ? 0 : 1;
    if (what->rows <= BITONIC_ONE_DISPATCH)
        return 8.0 + 8.0 * columns;
    bool const gathers = what->mode == WGS_BENCH_PAIRS;
    return (dispatches - (gathers ? 1u : 0u)) * (8.0 + 8.0 * columns) +
           (gathers ? gather_bytes(4) : 0.0);
}

/* One 32-bit key with a value of 4 bytes or none: the columns travel with the key. */
static double
one_word_bytes(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    uint32_t const columns = what->mode == WGS_BENCH_KEYS ? 0 : 1;
    switch (sort->resolvedAlgorithm) {
    case WGSAlgorithm_Radix:
        return radix_bytes(sort->passCount, columns);
    case WGSAlgorithm_Bitonic:
        return bitonic_bytes(what, dispatches);
    default:
        return 8.0 + 8.0 * columns;
    }
}

/* Row numbers travel with one word after another, each fetched by row number but for the first
 * (8 bytes of the key, 4 of the row number, 4 written), then move the columns. */
static double
by_rows_bytes(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    uint32_t const words = wgs_bench_key_words(what->key);
    double bytes = words == 1 ? 0.0 : words * 16.0 - 4.0;
    uint32_t other_dispatches = words == 1 ? 0 : words;
    if (words == 2 && what->mode != WGS_BENCH_ARGSORT) {
        bytes += gather_bytes(8);
        other_dispatches++;
    }
    if (what->mode == WGS_BENCH_PAIRS) {
        bytes += gather_bytes(what->value_size);
        other_dispatches++;
    }
    bytes += sort->resolvedAlgorithm == WGSAlgorithm_Radix ? radix_bytes(sort->passCount, 1)
                                                           : (dispatches - other_dispatches) * 16.0;
    return bytes;
}

double wgs_bench_traffic(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    uint32_t const size = 4 * wgs_bench_key_words(what->key);
    double bytes = 0;
    switch (what->primitive) {
    case WGS_BENCH_SCAN:
        bytes = dispatches > 1 ? 12.0 : 8.0;
        break;
    case WGS_BENCH_GATHER:
        bytes = gather_bytes(size);
        break;
    case WGS_BENCH_COPY:
        bytes = 2.0 * size;
        break;
    default:
        bytes = size == 4 && what->value_size <= 4 ? one_word_bytes(what, sort, dispatches)
                                                   : by_rows_bytes(what, sort, dispatches);
        break;
    }
    return bytes * (double)what->rows;
}
