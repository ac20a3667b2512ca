/* SPDX-License-Identifier: MIT */
/* Parameter blocks and bind groups of a program. */
#ifndef WGS_GPU_PARAMS_H
#define WGS_GPU_PARAMS_H

#include "gpu/frame.h"

/* Computes the default launches and writes their parameters into the program's own buffer. */
WGSStatus wgs_params_create(WGSProgram program, char const* function, WGSError* error);

/* NULL for nodes that dispatch nothing. */
WGPUComputePipeline wgs_program_pipeline(wgs_program_node const* node);

/* Releases what the entry holds. */
void wgs_cached_group_clear(wgs_cached_group* entry, size_t count);

#endif
