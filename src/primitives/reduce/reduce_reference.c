/* SPDX-License-Identifier: MIT */
#include "primitives/reduce/reduce_reference.h"

#include <math.h>
#include <string.h>

#include "primitives/common/key_reference.h"

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The least and the greatest number of a format. */
static void ends_of(WGSFormat format, uint32_t* least, uint32_t* greatest) {
    switch (format) {
    case WGSFormat_Float32:
        *least = bits_of(-INFINITY);
        *greatest = bits_of(INFINITY);
        break;
    case WGSFormat_Sint32:
        *least = 0x80000000u;
        *greatest = 0x7FFFFFFFu;
        break;
    default:
        *least = 0;
        *greatest = 0xFFFFFFFFu;
        break;
    }
}

static uint32_t sum_of(WGSFormat format, uint32_t const* words, size_t count) {
    if (format == WGSFormat_Float32) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += (double)float_of(words[i]);
        return bits_of((float)sum);
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += words[i];
    return sum;
}

void wgs_reduce_reference(
    WGSReduceOperation operation,
    WGSFormat format,
    void const* elements,
    size_t count,
    uint32_t result[2]) {
    uint32_t const* const words = elements;
    if (operation == WGSReduceOperation_Sum) {
        result[0] = sum_of(format, words, count);
        return;
    }
    uint32_t least;
    uint32_t greatest;
    ends_of(format, &greatest, &least);
    for (size_t i = 0; i < count; i++) {
        if (format == WGSFormat_Float32 && isnan(float_of(words[i])))
            continue;
        uint64_t const rank = wgs_key_rank_reference(format, words[i]);
        if (rank < wgs_key_rank_reference(format, least))
            least = words[i];
        if (rank > wgs_key_rank_reference(format, greatest))
            greatest = words[i];
    }
    result[0] = operation == WGSReduceOperation_Maximum ? greatest : least;
    result[1] = greatest;
}
