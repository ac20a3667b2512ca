/* SPDX-License-Identifier: MIT */
/*
 * From the device: staging buffers take turns. While the CPU copies one piece out, the device fills
 * the others.
 */
#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/parallel_copy.h"
#include "gpu/staging.h"

typedef struct reading {
    wgs_transfer* transfer;
    wgs_bound source;
    unsigned char* data;
    char const* function;
} reading;

static uint64_t piece_size(reading const* r, uint64_t piece) {
    return wgs_min_u64(r->source.size - piece * WGS_STAGING_PIECE, WGS_STAGING_PIECE);
}

/* Fewer stages than WGS_STAGING_BUFFERS are there only when there are as few pieces. */
static wgs_stage* piece_stage(reading const* r, uint64_t piece) {
    return &r->transfer->stages[piece % WGS_STAGING_BUFFERS];
}

/* Starts the way of one piece into its stage. */
static WGSStatus start(reading const* r, uint64_t piece, WGSError* error) {
    wgs_stage* stage = piece_stage(r, piece);
    uint64_t const size = piece_size(r, piece);
    wgs_bound const from = {r->source.buffer, r->source.offset + piece * WGS_STAGING_PIECE, size};
    wgs_bound const to = {stage->buffer, 0, size};
    WGSContext context = r->transfer->context;
    WGS_TRY(wgs_stage_copy(context, r->transfer->own_buffers, from, to, r->function, error));
    return wgs_stage_map(context, stage, WGPUMapMode_Read, size, r->function, error);
}

/* Takes one piece out of its stage. */
static WGSStatus finish(reading const* r, uint64_t piece, WGSError* error) {
    wgs_stage* stage = piece_stage(r, piece);
    uint64_t const size = piece_size(r, piece);
    WGS_TRY(wgs_stage_wait(r->transfer->context, stage, r->function, error));
    void const* mapped = wgpuBufferGetConstMappedRange(stage->buffer, 0, (size_t)size);
    if (mapped == NULL)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Mapping,
            "%s: a mapped staging buffer has no range",
            r->function);
    wgs_parallel_copy(r->data + piece * WGS_STAGING_PIECE, mapped, (size_t)size);
    wgpuBufferUnmap(stage->buffer);
    stage->mapped = false;
    return WGSStatus_Success;
}

WGSStatus wgs_transfer_read_back(
    wgs_transfer* t,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error) {
    reading const r = {t, {buffer, offset, size}, data, function};
    uint64_t const count = wgs_divide_up(size, WGS_STAGING_PIECE);
    uint64_t started = 0;
    for (uint64_t piece = 0; piece < count; ++piece) {
        while (started < count && started < piece + t->stage_count)
            WGS_TRY(start(&r, started++, error));
        WGS_TRY(finish(&r, piece, error));
        if (progress != NULL)
            progress(piece * WGS_STAGING_PIECE + piece_size(&r, piece), size, userdata);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_gpu_read_back(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    char const* function,
    WGSError* error) {
    wgs_transfer* transfer = NULL;
    WGS_TRY(wgs_transfer_create(context, false, size, false, &transfer, function, error));
    WGSStatus const status =
        wgs_transfer_read_back(transfer, buffer, offset, data, size, NULL, NULL, function, error);
    wgs_transfer_free(transfer);
    return status;
}
