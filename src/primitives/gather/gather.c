/* SPDX-License-Identifier: MIT */
#include "wgsort/gather.h"

#include <string.h>

#include "base/error.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/gather/gather.h"
#include "primitives/gather/gather_in_place.wgsl.h"
#include "primitives/gather/gather_rows.wgsl.h"

typedef struct gather_data {
    wgs_row_count rows;
    uint32_t words;
    uint32_t in_length;
    uint64_t max_groups;
} gather_data;

static void prepare_gather(void const* data, uint32_t const* values, wgs_launch* launch) {
    gather_data const* const gather = data;
    uint32_t const count = wgs_row_count_resolve(gather->rows, values);
    struct wgs_gather_rows_params const params = {
        .count = count,
        .words = gather->words,
        .in_length = gather->in_length,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups =
        wgs_step_groups((uint64_t)count * gather->words, WGS_WORKGROUP_SIZE, gather->max_groups);
}

static void prepare_in_place(void const* data, uint32_t const* values, wgs_launch* launch) {
    gather_data const* const gather = data;
    uint32_t const count = wgs_row_count_resolve(gather->rows, values);
    struct wgs_gather_in_place_params const params = {.count = count};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, gather->max_groups);
}

static wgs_variant gather_variant(wgs_kernel const* kernel) {
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 1,
        .fragments = {&wgs_fragment_linear_grid},
        .constant_count = 1,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
        .bounds_proved = true,
    };
}

static gather_data make_data(WGSGraph graph, wgs_row_source const* source, WGSView in) {
    return (gather_data){
        .rows = wgs_row_source_count(source),
        .words = wgsFormatGetSize(in.format) / 4,
        .in_length = (uint32_t)in.length,
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
}

/* What the two gathers differ in. */
typedef struct gather_node {
    char const* parent;
    char const* role;
    wgs_kernel const* kernel;
    wgs_prepare prepare;
    size_t use_count;
    wgs_kernel_binding_use* uses; /* with room for one more */
} gather_node;

static WGSStatus add_node(
    WGSGraph graph,
    gather_node const* node,
    gather_data const* data,
    wgs_row_source const* source,
    char const* function,
    WGSError* error) {
    wgs_kernel_request const request = {
        .parent = node->parent,
        .role = node->role,
        .variant = gather_variant(node->kernel),
        .prepare = node->prepare,
        .data = data,
        .data_size = sizeof *data,
    };
    return wgs_add_row_kernel(graph, source, request, node->use_count, node->uses, function, error);
}

WGSStatus wgs_gather_add(
    WGSGraph graph,
    char const* parent,
    char const* role,
    WGSView rows,
    WGSView in,
    WGSView out,
    wgs_row_source const* source,
    char const* function,
    WGSError* error) {
    gather_data const data = make_data(graph, source, in);
    wgs_kernel_binding_use uses[4] = {
        {"rows", rows, WGSAccess_StorageRead},
        {"elements_in", in, WGSAccess_StorageRead},
        {"elements_out", out, WGSAccess_StorageWrite},
    };
    gather_node const node = {parent, role, &wgs_kernel_gather_rows, prepare_gather, 3, uses};
    return add_node(graph, &node, &data, source, function, error);
}

WGSStatus wgs_gather_add_in_place(
    WGSGraph graph,
    char const* parent,
    char const* role,
    WGSView in,
    WGSView column,
    wgs_row_source const* source,
    char const* function,
    WGSError* error) {
    gather_data const data = make_data(graph, source, in);
    wgs_kernel_binding_use uses[3] = {
        {"values_in", in, WGSAccess_StorageRead},
        {"column", column, WGSAccess_StorageReadWrite},
    };
    gather_node const node = {parent, role, &wgs_kernel_gather_in_place, prepare_in_place, 2, uses};
    return add_node(graph, &node, &data, source, function, error);
}

static WGSStatus check_gather(
    WGSGraph graph, WGSGatherDescriptor const* descriptor, char const* function, WGSError* error) {
    WGSView const* const rows = &descriptor->rows;
    WGSView const* const in = &descriptor->in;
    WGSView const* const out = &descriptor->out;
    WGS_TRY(wgs_view_check(graph, rows, WGS_FORMAT_BIT(WGSFormat_Uint32), function, "rows", error));
    WGS_TRY(wgs_view_check(graph, in, WGS_FORMATS_ANY, function, "in", error));
    WGS_TRY(wgs_view_check(graph, out, WGS_FORMAT_BIT(in->format), function, "out", error));
    if (out->length != rows->length)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: out holds %llu elements but rows has %llu",
            function,
            (unsigned long long)out->length,
            (unsigned long long)rows->length);
    if (in->length == 0 && rows->length > 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: in is empty but rows has %llu entries",
            function,
            (unsigned long long)rows->length);
    WGS_TRY(wgs_row_limit_check(rows->length, function, error));
    WGS_TRY(wgs_row_limit_check(in->length, function, error));
    WGS_TRY(wgs_view_check_distinct(rows, "rows", out, "out", function, error));
    WGS_TRY(wgs_view_check_distinct(in, "in", out, "out", function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, rows->length, function, "count", error));
    return wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error);
}

static WGSStatus add_nodes(
    WGSGraph graph, WGSGatherDescriptor const* descriptor, char const* function, WGSError* error) {
    char label[WGS_LABEL_SIZE];
    wgs_label(label, descriptor->label, "gather");
    wgs_row_source const source = {
        (uint32_t)descriptor->rows.length, descriptor->count, descriptor->gpuCount.view};
    WGS_TRY(wgs_gpu_count_add_exceeded(
        graph, label, &source, descriptor->gpuCount.exceeded, function, error));
    if (source.capacity == 0)
        return WGSStatus_Success;
    return wgs_gather_add(
        graph,
        label,
        "rows",
        descriptor->rows,
        descriptor->in,
        descriptor->out,
        &source,
        function,
        error);
}

WGSStatus
wgsGraphAddGather(WGSGraph graph, WGSGatherDescriptor const* descriptor, WGSError* error) {
    static char const function[] = "wgsGraphAddGather";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: descriptor is NULL",
            function);
    WGS_TRY(check_gather(graph, descriptor, function, error));
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(graph, descriptor, function, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
