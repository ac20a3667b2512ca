/* SPDX-License-Identifier: MIT */
/* Compiling one pipeline. */
#ifndef WGS_GPU_PIPELINE_H
#define WGS_GPU_PIPELINE_H

#include "gpu/context.h"

/* Compiles a variant into a new entry. Errors as wgs_pipeline_get. */
WGSStatus wgs_pipeline_compile(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline** pipeline,
    char const* function,
    WGSError* error);
void wgs_pipeline_free(WGSAllocator const* allocator, wgs_pipeline* pipeline);

#endif
