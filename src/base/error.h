/* SPDX-License-Identifier: MIT */
/* Filling the caller's WGSError. */
#ifndef WGS_BASE_ERROR_H
#define WGS_BASE_ERROR_H

#include "wgsort/status.h"

/* Writes `status`, `detail` and the formatted message into `error` when it is not NULL, and returns
 * `status`, so that a check reads `return wgs_error(error, ...)`. The message starts with the name
 * of the public function, then says value and limit. */
WGS_NODISCARD WGSStatus
wgs_error(WGSError* error, WGSStatus status, WGSErrorId detail, char const* format, ...)
    __attribute__((format(printf, 4, 5)));

/* The status and id for a required pointer that is NULL. `name` is how the caller wrote it. */
WGS_NODISCARD WGSStatus wgs_error_null(WGSError* error, char const* function, char const* name);

/* The status and id for failed host allocations. */
WGS_NODISCARD WGSStatus wgs_error_memory(WGSError* error, char const* function);

#endif
