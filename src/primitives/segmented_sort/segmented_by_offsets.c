/* SPDX-License-Identifier: MIT */
/* Segments whose begins and ends lie on the GPU. Their numbers are sorted by class there, stably by
 * one radix pass, and each class takes its part of the list. */
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/linear_grid.wgsl.h"
#include "plan/view.h"
#include "primitives/radix/radix.h"
#include "primitives/segmented_sort/large_list.wgsl.h"
#include "primitives/segmented_sort/segment.wgsl.h"
#include "primitives/segmented_sort/segment_bounds.wgsl.h"
#include "primitives/segmented_sort/segment_class_starts.wgsl.h"
#include "primitives/segmented_sort/segment_classes.wgsl.h"
#include "primitives/segmented_sort/segmented_build.h"
#include "primitives/segmented_sort/segmented_tuning.h"
#include "primitives/segmented_sort/segments_by_class.wgsl.h"
#include "wgsort/scan.h"

static char const function[] = "wgsGraphAddSegmentedSortByOffsets";

/* --- Checks ----------------------------------------------------------------------------------- */

static WGSStatus check_length(
    WGSView view, char const* name, WGSView wanted, char const* wanted_name, WGSError* error) {
    if (view.buffer == NULL || view.length == wanted.length)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but %s has %llu",
        function,
        name,
        (unsigned long long)view.length,
        wanted_name,
        (unsigned long long)wanted.length);
}

static WGSStatus check_lengths(WGSSegmentedColumns const* columns, WGSError* error) {
    static char const name[] = "columns.keysIn";
    WGSView const keys = columns->keysIn;
    WGS_TRY(check_length(columns->keysOut, "columns.keysOut", keys, name, error));
    WGS_TRY(check_length(columns->valuesIn, "columns.valuesIn", keys, name, error));
    return check_length(columns->valuesOut, "columns.valuesOut", keys, name, error);
}

/* What tells where the segments are is not written by the sort. */
static WGSStatus check_sharing(
    WGSView const* view, char const* name, WGSSegmentedColumns const* columns, WGSError* error) {
    WGS_TRY(
        wgs_view_check_distinct(view, name, &columns->keysOut, "columns.keysOut", function, error));
    if (columns->valuesOut.buffer == NULL)
        return WGSStatus_Success;
    return wgs_view_check_distinct(
        view, name, &columns->valuesOut, "columns.valuesOut", function, error);
}

