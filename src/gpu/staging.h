/* SPDX-License-Identifier: MIT */
/* Mapped buffers on the way to and from the device. */
#ifndef WGS_GPU_STAGING_H
#define WGS_GPU_STAGING_H

#include "gpu/wait.h"

enum {
    WGS_STAGING_PIECE = 32 << 20, /* bytes of one piece: large against the cost of a submission */
    WGS_STAGING_BUFFERS = 2,      /* one is copied by the CPU while the device works on the other */
};

/* A staging buffer and the mapping it waits for. */
typedef struct wgs_stage {
    WGPUBuffer buffer;
    wgs_signal* mapping; /* NULL: none under way */
} wgs_stage;

/* Starts to map `size` bytes. Errors: HostMemory. */
WGSStatus wgs_stage_map(
    WGSContext context,
    wgs_stage* stage,
    WGPUMapMode mode,
    uint64_t size,
    char const* function,
    WGSError* error);

/* Waits for the mapping. Errors: Mapping, DeviceLost. */
WGSStatus
wgs_stage_wait(WGSContext context, wgs_stage* stage, char const* function, WGSError* error);

/* Waits for what is under way, whatever comes of it, and lets go. */
void wgs_stage_free(WGSContext context, wgs_stage* stage);

/* Records and submits one copy. Errors: Recording, Submission, DeviceMemory, DeviceLost. */
WGSStatus wgs_stage_copy(
    WGSContext context,
    WGPUBuffer from,
    uint64_t from_offset,
    WGPUBuffer to,
    uint64_t to_offset,
    uint64_t size,
    char const* function,
    WGSError* error);

#endif
