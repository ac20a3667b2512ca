/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "primitives/bitonic/bitonic.h"
#include "primitives/sort/sort_request.h"

enum { REASON_SIZE = 120 };

wgs_bit_window wgs_key_window(WGSSortKey const* key) {
    uint32_t const width = 8 * wgsFormatGetSize(key->in.format);
    if (key->bitCount == WGS_NO_BITS)
        return (wgs_bit_window){key->firstBit, 0};
    return (wgs_bit_window){
        key->firstBit, key->bitCount == 0 ? width - key->firstBit : key->bitCount};
}

bool wgs_sort_travels(WGSSortDescriptor const* descriptor) {
    if (descriptor->keyCount != 1 || wgsFormatGetSize(descriptor->keys[0].in.format) != 4)
        return false;
    size_t columns = descriptor->valueCount + (descriptor->rowsOut.buffer != NULL);
    for (size_t i = 0; i < descriptor->valueCount; i++)
        if (wgsFormatGetSize(descriptor->values[i].in.format) != 4)
            return false;
    return columns <= WGS_WORD_SORT_MAX_COLUMNS;
}

WGSAlgorithm wgs_sort_choose(WGSSortDescriptor const* descriptor, char reason[120]) {
    unsigned long long const rows = descriptor->keys[0].in.length;
    if (rows <= 1) {
        (void)snprintf(reason, REASON_SIZE, "%llu rows are in order as they are", rows);
        return WGSAlgorithm_Copy;
    }
    if (descriptor->algorithm != WGSAlgorithm_Auto) {
        (void)snprintf(reason, REASON_SIZE, "asked for");
        return descriptor->algorithm;
    }
    if (rows <= WGS_BITONIC_LOCAL_ROWS) {
        (void)snprintf(
            reason, REASON_SIZE, "%llu rows fit one workgroup of %d", rows, WGS_BITONIC_LOCAL_ROWS);
        return WGSAlgorithm_Bitonic;
    }
    (void)snprintf(
        reason,
        REASON_SIZE,
        "%llu rows are more than the %d of one workgroup, and radix is linear",
        rows,
        WGS_BITONIC_LOCAL_ROWS);
    return WGSAlgorithm_Radix;
}
