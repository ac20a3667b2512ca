/* SPDX-License-Identifier: MIT */
/* One sort a chunk. Chunks are independent, so each one's scratch is the next one's too. */
#include <stdio.h>

#include "base/error.h"
#include "primitives/common/launch.h"
#include "primitives/common/vector_roles.h"
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

static void list_roles(WGSBatchSortDescriptor const* batch, wgs_role_list* roles) {
    roles->count = 0;
    for (size_t i = 0; i < batch->keyCount; i++)
        wgs_role_list_add(roles, batch->keys[i].in, "keys", (int)i, ".in");
    for (size_t i = 0; i < batch->valueCount; i++)
        wgs_role_list_add(roles, batch->values[i].in, "values", (int)i, ".in");
    roles->inputs = roles->count;
    for (size_t i = 0; i < batch->keyCount; i++)
        if (batch->keys[i].out.chunkCount > 0)
            wgs_role_list_add(roles, batch->keys[i].out, "keys", (int)i, ".out");
    for (size_t i = 0; i < batch->valueCount; i++)
        wgs_role_list_add(roles, batch->values[i].out, "values", (int)i, ".out");
    if (batch->rowsOut.chunkCount > 0)
        wgs_role_list_add(roles, batch->rowsOut, "rowsOut", -1, "");
}

static WGSStatus check_batch(
    WGSGraph graph, WGSBatchSortDescriptor const* batch, wgs_role_list* roles, WGSError* error) {
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
    WGS_TRY(wgs_role_list_check_chunks(roles, function, error));
    for (size_t c = 0; c < roles->vectors[0].chunkCount; c++) {
        chunk_sort chunk;
        make_chunk(batch, c, &chunk);
        WGS_TRY(wgs_sort_check(graph, &chunk.descriptor, function, error));
    }
    return wgs_role_list_check_sharing(graph, roles, function, error);
}

WGSStatus wgsGraphAddBatchSort(
    WGSGraph graph, WGSBatchSortDescriptor const* descriptor, WGSSortInfo* infos, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    wgs_role_list roles;
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
