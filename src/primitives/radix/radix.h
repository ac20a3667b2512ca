/* SPDX-License-Identifier: MIT */
/* Stable least-significant-digit radix sort by one word. See README.md beside this. */
#ifndef WGS_PRIMITIVES_RADIX_H
#define WGS_PRIMITIVES_RADIX_H

#include "primitives/common/word_sort.h"

enum { WGS_RADIX_DIGIT_BITS = 4, WGS_RADIX_DIGITS = 16 };

/* Passes for a window of `bits`: one for 0 bits, which keeps the order. */
uint32_t wgs_radix_passes(uint32_t bits);

/* Adds the passes: three dispatches each. On failure nodes may have been added: the caller rolls
 * back to its mark. */
WGSStatus
wgs_radix_add(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error);

#endif
