/* SPDX-License-Identifier: MIT */
#include "primitives/scan/scan_reference.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static float as_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* What a run of no elements amounts to. */
static uint32_t of_none(WGSFormat format, WGSScanOperation operation) {
    if (operation == WGSScanOperation_Sum)
        return 0;
    bool const least = operation == WGSScanOperation_Minimum;
    if (format == WGSFormat_Float32)
        return float_bits(least ? INFINITY : -INFINITY);
    if (format == WGSFormat_Sint32)
        return least ? (uint32_t)INT32_MAX : (uint32_t)INT32_MIN;
    return least ? UINT32_MAX : 0;
}

/* Whether a lies before b; -0 lies before +0. Neither is NaN. */
static bool is_less(WGSFormat format, uint32_t a, uint32_t b) {
    if (format == WGSFormat_Uint32)
        return a < b;
    if (format == WGSFormat_Sint32)
        return (int32_t)a < (int32_t)b;
    float const x = as_float(a);
    float const y = as_float(b);
    return x < y || (x == y && signbit(x) && !signbit(y));
}

static uint32_t
add_element(WGSFormat format, WGSScanOperation operation, uint32_t run, uint32_t bits) {
    bool const is_float = format == WGSFormat_Float32;
    if (operation == WGSScanOperation_Sum)
        return is_float ? float_bits(as_float(run) + as_float(bits)) : run + bits;
    if (is_float && isnan(as_float(bits)))
        return run;
    bool const replaces = operation == WGSScanOperation_Minimum ? is_less(format, bits, run)
                                                                : is_less(format, run, bits);
    return replaces ? bits : run;
}

void wgs_scan_elements_reference(
    WGSFormat format,
    WGSScanOperation operation,
    WGSScanMode mode,
    uint32_t const* flags,
    uint32_t const* in,
    size_t count,
    uint32_t* out) {
    uint32_t run = of_none(format, operation);
    for (size_t i = 0; i < count; i++) {
        if (flags != NULL && flags[i] != 0)
            run = of_none(format, operation);
        uint32_t const before = run;
        run = add_element(format, operation, run, in[i]);
        out[i] = mode == WGSScanMode_Inclusive ? run : before;
    }
}

void wgs_scan_reference(WGSScanMode mode, uint32_t const* in, size_t count, uint32_t* out) {
    wgs_scan_elements_reference(WGSFormat_Uint32, WGSScanOperation_Sum, mode, NULL, in, count, out);
}
