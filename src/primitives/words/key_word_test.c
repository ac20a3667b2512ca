/* SPDX-License-Identifier: MIT */
/* The map of key_order.wgsl and key_words.wgsl, whose two words the host computes: for every format,
 * direction and word the map gives the reference's word, and the inverse gives the bits back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "primitives/common/key_reference.h"
#include "primitives/common/word_sort.h"
#include "primitives/words/key_word_reference.h"
#include "testing/distribution.h"

enum { KEYS = 500 };

/* All ones where the top word has its sign bit set. */
static uint32_t sign_of(uint32_t top) { return top >> 31 != 0 ? 0xFFFFFFFF : 0; }

static void check_format(WGSFormat format, WGSDirection direction, void const* keys) {
    uint32_t const words = wgsFormatGetSize(format) / 4;
    for (size_t i = 0; i < KEYS; i++) {
        uint64_t const bits = wgs_key_bits_reference(format, keys, i);
        uint32_t const parts[2] = {(uint32_t)bits, (uint32_t)(bits >> 32)};
        for (uint32_t word = 0; word < words; word++) {
            wgs_key_map const map = wgs_key_map_for(format, direction, word);
            uint32_t const sign = sign_of(parts[words - 1]);
            uint32_t const ordered = parts[word] ^ map.flip ^ (sign & map.negative);
            assert_int_equal(ordered, wgs_key_word_reference(format, direction, bits, word));
            if (words > 1)
                continue;
            uint32_t const back = ordered ^ map.flip;
            assert_int_equal(back ^ (sign_of(back) & map.negative), parts[0]);
        }
    }
}

static void test_maps(void** state) {
    (void)state;
    static uint64_t keys[KEYS];
    for (uint32_t format = WGSFormat_Uint32; format <= WGSFormat_Float64; format++)
        for (uint32_t d = 0; d < WGS_DISTRIBUTION_COUNT; d++) {
            wgs_distribution_fill((wgs_distribution)d, (WGSFormat)format, d, KEYS, keys);
            check_format((WGSFormat)format, WGSDirection_Ascending, keys);
            check_format((WGSFormat)format, WGSDirection_Descending, keys);
        }
}

/* Ranks and keys belong to each other one by one. */
static void test_ranks(void** state) {
    (void)state;
    static uint64_t keys[KEYS];
    for (uint32_t format = WGSFormat_Uint32; format <= WGSFormat_Float64; format++) {
        wgs_distribution_fill(WGS_DISTRIBUTION_SPECIALS, (WGSFormat)format, 1, KEYS, keys);
        for (size_t i = 0; i < KEYS; i++) {
            uint64_t const bits = wgs_key_bits_reference((WGSFormat)format, keys, i);
            uint64_t const rank = wgs_key_rank_reference((WGSFormat)format, bits);
            assert_true(wgs_key_of_rank_reference((WGSFormat)format, rank) == bits);
        }
    }
    /* The order of floats as the CPU has it. */
    assert_true(
        wgs_key_rank_reference(WGSFormat_Float32, 0xBF800000) <
        wgs_key_rank_reference(WGSFormat_Float32, 0x80000000));
    assert_true(
        wgs_key_rank_reference(WGSFormat_Float32, 0x80000000) + 1 ==
        wgs_key_rank_reference(WGSFormat_Float32, 0));
    assert_int_equal(wgs_key_rank_reference(WGSFormat_Float32, 0xFFFFFFFF), 0);
    assert_int_equal(wgs_key_rank_reference(WGSFormat_Float32, 0x7FFFFFFF), 0xFFFFFFFF);
}

/* fault KE-18: a shift by the whole width is no shift at all. */
static void test_masks(void** state) {
    (void)state;
    assert_int_equal(wgs_bit_mask(0), 0);
    assert_int_equal(wgs_bit_mask(1), 1);
    assert_int_equal(wgs_bit_mask(31), 0x7FFFFFFF);
    assert_int_equal(wgs_bit_mask(32), 0xFFFFFFFF);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
