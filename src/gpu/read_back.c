/* SPDX-License-Identifier: MIT */
/*
 * From the device: two staging buffers take turns. While the CPU copies one piece out, the device
 * fills the other.
 */
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/staging.h"

typedef struct transfer {
    WGSContext context;
    WGPUBuffer buffer;
    uint64_t offset;
    unsigned char* data;
    uint64_t size;
    char const* function;
    wgs_stage stages[WGS_STAGING_BUFFERS];
} transfer;

static uint64_t piece_size(transfer const* t, uint64_t piece) {
    return wgs_min_u64(t->size - piece * WGS_STAGING_PIECE, WGS_STAGING_PIECE);
}

/* Starts the way of one piece into its stage. */
static WGSStatus start(transfer* t, uint64_t piece, WGSError* error) {
    wgs_stage* stage = &t->stages[piece % WGS_STAGING_BUFFERS];
    uint64_t const size = piece_size(t, piece);
    if (stage->buffer == NULL)
        WGS_TRY(wgs_buffer_create(
            t->context,
            "wgs.read_back",
            wgs_min_u64(t->size, WGS_STAGING_PIECE),
            WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst,
            false,
            &stage->buffer,
            t->function,
            error));
    WGS_TRY(wgs_stage_copy(
        t->context,
        t->buffer,
        t->offset + piece * WGS_STAGING_PIECE,
        stage->buffer,
        0,
        size,
        t->function,
        error));
    return wgs_stage_map(t->context, stage, WGPUMapMode_Read, size, t->function, error);
}

/* Takes one piece out of its stage. */
static WGSStatus finish(transfer* t, uint64_t piece, WGSError* error) {
    wgs_stage* stage = &t->stages[piece % WGS_STAGING_BUFFERS];
    uint64_t const size = piece_size(t, piece);
    WGS_TRY(wgs_stage_wait(t->context, stage, t->function, error));
    void const* mapped = wgpuBufferGetConstMappedRange(stage->buffer, 0, (size_t)size);
    if (mapped == NULL)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Mapping,
            "%s: a mapped staging buffer has no range",
            t->function);
    memcpy(t->data + piece * WGS_STAGING_PIECE, mapped, (size_t)size);
    wgpuBufferUnmap(stage->buffer);
    return WGSStatus_Success;
}

static WGSStatus
move_all(transfer* t, wgs_transfer_progress progress, void* userdata, WGSError* error) {
    uint64_t const count = wgs_divide_up(t->size, WGS_STAGING_PIECE);
    uint64_t started = 0;
    for (uint64_t piece = 0; piece < count; ++piece) {
        while (started < count && started < piece + WGS_STAGING_BUFFERS)
            WGS_TRY(start(t, started++, error));
        WGS_TRY(finish(t, piece, error));
        if (progress != NULL)
            progress(piece * WGS_STAGING_PIECE + piece_size(t, piece), t->size, userdata);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_gpu_read_back(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error) {
    if (!wgs_wait_possible(context))
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: waiting needs the instance in WGSContextDescriptor",
            function);
    transfer t = {context, buffer, offset, data, size, function, {{NULL, NULL}, {NULL, NULL}}};
    WGSStatus const status = move_all(&t, progress, userdata, error);
    for (size_t i = 0; i < WGS_STAGING_BUFFERS; ++i)
        wgs_stage_free(context, &t.stages[i]);
    return status;
}
