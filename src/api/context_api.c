/* SPDX-License-Identifier: MIT */
/* Public functions of contexts. Reference counts are in gpu/context.c. */
#include "base/error.h"
#include "gpu/gpu.h"

WGSStatus
wgsCreateContext(WGSContextDescriptor const* descriptor, WGSContext* context, WGSError* error) {
    char const* const function = "wgsCreateContext";
    if (descriptor == NULL || context == NULL || descriptor->device == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is NULL",
            function,
            descriptor == NULL ? "descriptor"
            : context == NULL  ? "context"
                               : "descriptor->device");
    if ((descriptor->allocator.allocate == NULL) != (descriptor->allocator.release == NULL))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: of allocator.allocate and allocator.release one is NULL",
            function);
    return wgs_context_create(descriptor, context, function, error);
}

WGSStatus wgsContextGetInfo(WGSContext context, WGSContextInfo* info, WGSError* error) {
    if (context == NULL || info == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "wgsContextGetInfo: %s is NULL",
            context == NULL ? "context" : "info");
    *info = wgs_context_info(context);
    return WGSStatus_Success;
}

WGPUDevice wgsContextGetDevice(WGSContext context) {
    return context == NULL ? NULL : wgs_context_device(context);
}
