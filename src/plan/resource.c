/* SPDX-License-Identifier: MIT */
/* Buffers and values of a graph. */
#include <inttypes.h>
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/graph.h"
#include "plan/node.h"

static WGSStatus check_size(WGSGraph graph, uint64_t size, char const* function, WGSError* error) {
    if (size % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: size is %" PRIu64 " but must be a multiple of 4",
            function,
            size);
    uint64_t const limit = graph->capabilities->limits.maxBufferSize;
    if (size > limit)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BufferTooLarge,
            "%s: size is %" PRIu64 " bytes but a buffer holds at most %" PRIu64,
            function,
            size,
            limit);
    return WGSStatus_Success;
}

/* Appends a buffer and takes over its label, which is NULL when memory ran out. */
static WGSStatus append_buffer(
    WGSGraph graph,
    struct WGSBufferImpl fields,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error) {
    WGSAllocator const* const allocator = &graph->allocator;
    WGSBuffer const made = wgs_allocate(allocator, 1, sizeof *made);
    void* array = graph->buffers;
    if (fields.label == NULL || made == NULL ||
        !wgs_reserve_one(
            allocator, &array, graph->buffer_count, &graph->buffer_capacity, sizeof made)) {
        wgs_free(allocator, fields.label);
        wgs_free(allocator, made);
        return wgs_error_memory(error, function);
    }
    graph->buffers = array;
    *made = fields;
    made->graph = graph;
    made->index = (uint32_t)graph->buffer_count;
    graph->buffers[graph->buffer_count++] = made;
    *buffer = made;
    return WGSStatus_Success;
}

WGSStatus wgs_graph_add_buffer(
    WGSGraph graph,
    bool imported,
    WGPUStringView label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(check_size(graph, size, function, error));
    struct WGSBufferImpl const fields = {
        .imported = imported,
        .label = wgs_copy_string(&graph->allocator, label),
        .size = size,
        .usage = usage};
    return append_buffer(graph, fields, buffer, function, error);
}

WGSStatus wgs_graph_add_scratch(
    WGSGraph graph,
    char const* parent,
    char const* role,
    uint64_t size,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(check_size(graph, size, function, error));
    struct WGSBufferImpl const fields = {
        .label = wgs_join_label(&graph->allocator, parent, role),
        .size = size > 0 ? size : 4,
        .usage = WGPUBufferUsage_Storage};
    return append_buffer(graph, fields, buffer, function, error);
}

static uint32_t* copy_words(WGSAllocator const* allocator, uint32_t const* words, size_t count) {
    uint32_t* const copy = wgs_allocate(allocator, count, sizeof *copy);
    if (copy != NULL)
        memcpy(copy, words, count * sizeof *copy);
    return copy;
}

WGSStatus wgs_graph_add_table(
    WGSGraph graph,
    char const* parent,
    char const* role,
    uint32_t const* words,
    uint64_t word_count,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    uint64_t size;
    if (!wgs_multiply_u64(word_count, sizeof *words, &size))
        size = UINT64_MAX - 3;
    WGS_TRY(check_size(graph, size, function, error));
    struct WGSBufferImpl const fields = {
        .label = wgs_join_label(&graph->allocator, parent, role),
        .size = size,
        .usage = WGPUBufferUsage_Storage,
        .table = copy_words(&graph->allocator, words, (size_t)word_count)};
    WGSStatus status = fields.table == NULL ? wgs_error_memory(error, function)
                                            : append_buffer(graph, fields, buffer, function, error);
    if (fields.table == NULL)
        wgs_free(&graph->allocator, fields.label);
    else if (status != WGSStatus_Success)
        wgs_free(&graph->allocator, fields.table);
    return status;
}

WGSStatus wgs_graph_add_value(
    WGSGraph graph,
    WGPUStringView label,
    uint32_t value,
    uint32_t maximum,
    WGSValue* result,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (maximum == 0)
        maximum = value;
    if (value > maximum)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ValueOutOfRange,
            "%s: value is %" PRIu32 " but maximum is %" PRIu32,
            function,
            value,
            maximum);

    WGSAllocator const* const allocator = &graph->allocator;
    WGSValue const made = wgs_allocate(allocator, 1, sizeof *made);
    char* const label_copy = wgs_copy_string(allocator, label);
    void* array = graph->values;
    if (made == NULL || label_copy == NULL ||
        !wgs_reserve_one(
            allocator, &array, graph->value_count, &graph->value_capacity, sizeof made)) {
        wgs_free(allocator, label_copy);
        wgs_free(allocator, made);
        return wgs_error_memory(error, function);
    }
    graph->values = array;
    *made = (struct WGSValueImpl){
        .graph = graph,
        .index = (uint32_t)graph->value_count,
        .label = label_copy,
        .value = value,
        .maximum = maximum};
    graph->values[graph->value_count++] = made;
    *result = made;
    return WGSStatus_Success;
}
