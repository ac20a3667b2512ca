/* SPDX-License-Identifier: MIT */
/* The rules for the names and the text of a kernel of a caller's (wgsort/contribute.h). */
#ifndef WGS_API_KERNEL_SOURCE_H
#define WGS_API_KERNEL_SOURCE_H

#include <webgpu.h>

#include "wgsort/status.h"

enum { WGS_KERNEL_NAME_SIZE = 64 };

/* The length of a view's text. */
size_t wgs_text_length(WGPUStringView text);

/* Copies a name of WGSL, which `what` tells in messages. Errors: NullArgument (empty), SourceText. */
WGSStatus wgs_kernel_name_check(
    WGPUStringView name,
    char const* what,
    char copy[WGS_KERNEL_NAME_SIZE],
    char const* function,
    WGSError* error);

/* Refuses text that breaks a rule, or has no such entry point, with the line. */
WGSStatus wgs_kernel_source_check(
    char const* text, size_t size, char const* entry, char const* function, WGSError* error);

#endif
