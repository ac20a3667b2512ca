/* SPDX-License-Identifier: MIT */
/* Integer arithmetic that can't wrap silently. */
#ifndef WGS_BASE_ARITHMETIC_H
#define WGS_BASE_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/* False, and *result unchanged, when the exact result doesn't fit 64 bits. */
bool wgs_add_u64(uint64_t a, uint64_t b, uint64_t* result);
bool wgs_multiply_u64(uint64_t a, uint64_t b, uint64_t* result);

/* Quotient rounded up, without a sum that could wrap. `b` is not 0. */
uint64_t wgs_divide_up(uint64_t a, uint64_t b);
uint64_t wgs_min_u64(uint64_t a, uint64_t b);
uint64_t wgs_max_u64(uint64_t a, uint64_t b);

#endif
