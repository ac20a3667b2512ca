/* SPDX-License-Identifier: MIT */
#include "primitives/common/key_reference.h"

#include <string.h>

/* Half of the keys of a format: the count of negative ones, where it has a sign. */
static uint64_t half_of(WGSFormat format) {
    return wgsFormatGetSize(format) == 8 ? 0x8000000000000000u : 0x80000000u;
}

uint64_t wgs_key_bits_reference(WGSFormat format, void const* keys, size_t row) {
    if (wgsFormatGetSize(format) == 8) {
        uint64_t bits;
        memcpy(&bits, (unsigned char const*)keys + 8 * row, sizeof bits);
        return bits;
    }
    uint32_t bits;
    memcpy(&bits, (unsigned char const*)keys + 4 * row, sizeof bits);
    return bits;
}

uint64_t wgs_key_rank_reference(WGSFormat format, uint64_t bits) {
    uint64_t const half = half_of(format);
    switch (format) {
    case WGSFormat_Sint32:
    case WGSFormat_Sint64:
        /* Two's complement: bits from half on are the negative numbers, least first. */
        return bits >= half ? bits - half : bits + half;
    case WGSFormat_Float32:
    case WGSFormat_Float64:
        /* Sign and magnitude: a negative float comes the earlier the larger its magnitude. */
        return bits >= half ? half - 1 - (bits - half) : half + bits;
    default:
        return bits;
    }
}

uint64_t wgs_key_of_rank_reference(WGSFormat format, uint64_t rank) {
    uint64_t const half = half_of(format);
    switch (format) {
    case WGSFormat_Sint32:
    case WGSFormat_Sint64:
        return rank >= half ? rank - half : rank + half;
    case WGSFormat_Float32:
    case WGSFormat_Float64:
        return rank >= half ? rank - half : half + (half - 1 - rank);
    default:
        return rank;
    }
}

/* The window of a rank, as a number: bits below the window are divided away, those above taken off
 * one by one. */
static uint64_t window_of(uint64_t rank, uint32_t first_bit, uint32_t bit_count) {
    for (uint32_t bit = 0; bit < first_bit; bit++)
        rank /= 2;
    uint64_t window = 0;
    uint64_t place = 1;
    for (uint32_t bit = 0; bit < bit_count; bit++) {
        window += rank % 2 * place;
        rank /= 2;
        place *= 2;
    }
    return window;
}

int wgs_key_compare_reference(
    WGSFormat format,
    WGSDirection direction,
    uint32_t first_bit,
    uint32_t bit_count,
    uint64_t a,
    uint64_t b) {
    uint64_t left = wgs_key_rank_reference(format, a);
    uint64_t right = wgs_key_rank_reference(format, b);
    if (bit_count == WGS_NO_BITS)
        return 0;
    if (first_bit > 0 || bit_count > 0) {
        uint32_t const width = 8 * wgsFormatGetSize(format);
        uint32_t const bits = bit_count == 0 ? width - first_bit : bit_count;
        left = window_of(left, first_bit, bits);
        right = window_of(right, first_bit, bits);
    }
    int const order = left < right ? -1 : left > right;
    return direction == WGSDirection_Descending ? -order : order;
}
