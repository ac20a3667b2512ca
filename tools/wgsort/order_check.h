/* SPDX-License-Identifier: MIT */
/* Judges a result on the CPU, with no code that produced it. */
#ifndef WGSORT_TOOLS_ORDER_CHECK_H
#define WGSORT_TOOLS_ORDER_CHECK_H

#include "key_compare.h"

/* The verdict; `at` is the first position in the output where the rule is broken. */
typedef enum wgs_verdict_kind {
    WGS_VERDICT_GOOD,
    WGS_VERDICT_NOT_A_PERMUTATION, /* a row number is out of range or comes twice */
    WGS_VERDICT_OUT_OF_ORDER,      /* position `at` belongs before the one ahead of it */
    WGS_VERDICT_UNSTABLE,          /* equal rows at `at` - 1 and `at` changed their order */
} wgs_verdict_kind;

typedef struct wgs_verdict {
    wgs_verdict_kind kind;
    uint64_t at;
} wgs_verdict;

/* Checks that order[0..rows) is the stable sorted order of the key columns. */
bool wgs_check_order(
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t const* order,
    uint64_t rows,
    wgs_verdict* verdict,
    wgs_failure* failure);

/* A sum over values that doesn't depend on their order, wide enough that two different multisets
 * agree in it only by a chance of 2^-128. */
typedef struct wgs_value_sum {
    uint64_t low;
    uint64_t high;
} wgs_value_sum;
wgs_value_sum wgs_sum_values(wgs_key_type type, void const* values, uint64_t count);

/* Checks that sorted values are in order and have the input's sum. Equal keys that are equal bits
 * have no order to keep; with a window (key_bits) they may differ, and then only wgs_check_order
 * can tell. */
wgs_verdict wgs_check_values(wgs_row_key const* key, wgs_value_sum before);

/* "permutation, in order, stable", or what is wrong. */
void wgs_verdict_text(wgs_verdict const* verdict, char* text, size_t size);

#endif
