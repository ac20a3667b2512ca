/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/sort/sort_request.h"

/* The rows of a sort are those of its first key. */
static WGSStatus check_length(
    WGSSortDescriptor const* descriptor,
    WGSView const* view,
    char const* name,
    char const* function,
    WGSError* error) {
    uint64_t const rows = descriptor->keys[0].in.length;
    if (view->length == rows)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but keys[0].in has %llu",
        function,
        name,
        (unsigned long long)view->length,
        (unsigned long long)rows);
}

static WGSStatus check_view(
    WGSGraph graph,
    WGSSortDescriptor const* descriptor,
    WGSView const* view,
    unsigned formats,
    char const* name,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_view_check(graph, view, formats, function, name, error));
    return check_length(descriptor, view, name, function, error);
}

static WGSStatus
check_window(WGSSortKey const* key, size_t index, char const* function, WGSError* error) {
    uint32_t const width = 8 * wgsFormatGetSize(key->in.format);
    uint32_t const count = key->bitCount == WGS_NO_BITS ? 0 : key->bitCount;
    if (key->firstBit < width && count <= width - key->firstBit)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_BitWindow,
        "%s: keys[%zu] has firstBit %u and bitCount %u but its keys have %u bits",
        function,
        index,
        key->firstBit,
        key->bitCount,
        width);
}

static WGSStatus check_keys(
    WGSGraph graph, WGSSortDescriptor const* descriptor, char const* function, WGSError* error) {
    for (size_t i = 0; i < descriptor->keyCount; i++) {
        WGSSortKey const* const key = &descriptor->keys[i];
        char name[40];
        (void)snprintf(name, sizeof name, "keys[%zu].in", i);
        WGS_TRY(check_view(graph, descriptor, &key->in, WGS_FORMATS_KEY, name, function, error));
        if ((unsigned)key->direction > WGSDirection_Descending)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_InvalidEnum,
                "%s: keys[%zu].direction is %u",
                function,
                i,
                (unsigned)key->direction);
        WGS_TRY(check_window(key, i, function, error));
        if (key->out.buffer == NULL)
            continue;
        (void)snprintf(name, sizeof name, "keys[%zu].out", i);
        WGS_TRY(check_view(
            graph, descriptor, &key->out, WGS_FORMAT_BIT(key->in.format), name, function, error));
    }
    return WGSStatus_Success;
}

static WGSStatus check_values(
    WGSGraph graph, WGSSortDescriptor const* descriptor, char const* function, WGSError* error) {
    for (size_t i = 0; i < descriptor->valueCount; i++) {
        WGSSortValue const* const value = &descriptor->values[i];
        char name[40];
        (void)snprintf(name, sizeof name, "values[%zu].in", i);
        WGS_TRY(check_view(graph, descriptor, &value->in, WGS_FORMATS_ANY, name, function, error));
        (void)snprintf(name, sizeof name, "values[%zu].out", i);
        WGS_TRY(check_view(
            graph,
            descriptor,
            &value->out,
            WGS_FORMAT_BIT(value->in.format),
            name,
            function,
            error));
    }
    if (descriptor->rowsOut.buffer != NULL)
        WGS_TRY(check_view(
            graph,
            descriptor,
            &descriptor->rowsOut,
            WGS_FORMAT_BIT(WGSFormat_Uint32),
            "rowsOut",
            function,
            error));
    return WGSStatus_Success;
}

/* The views of a sort by number: inputs first, then outputs. Missing ones have no buffer. */
enum { MAX_VIEWS = 2 * (WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES) + 1 };

typedef struct named_view {
    WGSView view;
    char name[40];
} named_view;

static size_t list_views(WGSSortDescriptor const* descriptor, named_view* views, size_t* inputs) {
    size_t count = 0;
    for (size_t i = 0; i < descriptor->keyCount; i++, count++) {
        views[count].view = descriptor->keys[i].in;
        (void)snprintf(views[count].name, sizeof views[count].name, "keys[%zu].in", i);
    }
    for (size_t i = 0; i < descriptor->valueCount; i++, count++) {
        views[count].view = descriptor->values[i].in;
        (void)snprintf(views[count].name, sizeof views[count].name, "values[%zu].in", i);
    }
    *inputs = count;
    for (size_t i = 0; i < descriptor->keyCount; i++, count++) {
        views[count].view = descriptor->keys[i].out;
        (void)snprintf(views[count].name, sizeof views[count].name, "keys[%zu].out", i);
    }
    for (size_t i = 0; i < descriptor->valueCount; i++, count++) {
        views[count].view = descriptor->values[i].out;
        (void)snprintf(views[count].name, sizeof views[count].name, "values[%zu].out", i);
    }
    views[count].view = descriptor->rowsOut;
    (void)snprintf(views[count].name, sizeof views[count].name, "rowsOut");
    return count + 1;
}

/* An output shares its buffer with no input and no other output. */
static WGSStatus
check_sharing(WGSSortDescriptor const* descriptor, char const* function, WGSError* error) {
    named_view views[MAX_VIEWS];
    size_t inputs;
    size_t const count = list_views(descriptor, views, &inputs);
    for (size_t out = inputs; out < count; out++) {
        if (views[out].view.buffer == NULL)
            continue;
        for (size_t other = 0; other < out; other++)
            if (views[other].view.buffer != NULL)
                WGS_TRY(wgs_view_check_distinct(
                    &views[other].view,
                    views[other].name,
                    &views[out].view,
                    views[out].name,
                    function,
                    error));
    }
    return WGSStatus_Success;
}

static WGSStatus check_column_count(
    size_t count,
    size_t least,
    size_t most,
    char const* name,
    char const* function,
    WGSError* error) {
    if (count >= least && count <= most)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_TooManyColumns,
        "%s: %s is %zu but must be %zu to %zu",
        function,
        name,
        count,
        least,
        most);
}

static WGSStatus
check_shape(WGSSortDescriptor const* descriptor, char const* function, WGSError* error) {
    if (descriptor == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: descriptor is NULL",
            function);
    WGS_TRY(check_column_count(
        descriptor->keyCount, 1, WGS_MAX_SORT_KEYS, "keyCount", function, error));
    WGS_TRY(check_column_count(
        descriptor->valueCount, 0, WGS_MAX_SORT_VALUES, "valueCount", function, error));
    if (descriptor->keys == NULL || (descriptor->valueCount > 0 && descriptor->values == NULL))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is NULL",
            function,
            descriptor->keys == NULL ? "keys" : "values");
    if ((unsigned)descriptor->algorithm > WGSAlgorithm_Radix)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: algorithm is %u",
            function,
            (unsigned)descriptor->algorithm);
    return WGSStatus_Success;
}

WGSStatus wgs_sort_check(
    WGSGraph graph, WGSSortDescriptor const* descriptor, char const* function, WGSError* error) {
    WGS_TRY(check_shape(descriptor, function, error));
    WGS_TRY(check_keys(graph, descriptor, function, error));
    WGS_TRY(check_values(graph, descriptor, function, error));
    WGS_TRY(wgs_row_limit_check(descriptor->keys[0].in.length, function, error));
    WGS_TRY(check_sharing(descriptor, function, error));
    WGS_TRY(wgs_value_check(
        graph, descriptor->count, descriptor->keys[0].in.length, function, "count", error));
    return wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error);
}
