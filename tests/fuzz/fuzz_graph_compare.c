/* SPDX-License-Identifier: MIT */
/* Every word of every memory, guards included, against the host. */
#include "fuzz_graph.h"

#include <stdlib.h>

#include "testing/test_device.h"

static int compare_words(void const* a, void const* b) {
    uint32_t const x = *(uint32_t const*)a;
    uint32_t const y = *(uint32_t const*)b;
    return x < y ? -1 : x > y;
}

/* Rows that may be in any order are compared in order. */
static void sort_runs(wgs_fuzz_state const* state, uint32_t memory, uint32_t* words) {
    for (uint32_t i = 0; i < state->run_count; i++)
        if (state->runs[i].memory == memory)
            qsort(words + state->runs[i].first, state->runs[i].length, 4, compare_words);
}

static void compare_memory(wgs_fuzz_rig const* rig, wgs_fuzz_state* state, uint32_t memory) {
    uint32_t const count = rig->description->memories[memory].words;
    uint32_t* const expected = state->memories[memory];
    uint32_t* const words = malloc(4 * (size_t)count);
    FUZZ_CHECK(words != NULL);
    WGSError error;
    if (wgsContextReadBuffer(
            wgs_test_context(), rig->memories[memory], 0, words, 4ull * count, &error) !=
        WGSStatus_Success)
        wgs_fuzz_fail(rig->description, "memory %u: %s", (unsigned)memory, error.message);
    sort_runs(state, memory, words);
    sort_runs(state, memory, expected);
    for (uint32_t i = 0; i < count; i++)
        if (words[i] != expected[i])
            wgs_fuzz_fail(
                rig->description,
                "word %u of memory %u is 0x%08X but should be 0x%08X",
                (unsigned)i,
                (unsigned)memory,
                (unsigned)words[i],
                (unsigned)expected[i]);
    free(words);
}

void wgs_fuzz_compare(wgs_fuzz_rig const* rig, wgs_fuzz_state* state) {
    for (uint32_t i = 0; i < rig->description->memory_count; i++)
        compare_memory(rig, state, i);
}
