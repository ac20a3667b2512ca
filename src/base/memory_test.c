/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "testing/failing_allocator.h"

static void gives_zeroed_memory(void** state) {
    (void)state;
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    unsigned char* dirty = wgs_allocate(&allocator, 64, 1);
    assert_non_null(dirty);
    memset(dirty, 0xFF, 64);
    wgs_free(&allocator, dirty);
    unsigned char* const clean = wgs_allocate(&allocator, 16, 4);
    assert_non_null(clean);
    for (int i = 0; i < 64; i++)
        assert_int_equal(clean[i], 0);
    wgs_free(&allocator, clean);
    wgs_free(&allocator, NULL);
}

static void refuses_sizes_that_wrap(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    assert_null(wgs_allocate(&allocator, SIZE_MAX / 2 + 1, 2));
    assert_null(wgs_allocate(&allocator, 0x100000001u, SIZE_MAX / 0xFFFFFFFFu));
    assert_int_equal(memory.calls, 0);
}

static void no_elements_are_still_an_object(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    void* const none = wgs_allocate(&allocator, 0, 8);
    assert_non_null(none);
    wgs_free(&allocator, none);
    assert_int_equal(memory.live, 0);
}

static void hooks_are_used_only_as_a_pair(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const hooks = wgs_failing_allocator_hooks(&memory);
    assert_ptr_equal(wgs_allocator_or_default(hooks).userdata, &memory);
    WGSAllocator half = hooks;
    half.release = NULL;
    assert_ptr_not_equal(wgs_allocator_or_default(half).allocate, hooks.allocate);
}

static void arrays_grow_and_keep_their_elements(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    void* array = NULL;
    size_t capacity = 0;
    for (uint32_t count = 0; count < 1000; count++) {
        assert_true(wgs_reserve_one(&allocator, &array, count, &capacity, sizeof(uint32_t)));
        assert_true(capacity > count);
        ((uint32_t*)array)[count] = count;
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(((uint32_t*)array)[i], i);
    wgs_free(&allocator, array);
    assert_int_equal(memory.live, 0);
}

static void a_failed_growth_changes_nothing(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    void* array = NULL;
    size_t capacity = 0;
    assert_true(wgs_reserve_one(&allocator, &array, 0, &capacity, 4));
    void* const before = array;
    size_t const full = capacity;
    wgs_fail_allocation(&memory, 1);
    assert_false(wgs_reserve_one(&allocator, &array, full, &capacity, 4));
    assert_ptr_equal(array, before);
    assert_int_equal(capacity, full);
    size_t huge = SIZE_MAX / 2 + 1;
    assert_false(wgs_reserve_one(&allocator, &array, huge, &huge, 4));
    wgs_free(&allocator, array);
}

static void string_views_are_copied(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    struct {
        WGPUStringView view;
        char const* copy;
    } const cases[] = {
        {{.data = "label", .length = WGPU_STRLEN}, "label"},
        {{.data = "label", .length = 3}, "lab"},
        {{.data = "label", .length = 0}, ""},
        {{.data = NULL, .length = WGPU_STRLEN}, ""},
        {{.data = NULL, .length = 0}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char* const copy = wgs_copy_string(&allocator, cases[i].view);
        assert_string_equal(copy, cases[i].copy);
        wgs_free(&allocator, copy);
    }
    wgs_fail_allocation(&memory, 1);
    assert_null(wgs_copy_string(&allocator, cases[0].view));
    assert_int_equal(memory.live, 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(gives_zeroed_memory),
        cmocka_unit_test(refuses_sizes_that_wrap),
        cmocka_unit_test(no_elements_are_still_an_object),
        cmocka_unit_test(hooks_are_used_only_as_a_pair),
        cmocka_unit_test(arrays_grow_and_keep_their_elements),
        cmocka_unit_test(a_failed_growth_changes_nothing),
        cmocka_unit_test(string_views_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
