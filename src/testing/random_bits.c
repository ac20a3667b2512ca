/* SPDX-License-Identifier: MIT */
#include "testing/random_bits.h"

uint64_t wgs_random_bits(wgs_random* random) {
    random->state += 0x9E3779B97F4A7C15u;
    uint64_t bits = random->state;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

uint64_t wgs_random_below(wgs_random* random, uint64_t limit) {
    return wgs_random_bits(random) % limit;
}
