/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_KEY_WORD_REFERENCE_H
#define WGS_PRIMITIVES_KEY_WORD_REFERENCE_H

#include "wgsort/key.h"

/* Word `word` (0 is the low one) of the number whose unsigned order is the order of the keys. */
uint32_t
wgs_key_word_reference(WGSFormat format, WGSDirection direction, uint64_t bits, uint32_t word);

#endif
