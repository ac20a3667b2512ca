/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

WGSStatus wgs_error(WGSError* error, WGSStatus status, WGSErrorId detail, char const* format, ...) {
    if (error == NULL)
        return status;
    error->status = status;
    error->detail = detail;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

WGSStatus wgs_error_null(WGSError* error, char const* function, char const* name) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_NullArgument,
        "%s: %s is NULL",
        function,
        name);
}

WGSStatus wgs_error_memory(WGSError* error, char const* function) {
    return wgs_error(
        error,
        WGSStatus_OutOfMemory,
        WGSErrorId_HostMemory,
        "%s: an allocation in host memory failed",
        function);
}
