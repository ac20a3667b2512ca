/* SPDX-License-Identifier: MIT */
/* What each WGSAccess means. */
#ifndef WGS_PLAN_ACCESS_H
#define WGS_PLAN_ACCESS_H

#include <stdbool.h>

#include "wgsort/graph.h"

/* "StorageRead", ...; NULL for values that are no access. */
char const* wgs_access_name(WGSAccess access);

/* The buffer usage that the access needs; 0 for values that are no access. */
WGPUBufferUsage wgs_access_usage(WGSAccess access);

/* Whether it may change the buffer. All others only read. */
bool wgs_access_writes(WGSAccess access);

/* Whether the old contents may matter: of storage that is written, too, unless it says otherwise. */
bool wgs_access_reads(WGSAccess access);

/* Whether the use is a storage binding. */
bool wgs_access_is_storage(WGSAccess access);

/* The name of one usage flag, given by its bit number: "Storage"; NULL for bits without a name. */
char const* wgs_usage_bit_name(unsigned bit);

/* All flags that webgpu.h names. */
enum { WGS_USAGE_BITS = 10 };
#define WGS_USAGE_ALL ((WGPUBufferUsage)0x3FF)

/* The names of the flags in `usage`, joined by " | ", cut to the capacity. Returns `text`. */
char const* wgs_usage_text(WGPUBufferUsage usage, char* text, size_t capacity);

#endif
