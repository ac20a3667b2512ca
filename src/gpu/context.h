/* SPDX-License-Identifier: MIT */
/* The inside of a context. */
#ifndef WGS_GPU_CONTEXT_H
#define WGS_GPU_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "gpu/gpu.h"
#include "gpu/pipeline_cache.h"

/* What the callbacks of a device that this library opened write to. They may come late, from any
 * thread, so that it is counted apart from the context. */
enum { WGS_DEVICE_ERROR_SIZE = 200 };
typedef struct wgs_device_monitor {
    WGSAllocator allocator;
    atomic_uint references; /* the context, and the lost callback until it has been called */
    atomic_bool callback_ended;
    atomic_bool lost;
    pthread_mutex_t mutex;             /* guards the text */
    char error[WGS_DEVICE_ERROR_SIZE]; /* the last uncaptured error; empty when there was none */
} wgs_device_monitor;

struct WGSContextImpl {
    atomic_uint references;
    atomic_bool lost; /* told by wgsContextNotifyDeviceLost */
    WGSAllocator allocator;
    WGPUInstance instance; /* nullable */
    WGPUAdapter adapter;   /* nullable */
    WGPUDevice device;
    WGPUQueue queue;
    bool owns_device;            /* destroyed with the context */
    wgs_device_monitor* monitor; /* of an owned device */
    wgs_capabilities capabilities;
    bool rolled; /* marked loops stay loops: for tests that both forms give the same bytes */
    pthread_mutex_t scope_mutex; /* error scopes are a stack of the device: one user at a time */
    struct wgs_signal*
        scope_signal; /* theirs, made in time: no error goes unseen for want of memory */
    wgs_pipeline_cache pipelines;
    pthread_mutex_t info_mutex;
    WGSContextInfo info;
};

/* From now on the context destroys its device at its end, and hears of losses through `monitor`,
 * whose reference it takes over. */
void wgs_context_adopt_device(WGSContext context, wgs_device_monitor* monitor);

/* With two references: the caller's and the lost callback's. */
wgs_device_monitor* wgs_device_monitor_create(WGSAllocator const* allocator);
void wgs_device_monitor_release(wgs_device_monitor* monitor);

/* Drops the callback's reference, once: by the callback, or when it can't come any more, because
 * the device and its instance are gone. */
void wgs_device_monitor_end_callback(wgs_device_monitor* monitor);

bool wgs_context_is_lost(WGSContext context);

/* Copies the last error that the device told outside of any scope, and forgets it. False: none, or
 * the device is not one that this library opened. */
bool wgs_context_take_error(WGSContext context, char text[WGS_DEVICE_ERROR_SIZE]);

#endif
