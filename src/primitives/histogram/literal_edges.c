/* SPDX-License-Identifier: MIT */
/* Ranges and edges that are known on the host, as ordered words. */
#include <math.h>
#include <string.h>

#include "primitives/histogram/histogram.h"

wgs_edge_order wgs_edge_order_for(WGSFormat format) {
    return (wgs_edge_order){
        .map = wgs_key_map_for(format, WGSDirection_Ascending, 0),
        .minus_zero = format == WGSFormat_Float32 ? 0x80000000u : 0,
    };
}

uint32_t wgs_edge_least(WGSFormat format) { return format == WGSFormat_Float32 ? 0x00800000u : 0; }

uint32_t wgs_edge_greatest(WGSFormat format) {
    return format == WGSFormat_Float32 ? 0xFF7FFFFFu : UINT32_MAX;
}

bool wgs_edge_literal(WGSFormat format, double value, double* rounded) {
    if (!isfinite(value))
        return false;
    if (format == WGSFormat_Float32) {
        *rounded = (double)(float)value;
        return isfinite(*rounded);
    }
    double const least = format == WGSFormat_Sint32 ? (double)INT32_MIN : 0;
    double const greatest = format == WGSFormat_Sint32 ? (double)INT32_MAX : (double)UINT32_MAX;
    *rounded = value;
    return value >= least && value <= greatest && (double)(int64_t)value == value;
}

uint32_t wgs_edge_word(WGSFormat format, double rounded) {
    if (format == WGSFormat_Uint32)
        return (uint32_t)rounded;
    if (format == WGSFormat_Sint32)
        return (uint32_t)(int32_t)rounded ^ 0x80000000u;
    float const value = (float)rounded;
    if (value == 0)
        return 0x80000000u;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0x80000000u ? ~bits : bits | 0x80000000u;
}

static void even_integers(uint32_t low, uint32_t high, uint32_t bin_count, uint32_t* words) {
    uint64_t const span = high >= low ? high - low : 0;
    for (uint64_t i = 0; i < bin_count; i++)
        words[i] = low + (uint32_t)((i * span + bin_count - 1) / bin_count);
    words[bin_count] = high;
}

void wgs_edges_even(
    WGSFormat format, double low, double high, uint32_t bin_count, uint32_t* words) {
    uint32_t const first = wgs_edge_word(format, low);
    uint32_t const last = wgs_edge_word(format, high);
    if (format != WGSFormat_Float32) {
        even_integers(first, last, bin_count, words);
        return;
    }
    /* No product is added to anything here, so that no compiler can fuse the two. */
    for (uint32_t i = 0; i < bin_count; i++) {
        double const edge = low + (high - low) * i / bin_count;
        uint32_t const word = wgs_edge_word(format, (double)(float)edge);
        words[i] = word > last ? last : word;
    }
    words[0] = first;
    words[bin_count] = last;
}
