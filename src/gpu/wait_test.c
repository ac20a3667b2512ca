/* SPDX-License-Identifier: MIT */
/* Callbacks that come late, on another thread, with an error, or never. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <pthread.h>

#include "gpu/wait.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

static WGPUStringView const no_text = {0};

/* fault CO-02: a callback that comes after its waiter has given up finds its memory still there,
 * and the last of the two frees it. */
static void test_late_callback(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    wgs_signal* late = wgs_signal_create(&allocator);
    assert_non_null(late);
    wgs_signal_release(late);
    assert_int_equal(memory.live, 1);
    wgs_signal_finish(late, wgs_test_text("too late"));
    assert_int_equal(memory.live, 0);

    wgs_signal* early = wgs_signal_create(&allocator);
    assert_non_null(early);
    wgs_signal_finish(early, wgs_test_text("in time"));
    assert_true(atomic_load(&early->done));
    assert_string_equal(early->text, "in time");
    assert_int_equal(memory.live, 1);
    wgs_signal_release(early);
    assert_int_equal(memory.live, 0);
}

static void* finish_soon(void* userdata) {
    struct timespec const rest = {.tv_nsec = 20000000};
    (void)nanosleep(&rest, NULL);
    wgs_signal* const signal = userdata;
    signal->status = 3;
    wgs_signal_finish(signal, wgs_test_text("from another thread"));
    return NULL;
}

/* fault CO-02: the callback comes on another thread while this one waits, twice with one
 * signal. */
static void test_callback_of_another_thread(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context = NULL;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, NULL), 0);
    wgs_signal* const signal = wgs_signal_create(&context->allocator);
    assert_non_null(signal);
    for (int turn = 0; turn < 2; ++turn) {
        pthread_t thread;
        if (turn > 0)
            wgs_signal_arm(signal);
        signal->status = 0;
        assert_int_equal(pthread_create(&thread, NULL, finish_soon, signal), 0);
        assert_true(wgs_wait_signal(context, signal, false));
        assert_int_equal(signal->status, 3);
        assert_string_equal(signal->text, "from another thread");
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    wgs_signal_release(signal);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* faults CO-02, ME-02: a callback that never comes: the wait of a lost device ends, and what
 * comes after all does no harm. */
static void test_no_callback_of_a_lost_device(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context = NULL;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    wgs_signal* const signal = wgs_signal_create(&context->allocator);
    assert_non_null(signal);
    wgsContextNotifyDeviceLost(context);
    assert_false(wgs_wait_signal(context, signal, false));
    assert_int_equal(wgs_wait_queue(context, "wgsX", &error), WGSStatus_DeviceLost);
    assert_int_equal(error.detail, WGSErrorId_DeviceLost);
    wgs_signal_release(signal);
    wgs_signal_finish(signal, no_text);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* What implementations say becomes one line that fits. */
static void test_texts(void** state) {
    (void)state;
    char text[12];
    wgs_copy_text(text, sizeof text, no_text);
    assert_string_equal(text, "");
    wgs_copy_text(text, sizeof text, wgs_test_text("  a\n\t b\x01 c\r\n"));
    assert_string_equal(text, "a b c");
    wgs_copy_text(text, sizeof text, wgs_test_text("0123456789abcdef"));
    assert_string_equal(text, "0123456789a");
    wgs_copy_text(text, sizeof text, (WGPUStringView){"abcdef", 3});
    assert_string_equal(text, "abc");
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_late_callback),
        cmocka_unit_test(test_callback_of_another_thread),
        cmocka_unit_test(test_no_callback_of_a_lost_device),
        cmocka_unit_test(test_texts),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
