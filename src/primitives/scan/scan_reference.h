/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_SCAN_REFERENCE_H
#define WGS_PRIMITIVES_SCAN_REFERENCE_H

#include <stddef.h>

#include "wgsort/scan.h"

/* Prefix sums of 32-bit words modulo 2^32, which is the sum of signed ones, too. */
void wgs_scan_reference(WGSScanMode mode, uint32_t const* in, size_t count, uint32_t* out);

/* Any scan of 32-bit elements, given and returned by their bits. `flags` may be NULL: no segments. */
void wgs_scan_elements_reference(
    WGSFormat format,
    WGSScanOperation operation,
    WGSScanMode mode,
    uint32_t const* flags,
    uint32_t const* in,
    size_t count,
    uint32_t* out);

#endif
