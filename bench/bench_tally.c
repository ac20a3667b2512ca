/* SPDX-License-Identifier: MIT */
#include "bench_tally.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "bench_parallel.h"

/* Counters of all threads together. */
enum { MAX_COUNTERS = 1 << 24 };

double wgs_bench_lowest(wgs_bench_key key) {
    return key == WGS_BENCH_F32 ? -(double)FLT_MAX : key == WGS_BENCH_I32 ? INT32_MIN : 0.0;
}

double wgs_bench_highest(wgs_bench_key key) {
    return key == WGS_BENCH_F32 ? (double)FLT_MAX : key == WGS_BENCH_I32 ? INT32_MAX : UINT32_MAX;
}

typedef struct tally {
    wgs_bench_input const* input;
    uint32_t bins;
    float const* edges; /* of floats, else NULL */
    uint32_t* counts;   /* of every part */
} tally;

/* The last bin whose first edge is not above `number`, which lies within the edges. */
static uint32_t find_bin(float const* edges, uint32_t bins, float number) {
    uint32_t low = 0;
    uint32_t high = bins;
    while (high - low > 1) {
        uint32_t const middle = low + (high - low) / 2;
        if (edges[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* `bins` for what is not counted. */
static uint32_t bin_of_row(tally const* count, uint64_t row) {
    wgs_bench_input const* const input = count->input;
    if (input->range > 0)
        return (uint32_t)wgs_bench_input_rank(input, row);
    uint32_t const bits = (uint32_t)wgs_bench_input_bits(input, row);
    if (count->edges == NULL) {
        uint64_t const bin = wgs_bench_rank_of_key(input->key, bits) * count->bins / UINT32_MAX;
        return bin < count->bins ? (uint32_t)bin : count->bins - 1;
    }
    float number;
    memcpy(&number, &bits, sizeof number);
    if (!(number >= -FLT_MAX && number <= FLT_MAX))
        return count->bins;
    return find_bin(count->edges, count->bins, number);
}

static void tally_part(void* data, uint32_t part, uint32_t parts) {
    tally* const count = data;
    uint32_t* const counts = &count->counts[(size_t)part * count->bins];
    uint64_t const end = wgs_bench_part_begin(count->input->rows, part + 1, parts);
    for (uint64_t row = wgs_bench_part_begin(count->input->rows, part, parts); row < end; row++) {
        uint32_t const bin = bin_of_row(count, row);
        if (bin < count->bins)
            counts[bin]++;
    }
}

static bool tally_rows(tally* count, uint32_t* counts) {
    uint32_t parts = wgs_bench_parts_for(count->input->rows);
    while (parts > 1 && (uint64_t)parts * count->bins > MAX_COUNTERS)
        parts--;
    count->counts = calloc((size_t)parts * count->bins, sizeof *count->counts);
    if (count->counts == NULL)
        return false;
    wgs_bench_parallel(parts, tally_part, count);
    memcpy(counts, count->counts, count->bins * sizeof *counts);
    for (uint32_t part = 1; part < parts; part++)
        for (uint32_t bin = 0; bin < count->bins; bin++)
            counts[bin] += count->counts[(size_t)part * count->bins + bin];
    free(count->counts);
    return true;
}

bool wgs_bench_tally_bins(wgs_bench_input const* input, uint32_t bins, uint32_t* counts) {
    tally count = {.input = input, .bins = bins};
    if (input->key != WGS_BENCH_F32)
        return tally_rows(&count, counts);
    float* const edges = malloc(((size_t)bins + 1) * sizeof *edges);
    if (edges == NULL)
        return false;
    double const low = wgs_bench_lowest(input->key);
    double const width = wgs_bench_highest(input->key) - low;
    for (uint32_t i = 0; i <= bins; i++)
        edges[i] = (float)(low + width * i / bins);
    count.edges = edges;
    bool const counted = tally_rows(&count, counts);
    free(edges);
    return counted;
}

bool wgs_bench_tally_starts(wgs_bench_input const* input, uint32_t* starts) {
    tally count = {.input = input, .bins = input->range};
    if (!tally_rows(&count, starts))
        return false;
    uint32_t sum = 0;
    for (uint32_t key = 0; key < input->range; key++) {
        uint32_t const rows = starts[key];
        starts[key] = sum;
        sum += rows;
    }
    starts[input->range] = sum;
    return true;
}

typedef struct fold {
    wgs_bench_input const* input;
    wgs_bench_operation operation;
    uint32_t parts[WGS_BENCH_MAX_PARTS];
} fold;

static void fold_part(void* data, uint32_t part, uint32_t parts) {
    fold* const made = data;
    wgs_bench_input const* const input = made->input;
    uint64_t const end = wgs_bench_part_begin(input->rows, part + 1, parts);
    uint32_t folded = wgs_bench_fold_start(input->key, made->operation);
    for (uint64_t row = wgs_bench_part_begin(input->rows, part, parts); row < end; row++)
        folded = wgs_bench_fold(
            input->key, made->operation, folded, (uint32_t)wgs_bench_input_bits(input, row));
    made->parts[part] = folded;
}

static uint32_t fold_rows(wgs_bench_input const* input, wgs_bench_operation operation) {
    fold made = {.input = input, .operation = operation};
    uint32_t const parts = wgs_bench_parts_for(input->rows);
    wgs_bench_parallel(parts, fold_part, &made);
    uint32_t folded = made.parts[0];
    for (uint32_t part = 1; part < parts; part++)
        folded = wgs_bench_fold(input->key, operation, folded, made.parts[part]);
    return folded;
}

void wgs_bench_tally_fold(
    wgs_bench_input const* input, wgs_bench_operation operation, uint32_t words[2]) {
    bool const extent = operation == WGS_BENCH_EXTENT;
    words[0] = fold_rows(input, extent ? WGS_BENCH_MIN : operation);
    words[1] = extent ? fold_rows(input, WGS_BENCH_MAX) : 0;
}
