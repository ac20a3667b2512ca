/* SPDX-License-Identifier: MIT */
/* Runs a compiled graph on buffers of this program's own, and waits. */
#ifndef WGSORT_TOOLS_DEVICE_RUN_H
#define WGSORT_TOOLS_DEVICE_RUN_H

#include "table.h"

#include <wgsort/wgsort.h>

/* The most elements of 4 bytes that a buffer and a binding take, and not more than `wanted` (0: any)
 * nor than are worth holding at once. */
bool wgs_device_room(WGSContext context, uint64_t wanted, uint64_t* elements, wgs_failure* failure);

/* One import of a graph and what lies behind it. */
typedef struct wgs_device_buffer {
    WGSBuffer import;
    WGPUBuffer buffer;
} wgs_device_buffer;

/* Declares an import of `elements` words. */
bool wgs_device_import(
    WGSGraph graph, char const* label, uint64_t elements, WGSBuffer* import, wgs_failure* failure);
/* Makes the buffer behind an import; `label` is for messages. */
bool wgs_device_buffer_make(
    WGSContext context,
    char const* label,
    uint64_t elements,
    wgs_device_buffer* buffer,
    wgs_failure* failure);
void wgs_device_buffer_free(wgs_device_buffer* buffer); /* what was never made may be freed */

/* A number of rows, `capacity` at most, that each run sets. */
bool wgs_device_rows_value(
    WGSGraph graph, uint64_t capacity, WGSValue* value, wgs_failure* failure);
bool wgs_device_compile(WGSGraph graph, WGSProgram* program, wgs_failure* failure);
/* Records the program with `value` (NULL: none) set to `count`, submits and waits. */
bool wgs_device_run(
    WGSProgram program,
    wgs_device_buffer const* buffers,
    size_t buffer_count,
    WGSValue value,
    uint32_t count,
    wgs_failure* failure);

#endif
