/* SPDX-License-Identifier: MIT */
/* Compiling pipelines. */
#ifndef WGS_GPU_PIPELINE_H
#define WGS_GPU_PIPELINE_H

#include "gpu/context.h"
#include "gpu/text_buffer.h"

enum { WGS_PIPELINE_LABEL_SIZE = 200 };

/* A pipeline in the making. */
typedef struct wgs_pipeline_task {
    wgs_pipeline* made;
    wgs_text_buffer text; /* the composed module */
    char label[WGS_PIPELINE_LABEL_SIZE];
    WGPUShaderModule module;
} wgs_pipeline_task;

/* Composes the text and allocates the entry. After a failure there is nothing to end. Errors:
 * ShaderModule (a malformed text), HostMemory. */
WGSStatus wgs_pipeline_begin(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline_task* task,
    char const* function,
    WGSError* error);

/* Makes the WebGPU objects. Errors go to the error scope that the caller has open, and allocate
 * nothing on the host: several tasks can run at the same time. */
void wgs_pipeline_create_module(WGSContext context, wgs_pipeline_task* task);
void wgs_pipeline_create_objects(WGSContext context, wgs_pipeline_task* task);

/* Frees all but `made`, which is the caller's. */
void wgs_pipeline_end(wgs_pipeline_task* task);

/* All of it, with errors that name the place in the source. Errors as wgs_pipeline_get. */
WGSStatus wgs_pipeline_compile(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline** pipeline,
    char const* function,
    WGSError* error);
void wgs_pipeline_free(WGSAllocator const* allocator, wgs_pipeline* pipeline);

#endif
