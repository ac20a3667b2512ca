/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/slots.h"

enum { MOST = 8 };

typedef struct result {
    size_t slot_count;
    wgs_slot slots[MOST];
    uint32_t slot_of[MOST];
} result;

/* The buffers are numbered as they are listed. */
static result assign(size_t count, wgs_lifetime const* lifetimes) {
    result r = {0};
    wgs_lifetime sorted[MOST];
    uint32_t places = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = lifetimes[i];
        sorted[i].buffer = (uint32_t)i;
        if (places <= sorted[i].last)
            places = sorted[i].last + 1;
    }
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    assert_true(
        wgs_slots_assign(&allocator, places, count, sorted, r.slots, r.slot_of, &r.slot_count));
    return r;
}

static void no_transients_need_no_slots(void** state) {
    (void)state;
    assert_int_equal(assign(0, NULL).slot_count, 0);
}

/* item 17: lifetimes that touch in one node do not share. */
static void both_ends_of_a_lifetime_count(void** state) {
    (void)state;
    wgs_lifetime const touching[] = {
        {.first = 0, .last = 2, .size = 64}, {.first = 2, .last = 3, .size = 64}};
    assert_int_equal(assign(2, touching).slot_count, 2);
    wgs_lifetime const apart[] = {
        {.first = 0, .last = 2, .size = 64}, {.first = 3, .last = 3, .size = 64}};
    assert_int_equal(assign(2, apart).slot_count, 1);
}

/* item 17: best fit: of the free slots the smallest that is large enough. */
static void the_smallest_free_slot(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 0, .last = 0, .size = 1000},
        {.first = 0, .last = 1, .size = 100},
        {.first = 0, .last = 0, .size = 90},
        {.first = 1, .last = 1, .size = 80},
    };
    result const r = assign(4, lifetimes);
    assert_int_equal(r.slot_count, 3);
    assert_int_equal(r.slot_of[3], r.slot_of[2]);
    assert_int_equal(r.slots[r.slot_of[3]].size, 90);
}

/* item 39: with a small slot grown for the last one there would be two large slots. */
static void no_small_slot_grows(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 0, .last = 0, .size = 16},
        {.first = 0, .last = 0, .size = 1000},
        {.first = 0, .last = 0, .size = 200},
        {.first = 1, .last = 1, .size = 1200},
    };
    result const r = assign(4, lifetimes);
    assert_int_equal(r.slot_count, 3);
    assert_int_equal(r.slot_of[3], r.slot_of[1]);
    assert_int_equal(r.slots[r.slot_of[3]].size, 1200);
    assert_int_equal(r.slots[r.slot_of[2]].size, 200);
    assert_int_equal(r.slots[r.slot_of[0]].size, 16);
}

static void a_slot_is_free_between_its_lifetimes(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 0, .last = 1, .size = 64},
        {.first = 6, .last = 9, .size = 64},
        {.first = 2, .last = 5, .size = 32},
        {.first = 5, .last = 6, .size = 4},
    };
    result const r = assign(4, lifetimes);
    assert_int_equal(r.slot_count, 2);
    assert_int_equal(r.slot_of[2], r.slot_of[0]);
    assert_int_equal(r.slots[r.slot_of[3]].size, 4);
}

/* Lifetimes that start, end and lie across words of 64 places. */
static void long_lifetimes(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 0, .last = 63, .size = 100},
        {.first = 64, .last = 200, .size = 90},
        {.first = 63, .last = 64, .size = 80},
        {.first = 201, .last = 255, .size = 70},
        {.first = 127, .last = 128, .size = 60},
        {.first = 256, .last = 256, .size = 50},
        {.first = 65, .last = 126, .size = 40},
        {.first = 255, .last = 256, .size = 30},
    };
    result const r = assign(8, lifetimes);
    static uint32_t const slots[] = {0, 0, 1, 1, 1, 1, 1, 0};
    assert_int_equal(r.slot_count, 2);
    assert_memory_equal(r.slot_of, slots, sizeof slots);
}

/* item 17, fault GR-06: a shared slot has the usages of all that lie in it. */
static void usages_are_united(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 0, .last = 0, .size = 64, .usage = WGPUBufferUsage_Storage},
        {.first = 1, .last = 1, .size = 64, .usage = WGPUBufferUsage_Indirect},
    };
    result const r = assign(2, lifetimes);
    assert_int_equal(r.slot_count, 1);
    assert_true(r.slots[0].usage == (WGPUBufferUsage_Storage | WGPUBufferUsage_Indirect));
}

/* Equal sizes are placed by first use, so that the numbers of slots are the same in every run. */
static void equal_sizes_go_by_first_use(void** state) {
    (void)state;
    wgs_lifetime const lifetimes[] = {
        {.first = 2, .last = 4, .size = 64},
        {.first = 1, .last = 4, .size = 64},
        {.first = 2, .last = 4, .size = 64},
    };
    result const r = assign(3, lifetimes);
    assert_int_equal(r.slot_of[1], 0);
    assert_int_equal(r.slot_of[0], 1);
    assert_int_equal(r.slot_of[2], 2);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(no_transients_need_no_slots),
        cmocka_unit_test(both_ends_of_a_lifetime_count),
        cmocka_unit_test(the_smallest_free_slot),
        cmocka_unit_test(no_small_slot_grows),
        cmocka_unit_test(a_slot_is_free_between_its_lifetimes),
        cmocka_unit_test(long_lifetimes),
        cmocka_unit_test(usages_are_united),
        cmocka_unit_test(equal_sizes_go_by_first_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
