/* SPDX-License-Identifier: MIT */
/*
 * One encode in the making. Everything that can fail happens before anything is recorded:
 * resolve (resolve.c), alias check (alias_check.c), conditions (conditions.c), launches (params.c),
 * bind groups (bind_group.c).
 */
#ifndef WGS_GPU_FRAME_H
#define WGS_GPU_FRAME_H

#include "gpu/program.h"

typedef struct wgs_node_frame {
    wgs_launch launch; /* kernel nodes */
    uint32_t grid[3];
    bool skipped; /* a condition said no */
    bool active;  /* it will record something */
    bool fresh;   /* its params lie in the frame's buffer, not in the program's */
    uint32_t params_offset;
    WGPUBindGroup group; /* a reference; NULL: the node binds nothing */
} wgs_node_frame;

typedef struct wgs_frame {
    WGSProgram program;
    WGSEncodeDescriptor const* descriptor; /* while it is prepared */
    char const* function;                  /* likewise */
    wgs_bound* buffers; /* by buffer index; a NULL buffer is an unused import's */
    uint32_t* values;   /* by value index */
    bool* replaced;     /* by buffer index, then by value index */
    wgs_node_frame* nodes;
    WGPUBuffer params; /* of this encode alone; nullable */
} wgs_frame;

/* Prepares all of an encode. After a failure the frame is empty. */
WGSStatus wgs_frame_init(
    wgs_frame* frame,
    WGSProgram program,
    WGSEncodeDescriptor const* descriptor,
    char const* function,
    WGSError* error);
void wgs_frame_free(wgs_frame* frame);

/* The steps. */
WGSStatus wgs_frame_resolve(wgs_frame* frame, WGSError* error);
WGSStatus wgs_frame_check_aliases(wgs_frame const* frame, WGSError* error);
WGSStatus wgs_frame_ask_conditions(wgs_frame* frame, WGSError* error);
WGSStatus wgs_frame_launch(wgs_frame* frame, WGSError* error);
WGSStatus wgs_frame_bind(wgs_frame* frame, WGSError* error);

/* The physical range of a use, before any rounding. */
wgs_bound wgs_frame_range(wgs_frame const* frame, wgs_use const* use);

/* What is bound for a use of a dispatch: storage offsets are rounded down to the device's
 * alignment, and the range grows by as much. */
wgs_bound wgs_frame_binding(wgs_frame const* frame, wgs_use const* use);

#endif
