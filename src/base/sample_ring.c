/* SPDX-License-Identifier: MIT */
#include "base/sample_ring.h"

#include <stdlib.h>

void wgs_ring_add(wgs_sample_ring* ring, uint64_t sample) {
    ring->samples[ring->total++ % WGS_RING_SAMPLES] = sample;
}

uint32_t wgs_ring_count(wgs_sample_ring const* ring) {
    return ring->total < WGS_RING_SAMPLES ? (uint32_t)ring->total : WGS_RING_SAMPLES;
}

uint32_t wgs_ring_copy(wgs_sample_ring const* ring, uint64_t samples[WGS_RING_SAMPLES]) {
    uint32_t const count = wgs_ring_count(ring);
    uint64_t const oldest = ring->total - count;
    for (uint32_t i = 0; i < count; i++)
        samples[i] = ring->samples[(oldest + i) % WGS_RING_SAMPLES];
    return count;
}

static int compare(void const* a, void const* b) {
    uint64_t const x = *(uint64_t const*)a;
    uint64_t const y = *(uint64_t const*)b;
    return x < y ? -1 : x > y;
}

static uint64_t at_rank(uint64_t const* ascending, uint32_t count, uint32_t percent) {
    return ascending[(count * percent + 99) / 100 - 1];
}

wgs_ring_summary wgs_ring_summarize(wgs_sample_ring const* ring) {
    uint64_t samples[WGS_RING_SAMPLES];
    uint32_t const count = wgs_ring_copy(ring, samples);
    if (count == 0)
        return (wgs_ring_summary){0};
    uint64_t const latest = samples[count - 1];
    qsort(samples, count, sizeof *samples, compare);
    return (wgs_ring_summary){
        .latest = latest,
        .p50 = at_rank(samples, count, 50),
        .p95 = at_rank(samples, count, 95),
    };
}
