/* SPDX-License-Identifier: MIT */
/* Checks of the columns of a segmented sort. */
#include "base/error.h"
#include "plan/view.h"
#include "primitives/segmented_sort/segmented_build.h"

static unsigned const column_formats = WGS_FORMAT_BIT(WGSFormat_Uint32) |
                                       WGS_FORMAT_BIT(WGSFormat_Sint32) |
                                       WGS_FORMAT_BIT(WGSFormat_Float32);

static WGSStatus check_values(
    WGSGraph graph, WGSSegmentedColumns const* columns, char const* function, WGSError* error) {
    WGSView const* const in = &columns->valuesIn;
    WGSView const* const out = &columns->valuesOut;
    unsigned formats = WGS_FORMAT_BIT(WGSFormat_Uint32);
    if (in->buffer != NULL) {
        WGS_TRY(wgs_view_check(graph, in, column_formats, function, "columns.valuesIn", error));
        WGS_TRY(wgs_row_limit_check(in->length, function, error));
        formats = WGS_FORMAT_BIT(in->format);
    }
    WGS_TRY(wgs_view_check(graph, out, formats, function, "columns.valuesOut", error));
    return wgs_row_limit_check(out->length, function, error);
}

/* An output shares its buffer with no input and not with the other output. */
static WGSStatus
check_sharing(WGSSegmentedColumns const* columns, char const* function, WGSError* error) {
    static char const* const names[] = {
        "columns.keysIn", "columns.valuesIn", "columns.keysOut", "columns.valuesOut"};
    WGSView const* const views[] = {
        &columns->keysIn, &columns->valuesIn, &columns->keysOut, &columns->valuesOut};
    for (size_t out = 2; out < 4; out++)
        for (size_t other = 0; other < out; other++)
            if (views[out]->buffer != NULL && views[other]->buffer != NULL)
                WGS_TRY(wgs_view_check_distinct(
                    views[other], names[other], views[out], names[out], function, error));
    return WGSStatus_Success;
}

WGSStatus wgs_segmented_check_columns(
    WGSGraph graph, WGSSegmentedColumns const* columns, char const* function, WGSError* error) {
    WGSView const* const in = &columns->keysIn;
    WGSView const* const out = &columns->keysOut;
    if ((unsigned)columns->direction > WGSDirection_Descending)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: columns.direction is %u",
            function,
            (unsigned)columns->direction);
    WGS_TRY(wgs_view_check(graph, in, column_formats, function, "columns.keysIn", error));
    WGS_TRY(
        wgs_view_check(graph, out, WGS_FORMAT_BIT(in->format), function, "columns.keysOut", error));
    WGS_TRY(wgs_row_limit_check(in->length, function, error));
    WGS_TRY(wgs_row_limit_check(out->length, function, error));
    if (columns->valuesIn.buffer != NULL || columns->valuesOut.buffer != NULL)
        WGS_TRY(check_values(graph, columns, function, error));
    return check_sharing(columns, function, error);
}
