/* SPDX-License-Identifier: MIT */
/* Errors and memory for this library, which sees nothing of wgsort but its public headers. */
#ifndef WGS_ARROW_SUPPORT_H
#define WGS_ARROW_SUPPORT_H

#include "wgsort/arrow.h"

/* Where an error was found, for its message. */
typedef struct wgs_arrow_place {
    char const* function;
    size_t key;   /* WGS_ARROW_NOWHERE: not in one key */
    size_t array; /* WGS_ARROW_NOWHERE: not in one array */
} wgs_arrow_place;

#define WGS_ARROW_NOWHERE SIZE_MAX

/* Fills `error` when it is not NULL, and returns `status`. The message starts with the place:
 * "wgsArrowSortIndices: key 0, array 2: ". */
WGS_NODISCARD WGSStatus wgs_arrow_error(
    WGSError* error,
    WGSStatus status,
    WGSErrorId detail,
    wgs_arrow_place place,
    char const* format,
    ...) __attribute__((format(printf, 5, 6)));

WGS_NODISCARD WGSStatus
wgs_arrow_error_null(WGSError* error, wgs_arrow_place place, char const* name);
WGS_NODISCARD WGSStatus wgs_arrow_error_memory(WGSError* error, wgs_arrow_place place);

/* The caller's hooks; malloc and free when there are none, or `allocator` is NULL. Fails with
 * NullArgument when only one of the two is given. */
WGS_NODISCARD WGSStatus wgs_arrow_allocator_resolve(
    WGSAllocator const* allocator, WGSAllocator* resolved, wgs_arrow_place place, WGSError* error);

/* Memory for `count` elements, not cleared; NULL when it fails or the size wraps. */
void* wgs_arrow_allocate(WGSAllocator const* allocator, uint64_t count, size_t size);
void wgs_arrow_free(WGSAllocator const* allocator, void* memory);

#endif
