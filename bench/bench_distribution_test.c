/* SPDX-License-Identifier: MIT */
/* Keys, their order, and the distributions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "bench_distribution.h"
#include "bench_key.h"

static wgs_bench_distribution parse(char const* name) {
    wgs_bench_distribution distribution;
    if (!wgs_bench_distribution_parse(name, strlen(name), &distribution))
        fail_msg("%s is not taken", name);
    assert_string_equal(distribution.name, name);
    return distribution;
}

static void names_are_judged(void** state) {
    (void)state;
    assert_int_equal(parse("few").parameter, 16);
    assert_int_equal(parse("distinct1000").parameter, 1000);
    assert_int_equal(parse("bits16").parameter, 16);
    assert_int_equal(parse("entropy0.544").parameter, 3);
    static char const* const bad[] = {
        "",
        "unif",
        "uniformly",
        "bits",
        "bits0",
        "bits65",
        "bits1x",
        "distinct-1",
        "distinct99999999999",
        "entropy0.5",
        "a-name-that-is-far-too-long"};
    wgs_bench_distribution distribution;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (wgs_bench_distribution_parse(bad[i], strlen(bad[i]), &distribution))
            fail_msg("%s is taken", bad[i]);
}

static void sorted_ranks_rise(void** state) {
    (void)state;
    wgs_bench_distribution const sorted = parse("sorted");
    wgs_bench_distribution const reversed = parse("reversed");
    uint64_t const sizes[] = {1, 2, 3, 1000, UINT64_C(1) << 31};
    for (uint32_t width = 32; width <= 64; width += 32)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            uint64_t const rows = sizes[s];
            uint64_t const step = rows > 100 ? rows / 100 : 1;
            for (uint64_t row = 0; row + 1 < rows; row += step)
                assert_true(
                    wgs_bench_rank(&sorted, width, rows, row) <
                    wgs_bench_rank(&sorted, width, rows, row + 1));
            assert_int_equal(
                wgs_bench_rank(&sorted, width, rows, rows - 1),
                wgs_bench_rank(&reversed, width, rows, 0));
            if (width == 32)
                assert_true(wgs_bench_rank(&sorted, width, rows, rows - 1) <= UINT32_MAX);
        }
}

/* The share of set bits tells how many words were combined. */
static double set_bits(char const* name, uint32_t width) {
    wgs_bench_distribution const distribution = parse(name);
    double set = 0;
    for (uint64_t row = 0; row < 4096; row++)
        for (uint64_t rank = wgs_bench_rank(&distribution, width, 4096, row); rank != 0;
             rank &= rank - 1)
            set++;
    return set / (4096.0 * width);
}

static void entropy_is_what_it_says(void** state) {
    (void)state;
    static char const* const names[] = {
        "entropy1", "entropy0.811", "entropy0.544", "entropy0.337", "entropy0.201"};
    double const stated[] = {1.0, 0.811, 0.544, 0.337, 0.201};
    for (uint32_t width = 32; width <= 64; width += 32)
        for (size_t i = 0; i < 5; i++) {
            double const p = set_bits(names[i], width);
            double const entropy = -p * log2(p) - (1 - p) * log2(1 - p);
            assert_true(fabs(entropy - stated[i]) < 0.02);
        }
}

static void ranges_are_kept(void** state) {
    (void)state;
    wgs_bench_distribution const bits = parse("bits5");
    wgs_bench_distribution const distinct = parse("distinct3");
    wgs_bench_distribution const maximum = parse("maximum");
    wgs_bench_distribution const equal = parse("equal");
    uint64_t seen[3] = {0};
    size_t seen_count = 0;
    for (uint64_t row = 0; row < 300; row++) {
        assert_true(wgs_bench_rank(&bits, 32, 300, row) < 32);
        assert_int_equal(wgs_bench_rank(&maximum, 32, 300, row), UINT32_MAX);
        assert_int_equal(wgs_bench_rank(&maximum, 64, 300, row), UINT64_MAX);
        assert_int_equal(wgs_bench_rank(&equal, 32, 300, row), wgs_bench_rank(&equal, 32, 300, 0));
        uint64_t const rank = wgs_bench_rank(&distinct, 64, 300, row);
        size_t i = 0;
        while (i < seen_count && seen[i] != rank)
            i++;
        if (i == seen_count) {
            assert_true(seen_count < 3);
            seen[seen_count++] = rank;
        }
    }
    assert_int_equal(seen_count, 3);
}

/* Keys in rising order, by type. */
static void order_of_keys(void** state) {
    (void)state;
    static struct {
        wgs_bench_key key;
        uint64_t bits[6];
    } const rising[] = {
        {WGS_BENCH_U32, {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff}},
        {WGS_BENCH_I32, {0x80000000, 0x80000001, 0xffffffff, 0, 1, 0x7fffffff}},
        {WGS_BENCH_F32, {0xffffffff, 0xff800000, 0x80000000, 0, 0x7f800000, 0x7fffffff}},
        {WGS_BENCH_U64, {0, 1, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX}},
        {WGS_BENCH_I64, {UINT64_C(1) << 63, UINT64_MAX, 0, 1, UINT32_MAX, INT64_MAX}},
        {WGS_BENCH_F64,
         {UINT64_MAX,
          UINT64_C(0xfff) << 52,
          UINT64_C(1) << 63,
          0,
          UINT64_C(0x7ff) << 52,
          INT64_MAX}},
    };
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++)
        for (size_t j = 0; j < 6; j++) {
            uint64_t const rank = wgs_bench_rank_of_key(rising[i].key, rising[i].bits[j]);
            assert_int_equal(wgs_bench_key_of_rank(rising[i].key, rank), rising[i].bits[j]);
            if (j > 0)
                assert_true(rank > wgs_bench_rank_of_key(rising[i].key, rising[i].bits[j - 1]));
        }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(names_are_judged),
        cmocka_unit_test(sorted_ranks_rise),
        cmocka_unit_test(entropy_is_what_it_says),
        cmocka_unit_test(ranges_are_kept),
        cmocka_unit_test(order_of_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
