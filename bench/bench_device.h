/* SPDX-License-Identifier: MIT */
/* The device that is measured: opened, described, its copy rate known, its load at hand. */
#ifndef WGSORT_BENCH_DEVICE_H
#define WGSORT_BENCH_DEVICE_H

#include "bench_copy.h"
#include "bench_options.h"

typedef struct wgs_bench_device {
    WGSContext context;
    WGSContextInfo info;
    wgs_bench_copy copy; /* of a size that no cache holds */
    wgs_bench_timer timer;
    double command_rate; /* bytes read and written a second by the copy command */
    double kernel_rate;  /* by the copy kernel */
    double copy_rate;    /* the larger */
} wgs_bench_device;

/* `device` is all zero before, and is closed by the caller also after a failure. */
WGSStatus
wgs_bench_device_open(wgs_bench_device* device, wgs_bench_options const* options, WGSError* error);
void wgs_bench_device_close(wgs_bench_device* device);

#endif
