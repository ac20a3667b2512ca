/* SPDX-License-Identifier: MIT */
#ifndef WGS_GPU_BOUND_H
#define WGS_GPU_BOUND_H

#include <stdint.h>

#include <webgpu.h>

/* A range of a physical buffer. */
typedef struct wgs_bound {
    WGPUBuffer buffer;
    uint64_t offset;
    uint64_t size;
} wgs_bound;

#endif
