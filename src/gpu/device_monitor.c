/* SPDX-License-Identifier: MIT */
/* The counted block that device callbacks write to. */
#include "gpu/context.h"

wgs_device_monitor* wgs_device_monitor_create(WGSAllocator const* allocator) {
    wgs_device_monitor* monitor = wgs_allocate(allocator, 1, sizeof *monitor);
    if (monitor == NULL)
        return NULL;
    monitor->allocator = *allocator;
    atomic_init(&monitor->references, 2);
    atomic_init(&monitor->lost, false);
    atomic_init(&monitor->callback_ended, false);
    if (pthread_mutex_init(&monitor->mutex, NULL) != 0) {
        wgs_free(allocator, monitor);
        return NULL;
    }
    return monitor;
}

void wgs_device_monitor_release(wgs_device_monitor* monitor) {
    if (monitor == NULL || atomic_fetch_sub(&monitor->references, 1) != 1)
        return;
    WGSAllocator allocator = monitor->allocator;
    (void)pthread_mutex_destroy(&monitor->mutex);
    wgs_free(&allocator, monitor);
}

void wgs_device_monitor_end_callback(wgs_device_monitor* monitor) {
    if (!atomic_exchange(&monitor->callback_ended, true))
        wgs_device_monitor_release(monitor);
}
