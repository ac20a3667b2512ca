/* SPDX-License-Identifier: MIT */
#include "plan/view.h"

#include <inttypes.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/access.h"

uint64_t wgs_view_size(WGSView const* view) {
    return view->length * wgsFormatGetSize(view->format);
}

/* The end of the view in bytes; false when it is past 2^64. */
static bool view_end(WGSView const* view, uint64_t* end) {
    uint64_t size;
    return wgs_multiply_u64(view->length, wgsFormatGetSize(view->format), &size) &&
           wgs_add_u64(view->offset, size, end);
}

static WGSStatus check_place(
    WGSGraph graph, WGSView const* view, char const* function, char const* name, WGSError* error) {
    if (view->offset % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: %s starts at offset %" PRIu64 " but must start at a multiple of 4",
            function,
            name,
            view->offset);
    uint64_t end;
    if (!view_end(view, &end) || end > view->buffer->size)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: %s is %" PRIu64 " elements of %" PRIu32 " bytes at offset %" PRIu64
            " but its buffer holds %" PRIu64 " bytes",
            function,
            name,
            view->length,
            wgsFormatGetSize(view->format),
            view->offset,
            view->buffer->size);
    WGSLimits const* const limits = &graph->capabilities->limits;
    uint64_t const bound =
        end - view->offset + view->offset % limits->minStorageBufferOffsetAlignment;
    if (view->length > 0 && bound > limits->maxStorageBufferBindingSize)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BindingTooLarge,
            "%s: %s binds %" PRIu64 " bytes but a storage binding holds at most %" PRIu64,
            function,
            name,
            bound,
            limits->maxStorageBufferBindingSize);
    return WGSStatus_Success;
}

WGSStatus wgs_view_check(
    WGSGraph graph,
    WGSView const* view,
    unsigned formats,
    char const* function,
    char const* name,
    WGSError* error) {
    if (view->buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewMissing,
            "%s: %s has no buffer",
            function,
            name);
    if (view->buffer->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: the buffer of %s belongs to another graph",
            function,
            name);
    if (wgsFormatGetSize(view->format) == 0 || (formats & WGS_FORMAT_BIT(view->format)) == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: the format of %s is %d, which is not taken here",
            function,
            name,
            (int)view->format);
    if ((view->buffer->usage & WGPUBufferUsage_Storage) == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: the buffer of %s lacks the usage Storage",
            function,
            name);
    return check_place(graph, view, function, name, error);
}

WGSStatus wgs_value_check(
    WGSGraph graph,
    WGSValue value,
    uint64_t length,
    char const* function,
    char const* name,
    WGSError* error) {
    if (value == NULL)
        return WGSStatus_Success;
    if (value->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: %s belongs to another graph",
            function,
            name);
    if (value->maximum > length)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_CountOutOfRange,
            "%s: the maximum of %s is %" PRIu32 " but the views hold %" PRIu64 " elements",
            function,
            name,
            value->maximum,
            length);
    return WGSStatus_Success;
}

WGSStatus wgs_view_check_distinct(
    WGSView const* a,
    char const* a_name,
    WGSView const* b,
    char const* b_name,
    char const* function,
    WGSError* error) {
    if (a->buffer == NULL || a->buffer != b->buffer)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_AliasedUse,
        "%s: %s and %s share the buffer \"%.40s\" but must lie in different ones",
        function,
        a_name,
        b_name,
        a->buffer->label);
}
