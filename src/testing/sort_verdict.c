/* SPDX-License-Identifier: MIT */
#include "testing/sort_verdict.h"

#include <stdio.h>
#include <stdlib.h>

#include "primitives/common/key_reference.h"

static wgs_sort_verdict const flawless = {.sorted = true, .permutation = true, .stable = true};

static void find_foreign_row(uint32_t const* rows, size_t count, wgs_sort_verdict* verdict) {
    bool* const seen = calloc(count + 1, sizeof *seen);
    if (seen == NULL)
        abort();
    for (size_t i = 0; i < count && verdict->permutation; i++) {
        if (rows[i] >= count || seen[rows[i]]) {
            verdict->permutation = false;
            verdict->foreign_row = i;
        } else {
            seen[rows[i]] = true;
        }
    }
    free(seen);
}

wgs_sort_verdict wgs_sort_judge_rows(
    wgs_reference_key const* keys, size_t key_count, uint32_t const* rows, size_t count) {
    wgs_sort_verdict verdict = flawless;
    find_foreign_row(rows, count, &verdict);
    for (size_t i = 1; i < count; i++) {
        if (rows[i - 1] >= count || rows[i] >= count)
            continue;
        int const order = wgs_rows_compare_reference(keys, key_count, rows[i - 1], rows[i]);
        if (order > 0 && verdict.sorted) {
            verdict.sorted = false;
            verdict.unsorted_row = i;
        }
        if (order == 0 && rows[i - 1] > rows[i] && verdict.stable) {
            verdict.stable = false;
            verdict.unstable_row = i;
        }
    }
    return verdict;
}

static int compare_bits(void const* left, void const* right) {
    uint64_t const a = *(uint64_t const*)left;
    uint64_t const b = *(uint64_t const*)right;
    return a < b ? -1 : a > b;
}

/* The bits of all keys of a column, least first. */
static uint64_t* sorted_bits(wgs_reference_key const* key, size_t count) {
    uint64_t* const bits = malloc((count + 1) * sizeof *bits);
    if (bits == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        bits[i] = wgs_key_bits_reference(key->format, key->data, i);
    qsort(bits, count, sizeof *bits, compare_bits);
    return bits;
}

wgs_sort_verdict
wgs_sort_judge_keys(wgs_reference_key const* in, wgs_reference_key const* out, size_t count) {
    wgs_sort_verdict verdict = flawless;
    uint64_t* const before = sorted_bits(in, count);
    uint64_t* const after = sorted_bits(out, count);
    for (size_t i = 0; i < count && verdict.permutation; i++)
        if (before[i] != after[i]) {
            verdict.permutation = false;
            verdict.foreign_row = i;
        }
    free(before);
    free(after);
    for (size_t i = 1; i < count && verdict.sorted; i++)
        if (wgs_rows_compare_reference(out, 1, i - 1, i) > 0) {
            verdict.sorted = false;
            verdict.unsorted_row = i;
        }
    return verdict;
}

void wgs_sort_verdict_print(wgs_sort_verdict const* verdict, char* text, size_t size) {
    char parts[3][48] = {"sorted", "a permutation", "stable"};
    if (!verdict->sorted)
        (void)snprintf(parts[0], sizeof parts[0], "not sorted (row %zu)", verdict->unsorted_row);
    if (!verdict->permutation)
        (void)snprintf(
            parts[1], sizeof parts[1], "not a permutation (row %zu)", verdict->foreign_row);
    if (!verdict->stable)
        (void)snprintf(parts[2], sizeof parts[2], "not stable (row %zu)", verdict->unstable_row);
    (void)snprintf(text, size, "%s, %s, %s", parts[0], parts[1], parts[2]);
}
