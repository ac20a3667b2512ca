/* SPDX-License-Identifier: MIT */
/* What is in the memories at first: the same on the host and on the device. */
#include "fuzz_graph.h"

#include <stdlib.h>
#include <string.h>

#include "testing/random_bits.h"

/* Random bits, now and then a float that is odd, a zero, or an extreme. */
static uint32_t any_word(wgs_random* random) {
    static uint32_t const odd[] = {
        0,
        0x80000000u,
        0x7FC00000u,
        0xFFC00001u,
        0x7F800000u,
        0xFF800000u,
        1,
        0xFFFFFFFFu,
        0x7FFFFFFFu,
        0x807FFFFFu};
    uint64_t const bits = wgs_random_bits(random);
    return bits >> 61 == 0 ? odd[bits % (sizeof odd / sizeof odd[0])] : (uint32_t)bits;
}

static uint32_t whole_float(wgs_random* random) {
    float const number = (float)((int)wgs_random_below(random, 101) - 50);
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Strictly increasing, below the bits of infinity. */
static void fill_ascending(wgs_random* random, uint32_t* words, uint32_t count) {
    uint32_t const step = 0x7F000000u / (count + 1);
    uint32_t word = 0;
    for (uint32_t i = 0; i < count; i++) {
        word += 1 + (uint32_t)wgs_random_below(random, wgs_random_below(random, 2) ? step : 40);
        words[i] = word;
    }
}

/* Disjoint ranges with gaps, some empty or turned around, in a random order. */
static void fill_segments(wgs_random* random, uint32_t* words, uint32_t count) {
    uint32_t const half = count / 2;
    uint32_t at = 0;
    for (uint32_t i = 0; i < half; i++) {
        bool const is_long = wgs_random_below(random, 12) == 0;
        uint32_t const length = (uint32_t)wgs_random_below(random, is_long ? 1500 : 40);
        at += (uint32_t)wgs_random_below(random, 3);
        words[i] = at;
        words[half + i] = at + length;
        if (wgs_random_below(random, 10) == 0) { /* ends before it begins: no rows */
            words[i] = at + length;
            words[half + i] = at;
        }
        at += length;
    }
    for (uint32_t i = half; i > 1; i--) {
        uint32_t const other = (uint32_t)wgs_random_below(random, i);
        uint32_t const begin = words[i - 1];
        uint32_t const end = words[half + i - 1];
        words[i - 1] = words[other];
        words[half + i - 1] = words[half + other];
        words[other] = begin;
        words[half + other] = end;
    }
}

/* A few workgroups along x; now and then none, or too many, which are none. */
static void fill_groups(wgs_random* random, uint32_t* words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        words[i] = i % 3 == 0 ? (uint32_t)wgs_random_below(random, 8) : 1;
    for (uint32_t i = 0; i < count; i += 5)
        words[i] = wgs_random_below(random, 3) == 0 ? 70000 : words[i];
}

static uint32_t fill_word(wgs_random* random, wgs_fuzz_contents contents) {
    switch (contents) {
    case WGS_FUZZ_SMALL:
        return (uint32_t)wgs_random_below(random, wgs_random_below(random, 8) == 0 ? 8000 : 300);
    case WGS_FUZZ_FEW:
        return (uint32_t)wgs_random_below(random, 4) * 0x40000001u;
    case WGS_FUZZ_WHOLE:
        return whole_float(random);
    default:
        return any_word(random);
    }
}

static void fill(wgs_fuzz_memory const* memory, uint64_t seed, uint32_t* words) {
    wgs_random random = {.state = seed};
    for (uint32_t i = 0; i < memory->words; i++)
        words[i] = fill_word(&random, memory->contents);
    uint32_t* const contents = words + memory->contents_first;
    if (memory->contents == WGS_FUZZ_ASCENDING)
        fill_ascending(&random, contents, memory->contents_words);
    if (memory->contents == WGS_FUZZ_SEGMENTS)
        fill_segments(&random, contents, memory->contents_words);
    if (memory->contents == WGS_FUZZ_GROUPS)
        fill_groups(&random, contents, memory->contents_words);
}

void wgs_fuzz_state_init(wgs_fuzz_graph const* graph, wgs_fuzz_state* state) {
    memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < graph->memory_count; i++) {
        state->memories[i] = malloc(4 * (size_t)graph->memories[i].words);
        FUZZ_CHECK(state->memories[i] != NULL);
        fill(&graph->memories[i], graph->seed * WGS_FUZZ_MAX_MEMORIES + i, state->memories[i]);
    }
    for (uint32_t i = 0; i < graph->buffer_count; i++) {
        if (graph->buffers[i].imported)
            continue;
        state->transients[i] = malloc(4 * (size_t)graph->buffers[i].words);
        FUZZ_CHECK(state->transients[i] != NULL);
    }
}

void wgs_fuzz_state_free(wgs_fuzz_graph const* graph, wgs_fuzz_state* state) {
    for (uint32_t i = 0; i < graph->memory_count; i++)
        free(state->memories[i]);
    for (uint32_t i = 0; i < graph->buffer_count; i++)
        free(state->transients[i]);
    free(state->runs);
}
