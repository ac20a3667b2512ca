/* SPDX-License-Identifier: MIT */
/* The rules for WGSL text of a caller's (wgsort/comparator_sort.h). */
#ifndef WGS_PRIMITIVES_COMPARATOR_SOURCE_H
#define WGS_PRIMITIVES_COMPARATOR_SOURCE_H

#include <stddef.h>

#include "wgsort/status.h"

/* Refuses text that could change what the kernels around it mean, or that lacks Record or before,
 * with the line. What is left is the compiler's to judge. */
WGSStatus
wgs_comparator_source_check(char const* text, size_t size, char const* function, WGSError* error);

#endif
