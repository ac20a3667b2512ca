/* SPDX-License-Identifier: MIT */
/*
 * The key rule: one order, the same on every algorithm, at every size, on every device.
 *
 * - Unsigned integers by value; signed integers by value (the sign bit is flipped on the way in and
 *   back on the way out).
 * - Floats in total order by their bits: -NaN, -inf, ..., -0, +0, ..., +inf, +NaN. Bits are never
 *   changed: NaN payloads and denormals survive.
 * - Descending reverses the order of keys, never the order of equal keys: every sort is stable.
 * - Several keys: the first decides, the next among equals, and so on; each with its own direction.
 * - A bit window [firstBit, firstBit + bitCount) is taken after the map above: bit 0 is the lowest
 *   bit of the mapped key. Keys that agree in the window are equal; whole keys are moved.
 */
#ifndef WGSORT_KEY_H
#define WGSORT_KEY_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum WGSDirection {
    WGSDirection_Ascending = 0,
    WGSDirection_Descending = 1,
    WGSDirection_Force32 = 0x7FFFFFFF
} WGSDirection;

/* A bitCount that means "no bits": every key is equal and the sort is a stable copy. */
#define WGS_NO_BITS 0xFFFFFFFFu

/* One key column of a sort, the most significant first. */
typedef struct WGSSortKey {
    WGSView in;  /* Uint32, Sint32, Float32, Uint64, Sint64 or Float64 [Storage] */
    WGSView out; /* the sorted keys, same format [Storage]; without a buffer they are not wanted */
    WGSDirection direction;
    uint32_t firstBit; /* of the mapped key, 0 to width - 1 */
    uint32_t bitCount; /* 0: to the top bit; WGS_NO_BITS: none */
} WGSSortKey;
#define WGS_SORT_KEY_INIT WGS_ZERO_INIT

#ifdef __cplusplus
}
#endif
#endif
