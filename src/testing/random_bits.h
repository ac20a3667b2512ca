/* SPDX-License-Identifier: MIT */
/* A small generator of random bits that is the same everywhere: SplitMix64 (Steele, Lea and Flood,
 * 2014). A seed printed by a failing test repeats the run. */
#ifndef WGS_TESTING_RANDOM_BITS_H
#define WGS_TESTING_RANDOM_BITS_H

#include <stdint.h>

typedef struct wgs_random {
    uint64_t state; /* any seed */
} wgs_random;

uint64_t wgs_random_bits(wgs_random* random);

/* Below `limit`, which is not 0. */
uint64_t wgs_random_below(wgs_random* random, uint64_t limit);

#endif
