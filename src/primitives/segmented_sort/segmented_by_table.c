/* SPDX-License-Identifier: MIT */
/* Segments that the host knows: checked, put into classes, and held in tables. */
#include <stdlib.h>

#include "base/error.h"
#include "primitives/segmented_sort/segmented_build.h"
#include "primitives/segmented_sort/segmented_tuning.h"

static char const function[] = "wgsGraphAddSegmentedSort";

/* Words of a segment in the tables. */
enum { SEGMENT_WORDS = 5, LARGE_WORDS = 6 };

/* --- Checks ----------------------------------------------------------------------------------- */

static WGSStatus check_range(
    size_t index,
    uint32_t first,
    uint32_t length,
    WGSView view,
    char const* name,
    WGSError* error) {
    if (view.buffer == NULL || (uint64_t)first + length <= view.length)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_ViewOutOfRange,
        "%s: segments[%zu] has rows %u to %llu of columns.%s, which holds %llu",
        function,
        index,
        first,
        (unsigned long long)first + length,
        name,
        (unsigned long long)view.length);
}

static WGSStatus check_ranges(WGSSegmentedSortDescriptor const* descriptor, WGSError* error) {
    WGSSegmentedColumns const* const columns = &descriptor->columns;
    for (size_t i = 0; i < descriptor->segmentCount; i++) {
        WGSSegment const* const segment = &descriptor->segments[i];
        uint32_t const length = segment->length;
        WGS_TRY(check_range(i, segment->keysIn, length, columns->keysIn, "keysIn", error));
        WGS_TRY(check_range(i, segment->keysOut, length, columns->keysOut, "keysOut", error));
        WGS_TRY(check_range(i, segment->valuesIn, length, columns->valuesIn, "valuesIn", error));
        WGS_TRY(check_range(i, segment->valuesOut, length, columns->valuesOut, "valuesOut", error));
    }
    return WGSStatus_Success;
}

typedef struct output_range {
    uint32_t first;
    uint32_t length;
    size_t index;
} output_range;

static int compare_ranges(void const* left, void const* right) {
    output_range const* const a = left;
    output_range const* const b = right;
    return a->first < b->first ? -1 : a->first > b->first;
}

/* Ranges in order overlap when one starts before its predecessor ends. Lists that are in order
 * already, as most are, are not sorted. */
static WGSStatus
check_overlap(output_range* ranges, size_t count, char const* name, WGSError* error) {
    size_t ordered = 1;
    while (ordered < count && ranges[ordered - 1].first <= ranges[ordered].first)
        ordered++;
    if (ordered < count)
        qsort(ranges, count, sizeof *ranges, compare_ranges);
    for (size_t i = 1; i < count; i++)
        if ((uint64_t)ranges[i - 1].first + ranges[i - 1].length > ranges[i].first)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_AliasedUse,
                "%s: segments[%zu] and segments[%zu] both write row %u of columns.%s",
                function,
                ranges[i - 1].index,
                ranges[i].index,
                ranges[i].first,
                name);
    return WGSStatus_Success;
}

static WGSStatus check_outputs_in(
    WGSSegmentedSortDescriptor const* descriptor, output_range* ranges, WGSError* error) {
    for (int values = 0; values < 2; values++) {
        if (values == 1 && descriptor->columns.valuesOut.buffer == NULL)
            break;
        size_t count = 0;
        for (size_t i = 0; i < descriptor->segmentCount; i++) {
            WGSSegment const* const segment = &descriptor->segments[i];
            if (segment->length > 0)
                ranges[count++] = (output_range){
                    values == 1 ? segment->valuesOut : segment->keysOut, segment->length, i};
        }
        WGS_TRY(check_overlap(ranges, count, values == 1 ? "valuesOut" : "keysOut", error));
    }
    return WGSStatus_Success;
}

static WGSStatus
check_outputs(WGSGraph graph, WGSSegmentedSortDescriptor const* descriptor, WGSError* error) {
    output_range* const ranges =
        wgs_allocate(&graph->allocator, descriptor->segmentCount, sizeof *ranges);
    if (ranges == NULL)
        return wgs_error_memory(error, function);
    WGSStatus const status = check_outputs_in(descriptor, ranges, error);
    wgs_free(&graph->allocator, ranges);
    return status;
}

static WGSStatus
check_sort(WGSGraph graph, WGSSegmentedSortDescriptor const* descriptor, WGSError* error) {
    if (descriptor == NULL || (descriptor->segmentCount > 0 && descriptor->segments == NULL))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is NULL",
            function,
            descriptor == NULL ? "descriptor" : "segments");
    WGS_TRY(wgs_segmented_check_columns(graph, &descriptor->columns, function, error));
    WGS_TRY(check_ranges(descriptor, error));
    return check_outputs(graph, descriptor, error);
}

/* --- Tables ----------------------------------------------------------------------------------- */

/* How many segments each class has, and the rows of the large ones: their outputs don't overlap, so
 * that the sum is at most the rows of a column. */
typedef struct class_counts {
    size_t segments[WGS_SEGMENT_LARGE_CLASS + 1];
    uint32_t large_rows;
} class_counts;

