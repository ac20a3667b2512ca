/* SPDX-License-Identifier: MIT */
/* The one place that waits for the device. */
#ifndef WGS_GPU_WAIT_H
#define WGS_GPU_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "gpu/context.h"

/* Room for an implementation's text: the place in a shader comes late in it. */
enum { WGS_ERROR_TEXT_SIZE = 1000 };

/* Where a callback leaves its result. Counted twice, for the waiter and for the callback: a
 * callback that comes after its waiter has given up finds memory that is still there. */
typedef struct wgs_signal {
    WGSAllocator allocator;
    atomic_uint references;
    atomic_bool done;
    uint32_t status; /* of the callback's own enum */
    uint32_t type;   /* error scopes: the type of the error */
    void* object;    /* requests: the adapter or device */
    char text[WGS_ERROR_TEXT_SIZE];
} wgs_signal;

/* A signal for one callback; NULL when memory fails. */
wgs_signal* wgs_signal_create(WGSAllocator const* allocator);
void wgs_signal_release(wgs_signal* signal);

/* Makes a signal whose callback has come ready for another. */
void wgs_signal_arm(wgs_signal* signal);

/* Frees a signal that waits for no callback. NULL is allowed. */
void wgs_signal_forget(wgs_signal* signal);

/* For the end of a callback: stores the text, marks the signal done, drops the callback's count. */
void wgs_signal_finish(wgs_signal* signal, WGPUStringView text);

/* Copies a string view into a fixed array: cut, terminated, runs of blanks and line ends made one
 * space, other than printable ASCII left out. */
void wgs_copy_text(char* text, size_t size, WGPUStringView view);

/* Whether callbacks can be waited for at all: without an instance only some implementations can. */
bool wgs_wait_possible(WGSContext context);

/* Waits for a callback registered with WGPUCallbackMode_AllowProcessEvents. With `idle` the thread
 * may block until the queue is empty; without, it looks again and again, so that it goes on while
 * later submissions still run. False: the callback did not come, because the device is lost. Only
 * when wgs_wait_possible. */
bool wgs_wait_signal(WGSContext context, wgs_signal* signal, bool idle);

/* The same for an instance alone, before there is a device: false after ten seconds. */
bool wgs_wait_instance(WGPUInstance instance, wgs_signal* signal);

/* Waits until all submitted work is done. Errors: Submission, DeviceLost, HostMemory. */
WGSStatus wgs_wait_queue(WGSContext context, char const* function, WGSError* error);

#endif
