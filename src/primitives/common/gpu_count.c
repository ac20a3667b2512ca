/* SPDX-License-Identifier: MIT */
/* Row counts that an earlier dispatch writes. */
#include <string.h>

#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/count_exceeded.wgsl.h"
#include "primitives/common/launch.h"

static WGSStatus check_one_element(
    WGSGraph graph, WGSView const* view, char const* name, char const* function, WGSError* error) {
    WGS_TRY(wgs_view_check(graph, view, WGS_FORMAT_BIT(WGSFormat_Uint32), function, name, error));
    if (view->length == 1)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but must hold 1",
        function,
        name,
        (unsigned long long)view->length);
}

WGSStatus wgs_gpu_count_check(
    WGSGraph graph, WGSGpuCount const* count, char const* function, WGSError* error) {
    if (count->view.buffer == NULL && count->exceeded.buffer == NULL)
        return WGSStatus_Success;
    WGS_TRY(check_one_element(graph, &count->view, "gpuCount.view", function, error));
    if (count->exceeded.buffer == NULL)
        return WGSStatus_Success;
    WGS_TRY(check_one_element(graph, &count->exceeded, "gpuCount.exceeded", function, error));
    return wgs_view_check_distinct(
        &count->view, "gpuCount.view", &count->exceeded, "gpuCount.exceeded", function, error);
}

static void prepare_exceeded(void const* data, uint32_t const* values, wgs_launch* launch) {
    struct wgs_count_exceeded_params const params = {
        .count = wgs_row_count_resolve(*(wgs_row_count const*)data, values)};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = 1;
}

WGSStatus wgs_gpu_count_add_exceeded(
    WGSGraph graph,
    char const* parent,
    wgs_row_source const* source,
    WGSView exceeded,
    char const* function,
    WGSError* error) {
    if (exceeded.buffer == NULL)
        return WGSStatus_Success;
    wgs_row_count const data = wgs_row_source_count(source);
    wgs_kernel_binding_use const uses[] = {
        {"exceeded", exceeded, WGSAccess_StorageWrite},
        {"gpu_count", source->measured, WGSAccess_StorageRead},
    };
    wgs_kernel_request const request = {
        .parent = parent,
        .role = "count_exceeded",
        .variant = {.kernel = &wgs_kernel_count_exceeded, .bounds_proved = true},
        .use_count = sizeof uses / sizeof uses[0],
        .uses = uses,
        .prepare = prepare_exceeded,
        .data = &data,
        .data_size = sizeof data,
        .value_count = source->value != NULL,
        .values = {source->value},
    };
    return wgs_graph_add_kernel(graph, &request, function, error);
}
