/* SPDX-License-Identifier: MIT */
/*
 * To the device: staging buffers take turns. While the device copies one piece, the CPU fills the
 * next. Reused buffers are twice as fast as queue writes, whose memory is new each time.
 */
#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/parallel_copy.h"
#include "gpu/staging.h"

/* The CPU's side of one piece. A stage that was used before is mapped again when its turn comes,
 * not earlier: no mapping is left under way at the end. */
static WGSStatus fill_stage(
    wgs_transfer* t,
    wgs_stage* stage,
    void const* data,
    uint64_t size,
    char const* function,
    WGSError* error) {
    if (!stage->mapped) {
        WGS_TRY(wgs_stage_map(t->context, stage, WGPUMapMode_Write, size, function, error));
        WGS_TRY(wgs_stage_wait(t->context, stage, function, error));
    }
    void* mapped = wgpuBufferGetMappedRange(stage->buffer, 0, (size_t)size);
    if (mapped == NULL)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Mapping,
            "%s: a mapped staging buffer has no range",
            function);
    wgs_parallel_copy(mapped, data, (size_t)size);
    wgpuBufferUnmap(stage->buffer);
    stage->mapped = false;
    return WGSStatus_Success;
}

WGSStatus wgs_transfer_upload(
    wgs_transfer* t,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    wgs_transfer_progress progress,
    void* userdata,
    char const* function,
    WGSError* error) {
    unsigned char const* bytes = data;
    for (uint64_t done = 0; done < size;) {
        WGS_TRY(wgs_context_check_alive(t->context, function, error));
        uint64_t const piece = wgs_min_u64(size - done, WGS_STAGING_PIECE);
        wgs_stage* stage = &t->stages[t->next++ % t->stage_count];
        WGS_TRY(fill_stage(t, stage, bytes + done, piece, function, error));
        wgs_bound const from = {stage->buffer, 0, piece};
        wgs_bound const to = {buffer, offset + done, piece};
        WGS_TRY(wgs_stage_copy(t->context, t->own_buffers, from, to, function, error));
        done += piece;
        if (progress != NULL)
            progress(done, size, userdata);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_gpu_upload(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    char const* function,
    WGSError* error) {
    wgs_transfer* transfer = NULL;
    WGS_TRY(wgs_transfer_create(context, true, size, false, &transfer, function, error));
    WGSStatus const status =
        wgs_transfer_upload(transfer, buffer, offset, data, size, NULL, NULL, function, error);
    wgs_transfer_free(transfer);
    return status;
}
