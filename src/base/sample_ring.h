/* SPDX-License-Identifier: MIT */
/* The last samples of a number, and their percentiles. */
#ifndef WGS_BASE_SAMPLE_RING_H
#define WGS_BASE_SAMPLE_RING_H

#include <stdint.h>

enum { WGS_RING_SAMPLES = 120 };

/* Empty when zero. */
typedef struct wgs_sample_ring {
    uint64_t samples[WGS_RING_SAMPLES]; /* sample i of all, from 0, lies at i modulo the size */
    uint64_t total;                     /* samples ever added */
} wgs_sample_ring;

void wgs_ring_add(wgs_sample_ring* ring, uint64_t sample);

/* Samples that are kept. */
uint32_t wgs_ring_count(wgs_sample_ring const* ring);

/* Copies the kept samples, the oldest first. Returns how many. */
uint32_t wgs_ring_copy(wgs_sample_ring const* ring, uint64_t samples[WGS_RING_SAMPLES]);

/* All 0 when there is no sample. */
typedef struct wgs_ring_summary {
    uint64_t latest;
    uint64_t p50;
    uint64_t p95;
} wgs_ring_summary;

/* Percentiles by nearest rank: of n samples in ascending order, the one at ceil(n * p / 100),
 * counted from 1. */
wgs_ring_summary wgs_ring_summarize(wgs_sample_ring const* ring);

#endif
