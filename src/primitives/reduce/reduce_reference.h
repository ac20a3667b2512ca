/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_REDUCE_REFERENCE_H
#define WGS_PRIMITIVES_REDUCE_REFERENCE_H

#include <stddef.h>

#include "wgsort/reduce.h"

/* The result of a reduction of 4-byte elements, as bits: one word, two of an extent. A float sum is
 * made in double precision and rounded once. */
void wgs_reduce_reference(
    WGSReduceOperation operation,
    WGSFormat format,
    void const* elements,
    size_t count,
    uint32_t result[2]);

#endif
