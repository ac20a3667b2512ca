/* SPDX-License-Identifier: MIT */
/* One sort a chunk. Chunks are independent, so each one's scratch is the next one's too. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/sort/sort_request.h"

static char const function[] = "wgsGraphAddBatchSort";

/* The descriptor of one chunk and the columns it points to. */
typedef struct chunk_sort {
    WGSSortDescriptor descriptor;
    char label[WGS_LABEL_SIZE + 24];
    WGSSortKey keys[WGS_MAX_SORT_KEYS];
    WGSSortValue values[WGS_MAX_SORT_VALUES];
} chunk_sort;

static WGSView chunk_view(WGSVector vector, size_t chunk) {
    return vector.chunkCount == 0 ? (WGSView){0} : vector.chunks[chunk];
}

static void make_chunk(WGSBatchSortDescriptor const* batch, size_t chunk, chunk_sort* sort) {
    char parent[WGS_LABEL_SIZE];
    wgs_label(parent, batch->label, "batch");
    (void)snprintf(sort->label, sizeof sort->label, "%s.%zu", parent, chunk);
    for (size_t i = 0; i < batch->keyCount; i++) {
        WGSBatchSortKey const* const key = &batch->keys[i];
        sort->keys[i] = (WGSSortKey){
            chunk_view(key->in, chunk),
            chunk_view(key->out, chunk),
            key->direction,
            key->firstBit,
            key->bitCount};
    }
    for (size_t i = 0; i < batch->valueCount; i++)
        sort->values[i] = (WGSSortValue){
            chunk_view(batch->values[i].in, chunk), chunk_view(batch->values[i].out, chunk)};
    sort->descriptor = (WGSSortDescriptor){
        .label = {sort->label, WGPU_STRLEN},
        .keyCount = batch->keyCount,
        .keys = sort->keys,
        .valueCount = batch->valueCount,
        .values = sort->values,
        .rowsOut = chunk_view(batch->rowsOut, chunk),

        .algorithm = batch->algorithm,
    };
    if (batch->gpuCounts != NULL)
        sort->descriptor.gpuCount = batch->gpuCounts[chunk];
}

/* The vectors of a batch by number: inputs first, then outputs, each a role of its own. */
enum { MAX_ROLES = 2 * (WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES) + 1 };

typedef struct role_list {
    size_t count;
    size_t inputs;
    WGSVector vectors[MAX_ROLES];
    char names[MAX_ROLES][40];
} role_list;

static void add_role(role_list* roles, WGSVector vector, char const* name, size_t index) {
    roles->vectors[roles->count] = vector;
    (void)snprintf(roles->names[roles->count], sizeof roles->names[0], name, index);
    roles->count++;
}

static void list_roles(WGSBatchSortDescriptor const* batch, role_list* roles) {
    roles->count = 0;
    for (size_t i = 0; i < batch->keyCount; i++)
        add_role(roles, batch->keys[i].in, "keys[%zu].in", i);
    for (size_t i = 0; i < batch->valueCount; i++)
        add_role(roles, batch->values[i].in, "values[%zu].in", i);
    roles->inputs = roles->count;
    for (size_t i = 0; i < batch->keyCount; i++)
        if (batch->keys[i].out.chunkCount > 0)
            add_role(roles, batch->keys[i].out, "keys[%zu].out", i);
    for (size_t i = 0; i < batch->valueCount; i++)
        add_role(roles, batch->values[i].out, "values[%zu].out", i);
    if (batch->rowsOut.chunkCount > 0)
        add_role(roles, batch->rowsOut, "rowsOut", 0);
}

static WGSStatus check_topology(role_list const* roles, WGSError* error) {
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
static WGSStatus check_buffers(role_list const* roles, WGSError* error) {
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

/* Marks which buffers are read, then checks every output against them and against other roles.
 * `reading` has an entry a buffer of the graph: 1 + the input role that reads it. */
static WGSStatus
check_outputs(role_list const* roles, uint32_t* reading, output_range* ranges, WGSError* error) {
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
    for (size_t i = 1; i < count; i++) {
        output_range const* const a = &ranges[i - 1];
        output_range const* const b = &ranges[i];
        if (a->buffer == b->buffer && (a->role != b->role || b->offset < a->end))
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_AliasedUse,
                "%s: outputs %s and %s %s at byte %llu of one buffer",
                function,
                roles->names[a->role],
                roles->names[b->role],
                a->role == b->role ? "overlap" : "meet",
                (unsigned long long)b->offset);
    }
    return WGSStatus_Success;
}

static WGSStatus check_sharing(WGSGraph graph, role_list const* roles, WGSError* error) {
    size_t const chunks = roles->vectors[0].chunkCount;
    uint32_t* const reading = wgs_allocate(&graph->allocator, graph->buffer_count, sizeof *reading);
    output_range* const ranges =
        wgs_allocate(&graph->allocator, chunks * (roles->count - roles->inputs), sizeof *ranges);
    WGSStatus const status = reading == NULL || ranges == NULL
                                 ? wgs_error_memory(error, function)
                                 : check_outputs(roles, reading, ranges, error);
    wgs_free(&graph->allocator, ranges);
    wgs_free(&graph->allocator, reading);
    return status;
}

static WGSStatus check_batch(
    WGSGraph graph, WGSBatchSortDescriptor const* batch, role_list* roles, WGSError* error) {
    if (batch == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: descriptor is NULL",
            function);
    if (batch->keyCount == 0 || batch->keyCount > WGS_MAX_SORT_KEYS ||
        batch->valueCount > WGS_MAX_SORT_VALUES)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: keyCount is %zu and valueCount %zu but the limits are 1 to %d and 0 to %d",
            function,
            batch->keyCount,
            batch->valueCount,
            WGS_MAX_SORT_KEYS,
            WGS_MAX_SORT_VALUES);
    if (batch->keys == NULL || (batch->valueCount > 0 && batch->values == NULL))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is NULL",
            function,
            batch->keys == NULL ? "keys" : "values");
    list_roles(batch, roles);
    WGS_TRY(check_topology(roles, error));
    WGS_TRY(check_buffers(roles, error));
    for (size_t c = 0; c < roles->vectors[0].chunkCount; c++) {
        chunk_sort chunk;
        make_chunk(batch, c, &chunk);
        WGS_TRY(wgs_sort_check(graph, &chunk.descriptor, function, error));
    }
    return check_sharing(graph, roles, error);
}

WGSStatus wgsGraphAddBatchSort(
    WGSGraph graph, WGSBatchSortDescriptor const* descriptor, WGSSortInfo* infos, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    role_list roles;
    WGS_TRY(check_batch(graph, descriptor, &roles, error));
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    for (size_t c = 0; c < roles.vectors[0].chunkCount; c++) {
        chunk_sort chunk;
        make_chunk(descriptor, c, &chunk);
        WGSStatus const status = wgs_sort_add(
            graph, &chunk.descriptor, infos == NULL ? NULL : &infos[c], function, error);
        if (status != WGSStatus_Success) {
            wgs_graph_roll_back(graph, mark);
            return status;
        }
    }
    return WGSStatus_Success;
}
