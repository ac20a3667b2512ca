/* SPDX-License-Identifier: MIT */
/*
 * Modules from variants: `enable` and `requires` lines first, then the caller's text, the constants,
 * the fragments and the kernel, one after another. Pure: the same variant and options give the same text.
 */
#ifndef WGS_GPU_COMPOSER_H
#define WGS_GPU_COMPOSER_H

#include "gpu/text_buffer.h"
#include "kernels/kernel.h"
#include "wgsort/status.h"

typedef struct wgs_compose_options {
    bool unroll; /* marked loops are unrolled */
    bool
        keep_enables; /* `enable ...;` lines stay: an implementation may want them or refuse them */
} wgs_compose_options;

/* Fills `text`, which the caller frees; nothing to free after a failure. Errors: ShaderModule with
 * file and line (a malformed unroll mark), HostMemory. */
WGSStatus wgs_compose(
    wgs_variant const* variant,
    wgs_compose_options options,
    WGSAllocator const* allocator,
    wgs_text_buffer* text,
    char const* function,
    WGSError* error);

/* Where an implementation's message about `text` points to: the origin of the first `:LINE:COLUMN`
 * in it, NULL when it has none. */
wgs_line_origin const* wgs_compose_locate(wgs_text_buffer const* text, char const* message);

/* The name of a variant, for labels and files: kernel, then fragments and constants. Cut to fit. */
void wgs_variant_name(wgs_variant const* variant, char* name, size_t size);

#endif
