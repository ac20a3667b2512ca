/* SPDX-License-Identifier: MIT */
#include "primitives/words/key_word_reference.h"

#include "primitives/common/key_reference.h"

uint32_t
wgs_key_word_reference(WGSFormat format, WGSDirection direction, uint64_t bits, uint32_t word) {
    uint64_t const most = wgsFormatGetSize(format) == 8 ? UINT64_MAX : UINT32_MAX;
    uint64_t rank = wgs_key_rank_reference(format, bits);
    if (direction == WGSDirection_Descending)
        rank = most - rank;
    return (uint32_t)(word == 0 ? rank % 0x100000000u : rank / 0x100000000u);
}
