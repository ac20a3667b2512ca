/* SPDX-License-Identifier: MIT */
/* Key columns for tests and benchmarks. */
#ifndef WGS_TESTING_DISTRIBUTION_H
#define WGS_TESTING_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#include "wgsort/graph.h"

typedef enum wgs_distribution {
    WGS_DISTRIBUTION_UNIFORM, /* random bits: floats of every kind among them */
    WGS_DISTRIBUTION_SORTED,  /* by the key rule, spread over the whole range */
    WGS_DISTRIBUTION_REVERSED,
    WGS_DISTRIBUTION_EQUAL,
    WGS_DISTRIBUTION_FEW,      /* seven distinct keys */
    WGS_DISTRIBUTION_MAXIMUM,  /* the largest key of the format, one in five the one below */
    WGS_DISTRIBUTION_SPECIALS, /* NaN, infinities, zeros, denormals; extremes for integers */
    WGS_DISTRIBUTION_LOW_BYTE, /* the low byte is the same in all keys */
    WGS_DISTRIBUTION_COUNT
} wgs_distribution;

char const* wgs_distribution_name(wgs_distribution distribution);

/* Fills `count` keys of a key format. The same arguments give the same bytes. */
void wgs_distribution_fill(
    wgs_distribution distribution, WGSFormat format, uint64_t seed, size_t count, void* keys);

/* Fills a value column of any format so that no two rows have the same bytes and each row's bytes
 * tell where it came from. */
void wgs_values_fill(WGSFormat format, uint64_t seed, size_t count, void* values);

#endif
