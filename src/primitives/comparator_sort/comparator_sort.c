/* SPDX-License-Identifier: MIT */
/*
 * Bitonic sort of whole records by a function of the caller's: Batcher (1968), with the first step
 * of each merge mirrored so that every comparator points one way and records past the last need not
 * exist.
 */
#include "wgsort/comparator_sort.h"

#include <stdio.h>
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/grid.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/comparator_sort/comparator_block.wgsl.h"
#include "primitives/comparator_sort/comparator_merge.wgsl.h"
#include "primitives/comparator_sort/comparator_record.wgsl.h"
#include "primitives/comparator_sort/comparator_source.h"
#include "primitives/comparator_sort/comparator_step.wgsl.h"

/* Bytes of workgroup memory for two records an invocation, and the alignment that a record may
 * have: that of WGSL's largest vectors. */
enum { BLOCK_BYTES = 16384, MAX_ALIGN = 16 };

static char const function[] = "wgsGraphAddComparatorSort";

typedef struct comparator_data {
    wgs_row_count rows;
    uint32_t width;
    uint32_t distance; /* of comparator_step; 0: comparator_merge */
    uint32_t mirrored; /* of comparator_step */
    uint64_t max_groups;
} comparator_data;

/* A descriptor on its way to nodes. */
typedef struct comparator_sort {
    WGSComparatorSortDescriptor const* descriptor;
    char label[WGS_LABEL_SIZE];
    char note[80];
    wgs_row_source rows;
    char const* text; /* the graph's copy */
    size_t text_size;
    uint32_t width;
} comparator_sort;

static void prepare_block(void const* data, uint32_t const* values, wgs_launch* launch) {
    comparator_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_comparator_block_params const params = {.count = count};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, 2 * sort->width, sort->max_groups);
}

static void prepare_merge(void const* data, uint32_t const* values, wgs_launch* launch) {
    comparator_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_comparator_merge_params const params = {.count = count};
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, 2 * sort->width, sort->max_groups);
}

static void prepare_step(void const* data, uint32_t const* values, wgs_launch* launch) {
    comparator_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->rows, values);
    struct wgs_comparator_step_params const params = {
        .count = count,
        .distance = sort->distance,
        .mirrored = sort->mirrored,
    };
    memcpy(launch->params, &params, sizeof params);
    uint64_t const comparators = wgs_divide_up(count, 2ull * sort->distance) * sort->distance;
    launch->workgroups = wgs_step_groups(comparators, sort->width, sort->max_groups);
}

/* The largest power of two of invocations, two records each, that workgroup memory holds. */
static uint32_t block_width(uint32_t record_size) {
    uint32_t width = WGS_WORKGROUP_SIZE;
    while (2 * width * record_size > BLOCK_BYTES)
        width /= 2;
    return width;
}

/* The largest alignment that keeps records `size` bytes apart. */
static uint32_t record_align(uint32_t size) {
    uint32_t align = MAX_ALIGN;
    while (size % align != 0)
        align /= 2;
    return align;
}

/* The caller's code has its bounds checked, whatever the kernels around it prove. */
static wgs_variant make_variant(comparator_sort const* sort, wgs_kernel const* kernel) {
    uint32_t const size = sort->descriptor->recordSize;
    return (wgs_variant){
        .kernel = kernel,
        .fragment_count = 2,
        .fragments = {&wgs_fragment_comparator_record, &wgs_fragment_linear_grid},
        .constant_count = 3,
        .constants =
            {{"WIDTH", sort->width}, {"RECORD_SIZE", size}, {"RECORD_ALIGN", record_align(size)}},
        .text = sort->text,
        .text_size = sort->text_size,
    };
}

static WGSStatus add_node(
    WGSGraph graph,
    comparator_sort const* sort,
    char const* role,
    wgs_kernel const* kernel,
    wgs_prepare prepare,
    comparator_data const* data,
    WGSError* error) {
    wgs_kernel_request const request = {
        .parent = sort->label,
        .role = role,
        .note = kernel == &wgs_kernel_comparator_block ? sort->note : NULL,
        .variant = make_variant(sort, kernel),
        .prepare = prepare,
        .data = data,
        .data_size = sizeof *data,
    };
    wgs_kernel_binding_use uses[2] = {
        {"wgs_records", sort->descriptor->records, WGSAccess_StorageReadWrite}};
    return wgs_add_row_kernel(graph, &sort->rows, request, 1, uses, function, error);
}

/* Merges of growing size: steps over memory, then the rest in workgroup memory. */
static WGSStatus
add_merges(WGSGraph graph, comparator_sort const* sort, comparator_data data, WGSError* error) {
    uint64_t const block = 2ull * sort->width;
    for (uint64_t size = 2 * block; size / 2 < sort->rows.capacity; size *= 2) {
        for (uint64_t distance = size / 2; distance >= block; distance /= 2) {
            data.distance = (uint32_t)distance;
            data.mirrored = distance == size / 2;
            WGS_TRY(add_node(
                graph, sort, "step", &wgs_kernel_comparator_step, prepare_step, &data, error));
        }
        WGS_TRY(add_node(
            graph, sort, "merge", &wgs_kernel_comparator_merge, prepare_merge, &data, error));
    }
    return WGSStatus_Success;
}

