/* SPDX-License-Identifier: MIT */
/* Mapped buffers on the way to and from the device. */
#ifndef WGS_GPU_STAGING_H
#define WGS_GPU_STAGING_H

#include "gpu/bound.h"
#include "gpu/wait.h"

/* Pieces are large against the cost of a submission, and three are enough to keep the CPU's and the
 * device's copies going side by side; more or larger ones gained nothing. */
enum { WGS_STAGING_PIECE = 16 << 20, WGS_STAGING_BUFFERS = 3 };

/* A staging buffer. */
typedef struct wgs_stage {
    WGPUBuffer buffer;
    bool mapped;         /* the CPU may touch it now */
    wgs_signal* mapping; /* a mapping under way; NULL: none */
} wgs_stage;

struct wgs_transfer {
    WGSContext context;
    WGSAllocator allocator;
    bool own_buffers;
    bool upward;
    size_t stage_count;
    size_t next; /* stage */
    wgs_stage stages[WGS_STAGING_BUFFERS];
};

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

/* Waits for a mapping under way, whatever comes of it, and lets go. */
void wgs_stage_free(WGSContext context, wgs_stage* stage);

/* Records and submits one copy. With `own` both buffers are this library's and known to fit, so
 * that nothing can be wrong with the recording: no error scope is needed, and other threads are not
 * held up. Errors: Recording, Submission, DeviceMemory, DeviceLost. */
WGSStatus wgs_stage_copy(
    WGSContext context,
    bool own,
    wgs_bound from,
    wgs_bound to,
    char const* function,
    WGSError* error);

#endif