static WGSStatus
check_sort(WGSGraph graph, WGSSegmentedSortByOffsetsDescriptor const* descriptor, WGSError* error) {
    if (descriptor == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: descriptor is NULL",
            function);
    WGSSegmentedColumns const* const columns = &descriptor->columns;
    unsigned const format = WGS_FORMAT_BIT(WGSFormat_Uint32);
    WGS_TRY(wgs_segmented_check_columns(graph, columns, function, error));
    WGS_TRY(check_lengths(columns, error));
    WGS_TRY(wgs_view_check(graph, &descriptor->begins, format, function, "begins", error));
    WGS_TRY(wgs_view_check(graph, &descriptor->ends, format, function, "ends", error));
    WGS_TRY(check_length(descriptor->ends, "ends", descriptor->begins, "begins", error));
    WGS_TRY(wgs_row_limit_check(descriptor->begins.length, function, error));
    WGS_TRY(check_sharing(&descriptor->begins, "begins", columns, error));
    WGS_TRY(check_sharing(&descriptor->ends, "ends", columns, error));
    WGS_TRY(wgs_value_check(
        graph, descriptor->count, descriptor->begins.length, function, "count", error));
    return wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

/* The lists that the device makes. */
typedef struct class_lists {
    WGSView classes; /* of each segment, then sorted */
    WGSView sorted_classes;
    WGSView order;  /* segments, class after class */
    WGSView starts; /* of each class in `order` */
} class_lists;

typedef struct offsets_build {
    wgs_segmented_build shared;
    WGSSegmentedSortByOffsetsDescriptor const* descriptor;
    wgs_row_source segments;
    uint32_t rows;    /* of the columns */
    uint32_t longest; /* a segment may be, at most `rows` */
    class_lists lists;
} offsets_build;

typedef struct offsets_data {
    wgs_row_count segments;
    uint32_t rows;
    uint32_t longest;
    uint32_t entries;
    uint64_t max_groups;
} offsets_data;

static offsets_data make_data(offsets_build const* build, uint32_t entries) {
    return (offsets_data){
        .segments = wgs_row_source_count(&build->segments),
        .rows = build->rows,
        .longest = build->longest,
        .entries = entries,
        .max_groups = wgs_segmented_grid(build->shared.graph),
    };
}

static void prepare_classes(void const* data, uint32_t const* values, wgs_launch* launch) {
    offsets_data const* const sort = data;
    uint32_t const count = wgs_row_count_resolve(sort->segments, values);
    struct wgs_segment_classes_params const params = {
        .count = count,
        .rows = sort->rows,
        .longest = sort->longest,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(count, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static void prepare_starts(void const* data, uint32_t const* values, wgs_launch* launch) {
    offsets_data const* const sort = data;
    struct wgs_segment_class_starts_params const params = {
        .count = wgs_row_count_resolve(sort->segments, values),
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = 1;
}

static void prepare_list(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    offsets_data const* const sort = data;
    struct wgs_large_list_params const params = {
        .first_class = WGS_SEGMENT_LARGE_CLASS,
        .rows = sort->rows,
        .entries = sort->entries,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups = wgs_step_groups(sort->entries, WGS_WORKGROUP_SIZE, sort->max_groups);
}

static WGSStatus
add_scratch(offsets_build const* build, char const* role, uint64_t length, WGSView* view) {
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        build->shared.graph,
        build->shared.label,
        role,
        4 * length,
        &buffer,
        function,
        build->shared.error));
    *view = wgs_words_view(buffer, length);
    return WGSStatus_Success;
}

static WGSStatus add_lists(offsets_build* build) {
    uint64_t const length = build->segments.capacity;
    class_lists* const lists = &build->lists;
    WGS_TRY(add_scratch(build, "classes", length, &lists->classes));
    WGS_TRY(add_scratch(build, "sorted_classes", length, &lists->sorted_classes));
    WGS_TRY(add_scratch(build, "order", length, &lists->order));
    return add_scratch(build, "class_starts", WGS_SEGMENT_CLASS_STARTS, &lists->starts);
}

static WGSStatus add_classes(offsets_build const* build) {
    offsets_data const data = make_data(build, 0);
    wgs_kernel_binding_use uses[4] = {
        {"classes", build->lists.classes, WGSAccess_StorageWrite},
        {"segment_begins", build->descriptor->begins, WGSAccess_StorageRead},
        {"segment_ends", build->descriptor->ends, WGSAccess_StorageRead},
    };
    wgs_kernel_request const request = {
        .parent = build->shared.label,
        .role = "classes",
        .variant =
            {.kernel = &wgs_kernel_segment_classes,
             .fragment_count = 2,
             .fragments = {&wgs_fragment_linear_grid, &wgs_fragment_segment_bounds},
             .constant_count = 2,
             .constants =
                 {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"LARGE_CLASS", WGS_SEGMENT_LARGE_CLASS}},
             .bounds_proved = true},
        .prepare = prepare_classes,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_add_row_kernel(
        build->shared.graph, &build->segments, request, 3, uses, function, build->shared.error);
}

static WGSStatus add_order(offsets_build const* build) {
    wgs_word_sort const sort = {
        .parent = build->shared.label,
        .note = "segments by class",
        .rows = build->segments,
        .keys_in = build->lists.classes,
        .keys_out = build->lists.sorted_classes,
        .bit_count = WGS_SEGMENT_CLASS_BITS,
        .column_count = 1,
        .columns = {{.out = build->lists.order}},
    };
    return wgs_radix_add(build->shared.graph, &sort, function, build->shared.error);
}

static WGSStatus add_starts(offsets_build const* build) {
    offsets_data const data = make_data(build, 0);
    wgs_kernel_binding_use uses[3] = {
        {"classes", build->lists.sorted_classes, WGSAccess_StorageRead},
        {"class_starts", build->lists.starts, WGSAccess_StorageWrite},
    };
    wgs_kernel_request const request = {
        .parent = build->shared.label,
        .role = "class_starts",
        .variant =
            {.kernel = &wgs_kernel_segment_class_starts,
             .constant_count = 1,
             .constants = {{"WG_SIZE", WGS_SEGMENT_CLASS_STARTS}},
             .bounds_proved = true},
        .prepare = prepare_starts,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_add_row_kernel(
        build->shared.graph, &build->segments, request, 2, uses, function, build->shared.error);
}

/* Where segments_by_class.wgsl finds segments. */
static wgs_segment_source class_source(offsets_build const* build) {
    return (wgs_segment_source){
        .use_count = 4,
        .uses =
            {{"order", build->lists.order, WGSAccess_StorageRead},
             {"class_starts", build->lists.starts, WGSAccess_StorageRead},
             {"segment_begins", build->descriptor->begins, WGSAccess_StorageRead},
             {"segment_ends", build->descriptor->ends, WGSAccess_StorageRead}},
    };
}

static WGSStatus add_local_classes(offsets_build const* build) {
    uint32_t const last = wgs_segment_class(build->longest);
    for (uint32_t c = 0; c <= last && c < WGS_SEGMENT_LARGE_CLASS; c++) {
        uint32_t const shortest = c == 0 ? 1 : (2u << c) + 1;
        wgs_local_class const local = {
            .class_number = c,
            .listed_on_device = true,
            .count = (uint32_t)wgs_min_u64(build->segments.capacity, build->rows / shortest),
            .rows = build->rows,
            .source = class_source(build),
        };
        WGS_TRY(wgs_segmented_add_local(&build->shared, &local));
    }
    return WGSStatus_Success;
}

static WGSStatus
add_list(offsets_build const* build, uint32_t entries, WGSView begins, WGSView lengths) {
    offsets_data const data = make_data(build, entries);
    wgs_segment_source const source = class_source(build);
    wgs_kernel_binding_use uses[2 + WGS_SEGMENT_MAX_USES] = {
        {"large_begins", begins, WGSAccess_StorageWrite},
        {"large_lengths", lengths, WGSAccess_StorageWrite},
    };
    memcpy(&uses[2], source.uses, source.use_count * sizeof *uses);
    wgs_kernel_request const request = {
        .parent = build->shared.label,
        .role = "large_list",
        .variant =
            {.kernel = &wgs_kernel_large_list,
             .fragment_count = 4,
             .fragments =
                 {&wgs_fragment_linear_grid,
                  &wgs_fragment_segment,
                  &wgs_fragment_segment_bounds,
                  &wgs_fragment_segments_by_class},
             .constant_count = 1,
             .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}},
             .bounds_proved = true},
        .use_count = 2 + source.use_count,
        .uses = uses,
        .prepare = prepare_list,
        .data = &data,
        .data_size = sizeof data,
    };
    return wgs_graph_add_kernel(build->shared.graph, &request, function, build->shared.error);
}

/* The last end is the number of packed rows. */
static WGSStatus add_large(offsets_build const* build) {
    uint32_t const entries =
        (uint32_t)wgs_min_u64(build->segments.capacity, build->rows / (WGS_SEGMENT_LOCAL_ROWS + 1));
    WGSView begins;
    WGSView lengths;
    WGSView ends;
    WGS_TRY(add_scratch(build, "large_begins", entries, &begins));
    WGS_TRY(add_scratch(build, "large_lengths", entries, &lengths));
    WGS_TRY(add_scratch(build, "large_ends", entries, &ends));
    WGS_TRY(add_list(build, entries, begins, lengths));
    WGSScanDescriptor const scan = {
        .label = {build->shared.label, WGPU_STRLEN},
        .in = lengths,
        .out = ends,
        .mode = WGSScanMode_Inclusive,
    };
    /* Its views are scratch: all that can fail is memory, told in this function's name. */
    if (wgsGraphAddScan(build->shared.graph, &scan, NULL) != WGSStatus_Success)
        return wgs_error_memory(build->shared.error, function);
    WGSView measured = ends;
    measured.offset += 4 * (ends.length - 1);
    measured.length = 1;
    wgs_large_segments const large = {
        .listed_on_device = true,
        .entries = entries,
        .rows = build->rows,
        .measured = measured,
        .source =
            {2,
             {{"large_begins", begins, WGSAccess_StorageRead},
              {"large_ends", ends, WGSAccess_StorageRead}}},
    };
    return wgs_segmented_add_large(&build->shared, &large);
}

static WGSStatus add_nodes(offsets_build* build) {
    WGS_TRY(wgs_gpu_count_add_exceeded(
        build->shared.graph,
        build->shared.label,
        &build->segments,
        build->descriptor->gpuCount.exceeded,
        function,
        build->shared.error));
    if (build->rows == 0 || build->segments.capacity == 0)
        return WGSStatus_Success;
    WGS_TRY(add_lists(build));
    WGS_TRY(add_classes(build));
    WGS_TRY(add_order(build));
    WGS_TRY(add_starts(build));
    WGS_TRY(add_local_classes(build));
    return build->longest > WGS_SEGMENT_LOCAL_ROWS ? add_large(build) : WGSStatus_Success;
}

WGSStatus wgsGraphAddSegmentedSortByOffsets(
    WGSGraph graph, WGSSegmentedSortByOffsetsDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(check_sort(graph, descriptor, error));
    uint32_t const rows = (uint32_t)descriptor->columns.keysIn.length;
    uint32_t const longest = descriptor->maxLength;
    offsets_build build = {
        .shared =
            {.graph = graph, .columns = &descriptor->columns, .function = function, .error = error},
        .descriptor = descriptor,
        .segments =
            {(uint32_t)descriptor->begins.length, descriptor->count, descriptor->gpuCount.view},
        .rows = rows,
        .longest = longest == 0 || longest > rows ? rows : longest,
    };
    wgs_label(build.shared.label, descriptor->label, "segmented_sort");
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(&build);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
