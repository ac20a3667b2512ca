/* SPDX-License-Identifier: MIT */
#include "primitives/common/vector_roles.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "plan/view.h"

void wgs_role_list_add(
    wgs_role_list* roles, WGSVector vector, char const* list, int index, char const* member) {
    char* const name = roles->names[roles->count];
    size_t const size = sizeof roles->names[0];
    roles->vectors[roles->count++] = vector;
    if (index < 0)
        (void)snprintf(name, size, "%s%s", list, member);
    else
        (void)snprintf(name, size, "%s[%d]%s", list, index, member);
}

static WGSStatus check_topology(wgs_role_list const* roles, char const* function, WGSError* error) {
    size_t const chunks = roles->vectors[0].chunkCount;
    for (size_t r = 0; r < roles->count; r++) {
        if (roles->vectors[r].chunkCount != chunks)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_LengthMismatch,
                "%s: %s has %zu chunks but %s has %zu",
                function,
                roles->names[r],
                roles->vectors[r].chunkCount,
                roles->names[0],
                chunks);
        if (chunks > 0 && roles->vectors[r].chunks == NULL)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_NullArgument,
                "%s: %s.chunks is NULL",
                function,
                roles->names[r]);
    }
    return WGSStatus_Success;
}

/* A vector that is wanted has a buffer in every chunk; a single sort takes none as "not wanted". */
static WGSStatus check_buffers(wgs_role_list const* roles, char const* function, WGSError* error) {
    for (size_t r = 0; r < roles->count; r++)
        for (size_t c = 0; c < roles->vectors[r].chunkCount; c++)
            if (roles->vectors[r].chunks[c].buffer == NULL)
                return wgs_error(
                    error,
                    WGSStatus_InvalidArgument,
                    WGSErrorId_ViewMissing,
                    "%s: %s[%zu] has no buffer",
                    function,
                    roles->names[r],
                    c);
    return WGSStatus_Success;
}

WGSStatus
wgs_role_list_check_chunks(wgs_role_list const* roles, char const* function, WGSError* error) {
    WGS_TRY(check_topology(roles, function, error));
    return check_buffers(roles, function, error);
}

/* One output chunk, for finding overlaps by sorting. */
typedef struct output_range {
    uint32_t buffer;
    uint32_t role;
    uint64_t offset;
    uint64_t end;
} output_range;

static int compare_ranges(void const* left, void const* right) {
    output_range const* const a = left;
    output_range const* const b = right;
    if (a->buffer != b->buffer)
        return a->buffer < b->buffer ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return 0;
}

/* Ranges in order overlap when one starts before the last one that is not empty ends; empty ones
 * overlap nothing, wherever they are. */
static WGSStatus check_ranges(
    wgs_role_list const* roles,
    output_range const* ranges,
    size_t count,
    char const* function,
    WGSError* error) {
    output_range const* filled = NULL; /* in the buffer of the range before */
    for (size_t i = 0; i < count; i++) {
        output_range const* const range = &ranges[i];
        output_range const* const before = i == 0 ? range : &ranges[i - 1];
        if (before->buffer != range->buffer)
            filled = NULL;
        bool const is_empty = range->offset == range->end;
        bool const meets = before->buffer == range->buffer && before->role != range->role;
        if (meets || (!is_empty && filled != NULL && range->offset < filled->end))
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_AliasedUse,
                "%s: outputs %s and %s %s at byte %llu of one buffer",
                function,
                roles->names[before->role],
                roles->names[range->role],
                meets ? "meet" : "overlap",
                (unsigned long long)range->offset);
        if (!is_empty)
            filled = range;
    }
    return WGSStatus_Success;
}

/* Marks which buffers are read, then checks every output against them and against other roles.
 * `reading` has an entry a buffer of the graph: 1 + the input role that reads it. */
static WGSStatus check_outputs(
    wgs_role_list const* roles,
    uint32_t* reading,
    output_range* ranges,
    char const* function,
    WGSError* error) {
    size_t const chunks = roles->vectors[0].chunkCount;
    for (size_t r = 0; r < roles->inputs; r++)
        for (size_t c = 0; c < chunks; c++)
            reading[roles->vectors[r].chunks[c].buffer->index] = (uint32_t)r + 1;
    size_t count = 0;
    for (size_t r = roles->inputs; r < roles->count; r++)
        for (size_t c = 0; c < chunks; c++) {
            WGSView const* const view = &roles->vectors[r].chunks[c];
            uint32_t const reader = reading[view->buffer->index];
            if (reader != 0)
                return wgs_error(
                    error,
                    WGSStatus_InvalidArgument,
                    WGSErrorId_AliasedUse,
                    "%s: %s[%zu] and %s share buffer '%s'",
                    function,
                    roles->names[r],
                    c,
                    roles->names[reader - 1],
                    view->buffer->label);
            ranges[count++] = (output_range){
                view->buffer->index, (uint32_t)r, view->offset, view->offset + wgs_view_size(view)};
        }
    qsort(ranges, count, sizeof *ranges, compare_ranges);
    return check_ranges(roles, ranges, count, function, error);
}

WGSStatus wgs_role_list_check_sharing(
    WGSGraph graph, wgs_role_list const* roles, char const* function, WGSError* error) {
    size_t const chunks = roles->vectors[0].chunkCount;
    uint32_t* const reading = wgs_allocate(&graph->allocator, graph->buffer_count, sizeof *reading);
    output_range* const ranges =
        wgs_allocate(&graph->allocator, chunks * (roles->count - roles->inputs), sizeof *ranges);
    WGSStatus const status = reading == NULL || ranges == NULL
                                 ? wgs_error_memory(error, function)
                                 : check_outputs(roles, reading, ranges, function, error);
    wgs_free(&graph->allocator, ranges);
    wgs_free(&graph->allocator, reading);
    return status;
}
