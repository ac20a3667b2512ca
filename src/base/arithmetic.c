/* SPDX-License-Identifier: MIT */
#include "base/arithmetic.h"

bool wgs_add_u64(uint64_t a, uint64_t b, uint64_t* result) {
    if (a > UINT64_MAX - b)
        return false;
    *result = a + b;
    return true;
}

bool wgs_multiply_u64(uint64_t a, uint64_t b, uint64_t* result) {
    if (b != 0 && a > UINT64_MAX / b)
        return false;
    *result = a * b;
    return true;
}

uint64_t wgs_divide_up(uint64_t a, uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

uint64_t wgs_min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint64_t wgs_max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }
