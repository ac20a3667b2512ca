/* SPDX-License-Identifier: MIT */
#include "primitives/scan/scan_reference.h"

void wgs_scan_reference(WGSScanMode mode, uint32_t const* in, size_t count, uint32_t* out) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t const before = sum;
        sum += in[i];
        out[i] = mode == WGSScanMode_Inclusive ? sum : before;
    }
}
