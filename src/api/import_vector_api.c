/* SPDX-License-Identifier: MIT */
/* Columns of several chunks, with one import for each physical buffer. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/gpu.h"
#include "plan/plan.h"

static char const function[] = "wgsGraphImportVector";

static WGSStatus
check_chunk(WGSImportChunk const* chunk, size_t index, uint32_t element, WGSError* error) {
    if (chunk->buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: chunks[%zu].buffer is NULL",
            function,
            index);
    if (chunk->offset % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: chunks[%zu].offset is %" PRIu64 " but must be a multiple of 4",
            function,
            index,
            chunk->offset);
    uint64_t const held = wgs_gpu_buffer_size(chunk->buffer) & ~UINT64_C(3);
    uint64_t size = 0, end = 0;
    if (held == 0 || !wgs_multiply_u64(chunk->length, element, &size) ||
        !wgs_add_u64(chunk->offset, size, &end) || end > held)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: chunks[%zu] has %" PRIu64 " elements at offset %" PRIu64
            " but its buffer holds %" PRIu64 " bytes",
            function,
            index,
            chunk->length,
            chunk->offset,
            held);
    return WGSStatus_Success;
}

static WGSStatus check(
    WGSGraph graph,
    WGSImportVectorDescriptor const* descriptor,
    WGSView const* views,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->chunkCount > 0 && descriptor->chunks == NULL)
        return wgs_error_null(error, function, "chunks");
    if (descriptor->chunkCount > 0 && views == NULL)
        return wgs_error_null(error, function, "views");
    uint32_t const element = wgsFormatGetSize(descriptor->format);
    if (element == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: format is %d, which is none",
            function,
            (int)descriptor->format);
    for (size_t i = 0; i < descriptor->chunkCount; i++)
        WGS_TRY(check_chunk(&descriptor->chunks[i], i, element, error));
    return WGSStatus_Success;
}

static WGSBuffer find_joined(WGSGraph graph, WGPUBuffer buffer) {
    for (size_t b = 0; b < graph->buffer_count; b++)
        if (graph->buffers[b]->joined && graph->buffers[b]->default_buffer == buffer)
            return graph->buffers[b];
    return NULL;
}

/* The label of the vector, with the number of the chunk where there are several. NULL: no memory. */
static char* chunk_label(
    WGSAllocator const* allocator, WGSImportVectorDescriptor const* descriptor, size_t index) {
    char* const label = wgs_copy_string(allocator, descriptor->label);
    if (label == NULL || descriptor->chunkCount == 1)
        return label;
    size_t const size = strlen(label) + 24;
    char* const numbered = wgs_allocate(allocator, size, 1);
    if (numbered != NULL)
        (void)snprintf(numbered, size, "%s[%zu]", label, index);
    wgs_free(allocator, label);
    return numbered;
}

static WGSStatus import_buffer(
    WGSGraph graph,
    WGSImportVectorDescriptor const* descriptor,
    size_t index,
    WGSBuffer* buffer,
    WGSError* error) {
    WGPUBuffer const given = descriptor->chunks[index].buffer;
    char* const label = chunk_label(&graph->allocator, descriptor, index);
    if (label == NULL)
        return wgs_error_memory(error, function);
    WGSStatus const status = wgs_graph_add_buffer(
        graph,
        true,
        (WGPUStringView){.data = label, .length = WGPU_STRLEN},
        wgs_gpu_buffer_size(given) & ~UINT64_C(3),
        wgs_gpu_buffer_usage(given),
        buffer,
        function,
        error);
    wgs_free(&graph->allocator, label);
    if (status != WGSStatus_Success)
        return status;
    wgs_gpu_buffer_add_ref(given);
    (*buffer)->default_buffer = given;
    (*buffer)->joined = true;
    return WGSStatus_Success;
}

static WGSStatus import_chunks(
    WGSGraph graph, WGSImportVectorDescriptor const* descriptor, WGSView* views, WGSError* error) {
    for (size_t i = 0; i < descriptor->chunkCount; i++) {
        WGSImportChunk const* const chunk = &descriptor->chunks[i];
        WGSBuffer buffer = find_joined(graph, chunk->buffer);
        if (buffer == NULL)
            WGS_TRY(import_buffer(graph, descriptor, i, &buffer, error));
        views[i] = (WGSView){buffer, descriptor->format, chunk->offset, chunk->length};
    }
    return WGSStatus_Success;
}

WGSStatus wgsGraphImportVector(
    WGSGraph graph, WGSImportVectorDescriptor const* descriptor, WGSView* views, WGSError* error) {
    WGS_TRY(check(graph, descriptor, views, error));
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    WGSStatus const status = import_chunks(graph, descriptor, views, error);
    if (status != WGSStatus_Success)
        wgs_graph_roll_back(graph, mark);
    return status;
}