static size_t text_length(WGPUStringView text) {
    if (text.data == NULL)
        return 0;
    return text.length == WGPU_STRLEN ? strlen(text.data) : text.length;
}

static WGSStatus check_source(WGPUStringView source, WGSError* error) {
    size_t const size = text_length(source);
    if (size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: source is empty",
            function);
    if (size > WGS_MAX_COMPARATOR_SOURCE)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_SourceText,
            "%s: source has %zu bytes but the limit is %d",
            function,
            size,
            WGS_MAX_COMPARATOR_SOURCE);
    return wgs_comparator_source_check(source.data, size, function, error);
}

static bool is_record_size(uint32_t size) {
    return size > 0 && size % 4 == 0 && size <= WGS_MAX_RECORD_SIZE;
}

static WGSStatus refuse_record_size(uint32_t size, WGSError* error) {
    bool const too_large = size > WGS_MAX_RECORD_SIZE;
    return wgs_error(
        error,
        too_large ? WGSStatus_TooLarge : WGSStatus_InvalidArgument,
        WGSErrorId_RecordSize,
        "%s: recordSize is %u, not a multiple of 4 from 4 to %d",
        function,
        (unsigned)size,
        WGS_MAX_RECORD_SIZE);
}

static WGSStatus
check_records(WGSGraph graph, WGSComparatorSortDescriptor const* descriptor, WGSError* error) {
    WGSView const* const records = &descriptor->records;
    WGS_TRY(wgs_view_check(
        graph, records, WGS_FORMAT_BIT(WGSFormat_Uint32), function, "records", error));
    uint32_t const alignment = graph->capabilities->limits.minStorageBufferOffsetAlignment;
    if (records->offset % alignment != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: records.offset is %llu, not a multiple of %u",
            function,
            (unsigned long long)records->offset,
            (unsigned)alignment);
    if (wgs_view_size(records) % descriptor->recordSize != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_LengthMismatch,
            "%s: records holds %llu words, not a multiple of the %u of a record",
            function,
            (unsigned long long)records->length,
            (unsigned)descriptor->recordSize / 4);
    uint64_t const count = wgs_view_size(records) / descriptor->recordSize;
    WGS_TRY(wgs_row_limit_check(count, function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, count, function, "count", error));
    WGS_TRY(wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error));
    if (descriptor->gpuCount.view.buffer == NULL)
        return WGSStatus_Success;
    return wgs_view_check_distinct(
        &descriptor->gpuCount.view, "gpuCount.view", records, "records", function, error);
}

static WGSStatus add_nodes(WGSGraph graph, comparator_sort* sort, WGSError* error) {
    WGPUStringView const source = sort->descriptor->source;
    WGS_TRY(wgs_gpu_count_add_exceeded(
        graph, sort->label, &sort->rows, sort->descriptor->gpuCount.exceeded, function, error));
    if (sort->rows.capacity == 0)
        return WGSStatus_Success;
    sort->text_size = text_length(source);
    WGS_TRY(wgs_graph_add_text(graph, source.data, sort->text_size, &sort->text, function, error));
    comparator_data const data = {
        .rows = wgs_row_source_count(&sort->rows),
        .width = sort->width,
        .max_groups =
            wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension),
    };
    WGS_TRY(
        add_node(graph, sort, "block", &wgs_kernel_comparator_block, prepare_block, &data, error));
    return add_merges(graph, sort, data, error);
}

static comparator_sort make_sort(WGSComparatorSortDescriptor const* descriptor) {
    uint64_t const count = wgs_view_size(&descriptor->records) / descriptor->recordSize;
    comparator_sort sort = {
        .descriptor = descriptor,
        .rows = {(uint32_t)count, descriptor->count, descriptor->gpuCount.view},
        .width = block_width(descriptor->recordSize),
    };
    wgs_label(sort.label, descriptor->label, "comparator");
    (void)snprintf(
        sort.note,
        sizeof sort.note,
        "records of %u bytes: blocks of %u in workgroup memory",
        (unsigned)descriptor->recordSize,
        (unsigned)(2 * sort.width));
    return sort;
}

WGSStatus wgsGraphAddComparatorSort(
    WGSGraph graph, WGSComparatorSortDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    WGS_TRY(check_source(descriptor->source, error));
    if (!is_record_size(descriptor->recordSize))
        return refuse_record_size(descriptor->recordSize, error);
    WGS_TRY(check_records(graph, descriptor, error));
    comparator_sort sort = make_sort(descriptor);
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(graph, &sort, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
