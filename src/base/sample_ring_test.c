/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sample_ring.h"

/* The i-th sample, counted from 0: no order, no two alike. */
static uint64_t sample(uint32_t i) {
    return UINT64_C(10000000000) + i * UINT64_C(2654435761) % UINT64_C(4294967291);
}

/* The place-th smallest, from 1, of the samples from `first` up to `end`: the one that place - 1
 * others are below. */
static uint64_t smallest(uint32_t first, uint32_t end, uint32_t place) {
    for (uint32_t i = first; i < end; i++) {
        uint32_t below = 0;
        for (uint32_t j = first; j < end; j++)
            below += sample(j) < sample(i);
        if (below == place - 1)
            return sample(i);
    }
    fail_msg("there is no sample at place %u", (unsigned)place);
    return 0;
}

/* item 36: at most 120 samples, latest, p50 and p95 by nearest rank. The ranks are written out. */
static void percentiles_are_the_nearest_ranks(void** state) {
    (void)state;
    static struct {
        uint32_t added, kept, rank50, rank95;
    } const cases[] = {
        {1, 1, 1, 1},
        {2, 2, 1, 2},
        {3, 3, 2, 3},
        {19, 19, 10, 19},
        {20, 20, 10, 19},
        {21, 21, 11, 20},
        {100, 100, 50, 95},
        {119, 119, 60, 114},
        {120, 120, 60, 114},
        {121, 120, 60, 114},
        {239, 120, 60, 114},
        {240, 120, 60, 114},
        {241, 120, 60, 114},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        uint32_t const end = cases[c].added;
        uint32_t const first = end - cases[c].kept;
        wgs_sample_ring ring = {0};
        for (uint32_t i = 0; i < end; i++)
            wgs_ring_add(&ring, sample(i));
        assert_int_equal(ring.total, end);
        assert_int_equal(wgs_ring_count(&ring), cases[c].kept);
        wgs_ring_summary const summary = wgs_ring_summarize(&ring);
        assert_int_equal(summary.latest, sample(end - 1));
        assert_int_equal(summary.p50, smallest(first, end, cases[c].rank50));
        assert_int_equal(summary.p95, smallest(first, end, cases[c].rank95));
    }
}

/* item 36: exact values, for 1 to n in either order. */
static void known_values(void** state) {
    (void)state;
    for (int falling = 0; falling < 2; falling++) {
        wgs_sample_ring ring = {0};
        for (uint32_t i = 1; i <= 100; i++)
            wgs_ring_add(&ring, falling ? 101 - i : i);
        wgs_ring_summary const summary = wgs_ring_summarize(&ring);
        assert_int_equal(summary.latest, falling ? 1 : 100);
        assert_int_equal(summary.p50, 50);
        assert_int_equal(summary.p95, 95);
    }
    wgs_sample_ring ring = {0};
    wgs_ring_add(&ring, UINT64_MAX);
    wgs_ring_add(&ring, 0);
    wgs_ring_summary const summary = wgs_ring_summarize(&ring);
    assert_int_equal(summary.latest, 0);
    assert_int_equal(summary.p50, 0);
    assert_true(summary.p95 == UINT64_MAX);
}

/* item 36: the oldest sample goes first, at every fill. */
static void the_last_samples_are_kept_in_order(void** state) {
    (void)state;
    wgs_sample_ring ring = {0};
    for (uint32_t added = 0; added <= 3 * WGS_RING_SAMPLES; added++) {
        uint64_t samples[WGS_RING_SAMPLES];
        uint32_t const count = wgs_ring_copy(&ring, samples);
        assert_int_equal(count, added < 120 ? added : 120);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(samples[i], sample(added - count + i));
        wgs_ring_add(&ring, sample(added));
    }
}

static void nothing_has_no_percentile(void** state) {
    (void)state;
    wgs_sample_ring const ring = {0};
    wgs_ring_summary const summary = wgs_ring_summarize(&ring);
    assert_int_equal(wgs_ring_count(&ring), 0);
    assert_int_equal(summary.latest, 0);
    assert_int_equal(summary.p50, 0);
    assert_int_equal(summary.p95, 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(percentiles_are_the_nearest_ranks),
        cmocka_unit_test(known_values),
        cmocka_unit_test(the_last_samples_are_kept_in_order),
        cmocka_unit_test(nothing_has_no_percentile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
