/* SPDX-License-Identifier: MIT */
/* What is wrong with a sorted table, in three separate answers: a wrong byte alone doesn't tell
 * whether rows are out of order, lost, or only unstable. */
#ifndef WGS_TESTING_SORT_VERDICT_H
#define WGS_TESTING_SORT_VERDICT_H

#include "primitives/sort/sort_reference.h"

typedef struct wgs_sort_verdict {
    bool sorted;
    bool permutation;
    bool stable;
    size_t unsorted_row; /* the first row that belongs before the one above it */
    size_t foreign_row;  /* the first row that is no row of the input, or one of them again */
    size_t unstable_row; /* the first row that came before the one above it in the input */
} wgs_sort_verdict;

/* Judges `count` rows by the row numbers of the output: `rows[i]` is the input row in place i.
 * `keys` are the inputs. */
wgs_sort_verdict wgs_sort_judge_rows(
    wgs_reference_key const* keys, size_t key_count, uint32_t const* rows, size_t count);

/* The same where only the sorted key column is there: equal keys can't be told apart, so `stable`
 * is always true. */
wgs_sort_verdict
wgs_sort_judge_keys(wgs_reference_key const* in, wgs_reference_key const* out, size_t count);

/* "sorted, not a permutation (row 7), stable" */
void wgs_sort_verdict_print(wgs_sort_verdict const* verdict, char* text, size_t size);

#endif
