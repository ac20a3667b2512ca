/* SPDX-License-Identifier: MIT */
/* Making buffers, with failures as errors. */
#ifndef WGS_GPU_BUFFER_H
#define WGS_GPU_BUFFER_H

#include "gpu/context.h"

/* A string view of a terminated string. */
WGPUStringView wgs_string_view(char const* text);

/* `size` is rounded up to a multiple of 4, and 0 to 4. `mapped` maps it at creation. Errors:
 * BufferTooLarge, DeviceMemory with the size; the label says what for. */
WGSStatus wgs_buffer_create(
    WGSContext context,
    char const* label,
    uint64_t size,
    WGPUBufferUsage usage,
    bool mapped,
    WGPUBuffer* buffer,
    char const* function,
    WGSError* error);

#endif
