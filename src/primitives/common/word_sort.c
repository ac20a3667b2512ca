/* SPDX-License-Identifier: MIT */
#include "primitives/common/word_sort.h"

#include "kernels/payload_none.wgsl.h"
#include "kernels/payload_one.wgsl.h"
#include "kernels/payload_two.wgsl.h"

wgs_key_map wgs_key_map_for(WGSFormat format, WGSDirection direction, uint32_t word) {
    bool const wide = wgsFormatGetSize(format) == 8;
    bool const top = !wide || word == 1;
    bool const is_signed = format == WGSFormat_Sint32 || format == WGSFormat_Sint64;
    bool const is_float = format == WGSFormat_Float32 || format == WGSFormat_Float64;
    wgs_key_map map = {0};
    if (top && (is_signed || is_float))
        map.flip = 0x80000000u;
    if (is_float)
        map.negative = top ? 0x7FFFFFFFu : 0xFFFFFFFFu;
    if (direction == WGSDirection_Descending)
        map.flip = ~map.flip;
    return map;
}

uint32_t wgs_bit_mask(uint32_t bits) { return bits >= 32 ? 0xFFFFFFFFu : (1u << bits) - 1u; }

WGSView wgs_words_view(WGSBuffer buffer, uint64_t length) {
    return (WGSView){.buffer = buffer, .format = WGSFormat_Uint32, .offset = 0, .length = length};
}

wgs_fragment const* wgs_payload_fragment(uint32_t column_count) {
    wgs_fragment const* const fragments[] = {
        &wgs_fragment_payload_none, &wgs_fragment_payload_one, &wgs_fragment_payload_two};
    return fragments[column_count];
}

size_t wgs_payload_uses(
    uint32_t column_count,
    wgs_word_sort_column const* columns,
    WGSView stand_in,
    wgs_kernel_binding_use* uses) {
    static char const* const names[WGS_WORD_SORT_MAX_COLUMNS][2] = {
        {"values0_in", "values0_out"}, {"values1_in", "values1_out"}};
    size_t use_count = 0;
    for (uint32_t i = 0; i < column_count; i++) {
        WGSView const in = columns[i].in.buffer == NULL ? stand_in : columns[i].in;
        uses[use_count++] = (wgs_kernel_binding_use){names[i][0], in, WGSAccess_StorageRead};
        uses[use_count++] =
            (wgs_kernel_binding_use){names[i][1], columns[i].out, WGSAccess_StorageWrite};
    }
    return use_count;
}
