/* SPDX-License-Identifier: MIT */
#include "primitives/common/chunk_list.h"

#include <stdio.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/span_given.wgsl.h"
#include "primitives/common/span_measured.wgsl.h"

typedef struct chunk_name {
    char text[48];
} chunk_name;

/* A single view has the plain name. */
static chunk_name name_chunk(char const* name, bool view, size_t chunk) {
    chunk_name made;
    if (view)
        (void)snprintf(made.text, sizeof made.text, "%s", name);
    else
        (void)snprintf(made.text, sizeof made.text, "%sChunks[%zu]", name, chunk);
    return made;
}

uint64_t wgs_strided_rows(uint64_t length, uint32_t stride) {
    return wgs_divide_up(length, stride);
}

uint32_t wgs_chunk_rows(wgs_chunk_list const* list, size_t chunk) {
    return (uint32_t)wgs_strided_rows(list->chunks[chunk].length, list->stride);
}

static WGSStatus choose(
    WGSView const* view,
    WGSVector const* vector,
    char const* function,
    char const* name,
    wgs_chunk_list* list,
    WGSError* error) {
    bool const has_view = view->buffer != NULL;
    if (has_view && vector->chunkCount > 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: %s and %sChunks are both given",
            function,
            name,
            name);
    if (has_view || vector->chunkCount == 0) {
        list->chunk_count = 1;
        list->chunks = view;
        return WGSStatus_Success;
    }
    if (vector->chunks == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %sChunks.chunks is NULL",
            function,
            name);
    list->chunk_count = vector->chunkCount;
    list->chunks = vector->chunks;
    return WGSStatus_Success;
}

WGSStatus wgs_chunk_list_take(
    WGSGraph graph,
    WGSView const* view,
    WGSVector const* vector,
    uint32_t stride,
    unsigned formats,
    char const* function,
    char const* name,
    wgs_chunk_list* list,
    WGSError* error) {
    *list = (wgs_chunk_list){.stride = stride};
    WGS_TRY(choose(view, vector, function, name, list, error));
    bool const single = list->chunks == view;
    for (size_t i = 0; i < list->chunk_count; i++) {
        WGSView const* const chunk = &list->chunks[i];
        chunk_name const chunk_text = name_chunk(name, single, i);
        WGS_TRY(wgs_view_check(graph, chunk, formats, function, chunk_text.text, error));
        if (chunk->format != list->chunks[0].format)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ViewFormat,
                "%s: %s has format %u but %sChunks[0] has %u",
                function,
                chunk_text.text,
                (unsigned)chunk->format,
                name,
                (unsigned)list->chunks[0].format);
        WGS_TRY(wgs_row_limit_check(chunk->length, function, error));
        list->rows += wgs_strided_rows(chunk->length, stride);
        WGS_TRY(wgs_row_limit_check(list->rows, function, error));
    }
    return WGSStatus_Success;
}

WGSStatus wgs_chunk_list_check_distinct(
    wgs_chunk_list const* list,
    char const* name,
    WGSView const* out,
    char const* out_name,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < list->chunk_count; i++) {
        chunk_name const chunk_text = name_chunk(name, list->chunk_count == 1, i);
        WGS_TRY(wgs_view_check_distinct(
            &list->chunks[i], chunk_text.text, out, out_name, function, error));
    }
    return WGSStatus_Success;
}

uint32_t wgs_row_span_resolve(wgs_row_span span, uint32_t const* values) {
    if (!span.replaceable)
        return span.rows;
    uint32_t const count = values[0];
    return count <= span.first ? 0 : (uint32_t)wgs_min_u64(count - span.first, span.rows);
}

WGSStatus wgs_span_count_check(
    WGSGraph graph,
    WGSGpuCount const* count,
    WGSView const* out,
    char const* out_name,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_gpu_count_check(graph, count, function, error));
    WGS_TRY(wgs_view_check_distinct(&count->view, "gpuCount.view", out, out_name, function, error));
    return wgs_view_check_distinct(
        &count->exceeded, "gpuCount.exceeded", out, out_name, function, error);
}

WGSStatus wgs_add_span_kernel(
    WGSGraph graph,
    wgs_row_source const* source,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses,
    char const* function,
    WGSError* error) {
    wgs_variant* const variant = &request.variant;
    bool const measured = source->measured.buffer != NULL;
    variant->fragments[variant->fragment_count++] =
        measured ? &wgs_fragment_span_measured : &wgs_fragment_span_given;
    if (measured)
        uses[use_count++] =
            (wgs_kernel_binding_use){"gpu_count", source->measured, WGSAccess_StorageRead};
    request.use_count = use_count;
    request.uses = uses;
    request.value_count = source->value != NULL;
    request.values[0] = source->value;
    return wgs_graph_add_kernel(graph, &request, function, error);
}
