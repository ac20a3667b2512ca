/* SPDX-License-Identifier: MIT */
#include "testing/distribution.h"

#include <stdbool.h>
#include <string.h>

#include "primitives/common/key_reference.h"
#include "testing/random_bits.h"

char const* wgs_distribution_name(wgs_distribution distribution) {
    static char const* const names[WGS_DISTRIBUTION_COUNT] = {
        "uniform", "sorted", "reversed", "equal", "few", "maximum", "specials", "low byte"};
    return names[distribution];
}

/* Bit patterns at which keys go wrong: those of float.h first, then the ends of the integers. */
static uint32_t const specials32[] = {0x7FC00000, 0xFFC00000, 0x7F800000, 0xFF800000, 0x00000000,
                                      0x80000000, 0x00000001, 0x80000001, 0x3F800000, 0xBF800000,
                                      0x7FFFFFFF, 0xFFFFFFFF, 0x7F800001, 0xFF800001, 0x007FFFFF,
                                      0x807FFFFF, 0x7149F2CA, 0xF149F2CA, 0x71CE1BD1, 0xF1CE1BD1};

static uint64_t const specials64[] = {
    0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000,
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x3FF0000000000000, 0xBFF0000000000000, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF,
    0x7FF0000000000001, 0x00000000FFFFFFFF, 0x0000000100000000, 0x000000007FFFFFFF,
    0x8000000100000000, 0x80000000FFFFFFFF, 0x0000000080000000, 0x7FFFFFFF80000000};

enum { FEW = 7 };

/* The rank (see key_reference.h) of row `row`; `top` is the largest rank. */
static uint64_t rank_of_row(
    wgs_distribution distribution, wgs_random* random, uint64_t top, size_t row, size_t count) {
    uint64_t const bits = wgs_random_bits(random) & top;
    switch (distribution) {
    case WGS_DISTRIBUTION_SORTED:
        return top / count * row;
    case WGS_DISTRIBUTION_REVERSED:
        return top / count * (count - 1 - row);
    case WGS_DISTRIBUTION_EQUAL:
        return 0x00FF00FFu;
    case WGS_DISTRIBUTION_FEW:
        return top / FEW * (bits % FEW) + 12345;
    case WGS_DISTRIBUTION_MAXIMUM:
        return bits % 5 == 0 ? top - 1 : top;
    case WGS_DISTRIBUTION_LOW_BYTE:
        return bits - bits % 256 + 0x5A;
    default:
        return bits;
    }
}

void wgs_distribution_fill(
    wgs_distribution distribution, WGSFormat format, uint64_t seed, size_t count, void* keys) {
    bool const wide = wgsFormatGetSize(format) == 8;
    uint64_t const top = wide ? UINT64_MAX : UINT32_MAX;
    wgs_random random = {seed};
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        if (distribution == WGS_DISTRIBUTION_SPECIALS) {
            size_t const special =
                wgs_random_below(&random, sizeof specials32 / sizeof *specials32);
            bits = wide ? specials64[special] : specials32[special];
        } else {
            uint64_t const rank = rank_of_row(distribution, &random, top, i, count);
            bits = wgs_key_of_rank_reference(format, rank);
        }
        if (wide) {
            memcpy((uint64_t*)keys + i, &bits, 8);
        } else {
            uint32_t const word = (uint32_t)bits;
            memcpy((uint32_t*)keys + i, &word, 4);
        }
    }
}

void wgs_values_fill(WGSFormat format, uint64_t seed, size_t count, void* values) {
    size_t const words = wgsFormatGetSize(format) / 4;
    uint32_t* const out = values;
    wgs_random random = {seed};
    uint32_t const start = (uint32_t)wgs_random_bits(&random);
    /* An odd factor: the rows' words are different modulo 2^32. */
    for (size_t i = 0; i < count * words; i++)
        out[i] = start + (uint32_t)(i / words) * 0x9E3779B1u + (uint32_t)(i % words) * 0x01000193u;
}
