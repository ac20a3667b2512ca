/* SPDX-License-Identifier: MIT */
/* Recording the nodes of a prepared frame, all or a run of them. */
#ifndef WGS_GPU_RECORDER_H
#define WGS_GPU_RECORDER_H

#include "gpu/frame.h"

/* What to record, and how. */
typedef struct wgs_recording {
    size_t first; /* in run order */
    size_t count;
    WGPUCommandEncoder encoder;
    WGSTiming timing;
    WGPUQuerySet queries;
    uint32_t first_query;
    bool separate_passes;
    size_t report_count;
    WGSNodeReport* reports; /* nullable */
} wgs_recording;

/* Refuses a timing that the device, the query set or its size can't serve for these nodes. */
WGSStatus wgs_recording_check(
    WGSProgram program, wgs_recording const* recording, char const* function, WGSError* error);

/* Records. All that can fail was done by the frame but for memory. encodeNanoseconds is left 0. */
WGSStatus wgs_record(
    wgs_frame const* frame,
    wgs_recording const* recording,
    WGSEncodeStats* stats,
    char const* function,
    WGSError* error);

uint64_t wgs_now_nanoseconds(void);

#endif
