/* SPDX-License-Identifier: MIT */
/* Kernels of callers (wgsort/contribute.h), kept by the context as its pipelines are. */
#ifndef WGS_GPU_CALLER_KERNEL_H
#define WGS_GPU_CALLER_KERNEL_H

#include "gpu/gpu.h"

/* What a kernel is made of. In a request the texts are the asker's, but for the names of bindings and
 * parameters, which are constants of this library. */
typedef struct wgs_caller_kernel {
    char const* name;
    char const* source;
    size_t source_size;
    uint32_t binding_count;
    wgs_kernel_binding bindings[WGS_MAX_KERNEL_BINDINGS];
    uint32_t params_words;
    char const* params_names[WGS_MAX_PARAMS_WORDS]; /* "" for words that are no base */
    uint32_t constant_count;
    char const* constant_names[WGS_MAX_VARIANT_CONSTANTS];
} wgs_caller_kernel;

/* The context's copy: for variants, and as long as the context. */
typedef struct wgs_kept_kernel {
    wgs_caller_kernel parts;
    wgs_kernel kernel; /* over the parts */
} wgs_kept_kernel;

/* Finds the copy of an equal kernel or makes one. NULL: no memory. */
wgs_kept_kernel const* wgs_context_keep_kernel(WGSContext context, wgs_caller_kernel const* wanted);

#endif
