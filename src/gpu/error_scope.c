/* SPDX-License-Identifier: MIT */
/*
 * One scope a kind of error. A mutex keeps the scopes of one thread from catching the errors
 * of another.
 */
#include "gpu/error_scope.h"

#include <string.h>

#include "gpu/native.h"
#include "gpu/wait.h"

static WGPUErrorFilter const filters[] = {
    WGPUErrorFilter_OutOfMemory, WGPUErrorFilter_Validation, WGPUErrorFilter_Internal};

static size_t filter_count(void) { return wgs_native_has_internal_errors() ? 3 : 2; }

void wgs_scope_push(WGSContext context) {
    (void)pthread_mutex_lock(&context->scope_mutex);
    for (size_t i = 0; i < filter_count(); ++i)
        wgpuDevicePushErrorScope(context->device, filters[i]);
}

static void on_pop(
    WGPUPopErrorScopeStatus status,
    WGPUErrorType type,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)unused;
    wgs_signal* signal = userdata;
    if (signal == NULL)
        return;
    signal->status = (uint32_t)status;
    signal->type = (uint32_t)type;
    wgs_signal_finish(signal, message);
}

/* Takes over what the signal of a popped scope tells. */
static void note_error(wgs_signal const* signal, wgs_scope_error* result) {
    if (signal->status != (uint32_t)WGPUPopErrorScopeStatus_Success ||
        signal->type == (uint32_t)WGPUErrorType_NoError || result->failed)
        return;
    result->failed = true;
    result->out_of_memory = signal->type == (uint32_t)WGPUErrorType_OutOfMemory;
    memcpy(result->text, signal->text, sizeof result->text);
}

/* An answer that can't be heard counts as an error: what may be invalid must not be submitted. */
static void note_silence(wgs_scope_error* result) {
    static char const text[] = "the device's answer could not be heard";
    if (result->failed)
        return;
    result->failed = true;
    memcpy(result->text, text, sizeof text);
}

/* Without a way to wait, the scope is popped all the same, and its error goes unseen. */
static void pop_one(WGSContext context, bool can_wait, wgs_scope_error* result) {
    wgs_signal* signal = context->scope_signal;
    WGPUPopErrorScopeCallbackInfo const info = {
        .nextInChain = NULL,
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = on_pop,
        .userdata1 = can_wait ? signal : NULL,
        .userdata2 = NULL};
    (void)wgpuDevicePopErrorScope(context->device, info);
    if (!can_wait)
        return;
    if (signal == NULL || !wgs_wait_signal(context, signal, false)) {
        note_silence(result);
        if (signal != NULL)
            wgs_signal_release(signal); /* the rest is the late callback's */
        context->scope_signal = NULL;
        return;
    }
    note_error(signal, result);
    wgs_signal_arm(signal);
}

void wgs_scope_pop(WGSContext context, wgs_scope_error* result) {
    memset(result, 0, sizeof *result);
    bool const can_wait = wgs_wait_possible(context);
    for (size_t i = 0; i < filter_count(); ++i)
        pop_one(context, can_wait, result);
    (void)pthread_mutex_unlock(&context->scope_mutex);
}
