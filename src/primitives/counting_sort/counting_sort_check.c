/* SPDX-License-Identifier: MIT */
#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/counting_sort/counting_sort.h"

/* Keys, values, row numbers, offsets and the count, each with the name that the caller wrote. */
enum { MAX_NAMED = 5 + 2 * WGS_COUNTING_MAX_COLUMNS };

typedef struct named_view {
    WGSView const* view;
    char const* name;
    unsigned formats;
    bool is_output;
    bool is_column; /* as long as the keys */
} named_view;

typedef struct view_list {
    size_t count;
    named_view views[MAX_NAMED];
} view_list;

static void
list_view(view_list* list, WGSView const* view, char const* name, unsigned formats, bool output) {
    list->views[list->count++] = (named_view){
        .view = view, .name = name, .formats = formats, .is_output = output, .is_column = true};
}

/* Values are always listed; other outputs where they are wanted. */
static void list_views(WGSCountingSortDescriptor const* descriptor, view_list* list) {
    static char const* const names[WGS_COUNTING_MAX_COLUMNS][2] = {
        {"values[0].in", "values[0].out"}, {"values[1].in", "values[1].out"}};
    unsigned const word = WGS_FORMAT_BIT(WGSFormat_Uint32);
    list_view(list, &descriptor->keys, "keys", word, false);
    if (descriptor->keysOut.buffer != NULL)
        list_view(list, &descriptor->keysOut, "keysOut", word, true);
    if (descriptor->rowsOut.buffer != NULL)
        list_view(list, &descriptor->rowsOut, "rowsOut", word, true);
    if (descriptor->offsetsOut.buffer != NULL) {
        list_view(list, &descriptor->offsetsOut, "offsetsOut", word, true);
        list->views[list->count - 1].is_column = false;
    }
    for (size_t i = 0; i < descriptor->valueCount; i++) {
        WGSSortValue const* const value = &descriptor->values[i];
        list_view(
            list,
            &value->in,
            names[i][0],
            word | WGS_FORMAT_BIT(WGSFormat_Sint32) | WGS_FORMAT_BIT(WGSFormat_Float32),
            false);
        list_view(list, &value->out, names[i][1], WGS_FORMAT_BIT(value->in.format), true);
    }
}

static WGSStatus check_range(
    WGSGraph graph,
    WGSCountingSortDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    uint32_t const range = descriptor->range;
    if (range == 0)
        return wgs_error(
            error, WGSStatus_InvalidArgument, WGSErrorId_KeyRange, "%s: range is 0", function);
    if (range > WGS_MAX_COUNTING_RANGE)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_KeyRange,
            "%s: range %u needs counters of %llu bytes but the limit is %u values: sort with the "
            "radix algorithm instead (wgsGraphAddSort)",
            function,
            (unsigned)range,
            4ull * range + 4,
            WGS_MAX_COUNTING_RANGE);
    uint64_t const limit = graph->capabilities->limits.maxStorageBufferBindingSize;
    if (4ull * range + 4 > limit)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BindingTooLarge,
            "%s: range %u needs counters of %llu bytes but a binding holds %llu: sort with the "
            "radix algorithm instead (wgsGraphAddSort)",
            function,
            (unsigned)range,
            4ull * range + 4,
            (unsigned long long)limit);
    return WGSStatus_Success;
}

static WGSStatus
check_columns(WGSCountingSortDescriptor const* descriptor, char const* function, WGSError* error) {
    size_t const rows = descriptor->rowsOut.buffer != NULL;
    if (descriptor->valueCount > WGS_COUNTING_MAX_COLUMNS - rows)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: valueCount is %zu but the limit is %zu%s: gather others by rowsOut",
            function,
            descriptor->valueCount,
            WGS_COUNTING_MAX_COLUMNS - rows,
            rows > 0 ? " beside rowsOut" : "");
    if (descriptor->valueCount > 0 && descriptor->values == NULL)
        return wgs_error_null(error, function, "values");
    if (rows + descriptor->valueCount == 0 && descriptor->keysOut.buffer == NULL &&
        descriptor->offsetsOut.buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewMissing,
            "%s: keysOut, values, rowsOut and offsetsOut are all missing",
            function);
    return WGSStatus_Success;
}

static WGSStatus
check_length(named_view const* named, uint64_t wanted, char const* function, WGSError* error) {
    if (named->view->length == wanted)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but must hold %llu",
        function,
        named->name,
        (unsigned long long)named->view->length,
        (unsigned long long)wanted);
}

/* No output meets any other view, the count on the GPU included: later dispatches read it again. */
static WGSStatus check_apart(view_list const* list, char const* function, WGSError* error) {
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = 0; j < i; j++)
            if (list->views[i].is_output || list->views[j].is_output)
                WGS_TRY(wgs_view_check_distinct(
                    list->views[j].view,
                    list->views[j].name,
                    list->views[i].view,
                    list->views[i].name,
                    function,
                    error));
    return WGSStatus_Success;
}

WGSStatus wgs_counting_sort_check(
    WGSGraph graph,
    WGSCountingSortDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    if ((unsigned)descriptor->order > WGSCountingOrder_Unstable)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: order is %u",
            function,
            (unsigned)descriptor->order);
    WGS_TRY(check_range(graph, descriptor, function, error));
    WGS_TRY(check_columns(descriptor, function, error));
    view_list list = {0};
    list_views(descriptor, &list);
    uint64_t const length = descriptor->keys.length;
    for (size_t i = 0; i < list.count; i++) {
        named_view const* const named = &list.views[i];
        WGS_TRY(wgs_view_check(graph, named->view, named->formats, function, named->name, error));
        uint64_t const wanted = named->is_column ? length : descriptor->range + 1ull;
        WGS_TRY(check_length(named, wanted, function, error));
    }
    WGS_TRY(wgs_row_limit_check(length, function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, length, function, "count", error));
    WGS_TRY(wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error));
    if (descriptor->gpuCount.view.buffer != NULL)
        list_view(&list, &descriptor->gpuCount.view, "gpuCount.view", 0, false);
    return check_apart(&list, function, error);
}