static class_counts count_classes(WGSSegmentedSortDescriptor const* descriptor) {
    class_counts counts = {0};
    for (size_t i = 0; i < descriptor->segmentCount; i++) {
        uint32_t const length = descriptor->segments[i].length;
        if (length == 0)
            continue;
        uint32_t const class_number = wgs_segment_class(length);
        counts.segments[class_number]++;
        if (class_number == WGS_SEGMENT_LARGE_CLASS)
            counts.large_rows += length;
    }
    return counts;
}

static void write_segment(WGSSegment const* segment, uint32_t* words) {
    words[0] = segment->keysIn;
    words[1] = segment->valuesIn;
    words[2] = segment->keysOut;
    words[3] = segment->valuesOut;
    words[4] = segment->length;
}

/* Writes the segments class after class, and the large ones with the sum of their rows. */
static void write_tables(
    WGSSegmentedSortDescriptor const* descriptor,
    class_counts const* counts,
    uint32_t* small,
    uint32_t* large) {
    uint32_t* next[WGS_SEGMENT_LARGE_CLASS];
    for (size_t c = 0; c < WGS_SEGMENT_LARGE_CLASS; c++) {
        next[c] = small;
        small += SEGMENT_WORDS * counts->segments[c];
    }
    uint32_t rows = 0;
    for (size_t i = 0; i < descriptor->segmentCount; i++) {
        WGSSegment const* const segment = &descriptor->segments[i];
        if (segment->length == 0)
            continue;
        uint32_t const class_number = wgs_segment_class(segment->length);
        if (class_number < WGS_SEGMENT_LARGE_CLASS) {
            write_segment(segment, next[class_number]);
            next[class_number] += SEGMENT_WORDS;
        } else {
            rows += segment->length;
            write_segment(segment, large);
            large[LARGE_WORDS - 1] = rows;
            large += LARGE_WORDS;
        }
    }
}

static WGSStatus add_table(
    wgs_segmented_build const* build,
    char const* role,
    uint32_t const* words,
    size_t count,
    WGSBuffer* buffer) {
    return wgs_graph_add_table(
        build->graph, build->label, role, words, count, buffer, build->function, build->error);
}

static WGSStatus
add_local_classes(wgs_segmented_build const* build, class_counts const* counts, WGSBuffer table) {
    uint64_t first = 0;
    for (uint32_t c = 0; c < WGS_SEGMENT_LARGE_CLASS; c++) {
        uint64_t const count = counts->segments[c];
        if (count == 0)
            continue;
        WGSView const view = {
            table, WGSFormat_Uint32, 4 * SEGMENT_WORDS * first, SEGMENT_WORDS * count};
        wgs_local_class const local = {
            .class_number = c,
            .count = (uint32_t)count,
            .source = {1, {{"segments", view, WGSAccess_StorageRead}}},
        };
        WGS_TRY(wgs_segmented_add_local(build, &local));
        first += count;
    }
    return WGSStatus_Success;
}

static WGSStatus
add_large(wgs_segmented_build const* build, class_counts const* counts, uint32_t const* words) {
    size_t const count = counts->segments[WGS_SEGMENT_LARGE_CLASS];
    WGSBuffer table;
    WGS_TRY(add_table(build, "large_segments", words, LARGE_WORDS * count, &table));
    wgs_large_segments const large = {
        .entries = (uint32_t)count,
        .rows = counts->large_rows,
        .source =
            {1, {{"large", wgs_words_view(table, LARGE_WORDS * count), WGSAccess_StorageRead}}},
    };
    return wgs_segmented_add_large(build, &large);
}

static WGSStatus add_nodes(
    wgs_segmented_build const* build,
    WGSSegmentedSortDescriptor const* descriptor,
    class_counts const* counts,
    uint32_t* words) {
    size_t small_count = 0;
    for (size_t c = 0; c < WGS_SEGMENT_LARGE_CLASS; c++)
        small_count += counts->segments[c];
    uint32_t* const large = words + SEGMENT_WORDS * small_count;
    write_tables(descriptor, counts, words, large);
    if (small_count > 0) {
        WGSBuffer table;
        WGS_TRY(add_table(build, "segments", words, SEGMENT_WORDS * small_count, &table));
        WGS_TRY(add_local_classes(build, counts, table));
    }
    if (counts->segments[WGS_SEGMENT_LARGE_CLASS] > 0)
        WGS_TRY(add_large(build, counts, large));
    return WGSStatus_Success;
}

WGSStatus wgsGraphAddSegmentedSort(
    WGSGraph graph, WGSSegmentedSortDescriptor const* descriptor, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(check_sort(graph, descriptor, error));
    class_counts const counts = count_classes(descriptor);
    uint32_t* const words =
        wgs_allocate(&graph->allocator, descriptor->segmentCount, 4 * LARGE_WORDS);
    if (words == NULL)
        return wgs_error_memory(error, function);
    wgs_segmented_build build = {
        .graph = graph, .columns = &descriptor->columns, .function = function, .error = error};
    wgs_label(build.label, descriptor->label, "segmented_sort");
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = add_nodes(&build, descriptor, &counts, words);
    wgs_free(&graph->allocator, words);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
