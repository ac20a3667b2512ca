/* SPDX-License-Identifier: MIT */
/*
 * Waiting. wgpuInstanceWaitAny is not implemented everywhere, so callbacks are registered with
 * AllowProcessEvents and the instance is pumped; where the implementation can block on the device
 * (native.h) that is used instead of spinning.
 */
#include "gpu/wait.h"

#include <time.h>

#include "base/error.h"
#include "gpu/native.h"

enum {
    SPIN_ROUNDS = 200,         /* before the thread starts to sleep between two looks */
    SLEEP_NANOSECONDS = 50000, /* short against any dispatch worth waiting for */
    LOST_SECONDS = 1,          /* callbacks of a lost device come soon or never */
    INSTANCE_SECONDS = 10,
};

static int64_t monotonic_seconds(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec;
}

/* Whether more than `seconds` have passed since `*start`, which is set at the first call. */
static bool is_over(int64_t* start, int64_t seconds) {
    int64_t const now = monotonic_seconds();
    if (*start < 0)
        *start = now;
    return now - *start > seconds;
}

static void pause_thread(uint32_t round) {
    if (round < SPIN_ROUNDS)
        return;
    struct timespec rest = {.tv_sec = 0, .tv_nsec = SLEEP_NANOSECONDS};
    (void)nanosleep(&rest, NULL);
}

bool wgs_wait_possible(WGSContext context) {
    return context->instance != NULL || wgs_native_poll(context->device, false);
}

bool wgs_wait_signal(WGSContext context, wgs_signal* signal, bool idle) {
    int64_t lost_since = -1;
    for (uint32_t round = 0;; round += round < SPIN_ROUNDS) {
        if (atomic_load(&signal->done))
            return true;
        if (!wgs_native_poll(context->device, idle))
            wgpuInstanceProcessEvents(context->instance);
        if (atomic_load(&signal->done))
            return true;
        if (wgs_context_is_lost(context) && is_over(&lost_since, LOST_SECONDS))
            return false;
        pause_thread(round);
    }
}

bool wgs_wait_instance(WGPUInstance instance, wgs_signal* signal) {
    int64_t start = -1;
    for (uint32_t round = 0; !is_over(&start, INSTANCE_SECONDS); round += round < SPIN_ROUNDS) {
        wgpuInstanceProcessEvents(instance);
        if (atomic_load(&signal->done))
            return true;
        pause_thread(round);
    }
    return false;
}

static void
on_work_done(WGPUQueueWorkDoneStatus status, WGPUStringView message, void* userdata, void* unused) {
    (void)unused;
    wgs_signal* signal = userdata;
    signal->status = (uint32_t)status;
    wgs_signal_finish(signal, message);
}

WGSStatus wgs_wait_queue(WGSContext context, char const* function, WGSError* error) {
    if (!wgs_wait_possible(context))
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: waiting needs the instance in WGSContextDescriptor",
            function);
    wgs_signal* signal = wgs_signal_create(&context->allocator);
    if (signal == NULL)
        return wgs_error_memory(error, function);
    WGPUQueueWorkDoneCallbackInfo info = {
        .nextInChain = NULL,
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = on_work_done,
        .userdata1 = signal,
        .userdata2 = NULL};
    (void)wgpuQueueOnSubmittedWorkDone(context->queue, info);
    bool const came = wgs_wait_signal(context, signal, true);
    WGSStatus status = wgs_context_check_alive(context, function, error);
    if (status == WGSStatus_Success &&
        (!came || signal->status != (uint32_t)WGPUQueueWorkDoneStatus_Success))
        status = wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Submission,
            "%s: the submitted work failed: %s",
            function,
            came ? signal->text : "no answer");
    char told[WGS_DEVICE_ERROR_SIZE];
    if (status == WGSStatus_Success && wgs_context_take_error(context, told))
        status = wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Submission,
            "%s: the device told an error: %s",
            function,
            told);
    wgs_signal_release(signal);
    return status;
}
