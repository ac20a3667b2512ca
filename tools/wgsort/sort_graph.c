/* SPDX-License-Identifier: MIT */
#include "sort_graph.h"

#include "sort_engine.h"

#include <stdio.h>
#include <string.h>

static WGSStatus import_column(
    WGSGraph graph,
    char const* label,
    WGSFormat format,
    uint64_t rows,
    WGSView* view,
    WGSError* error) {
    WGSImportDescriptor const descriptor = {
        .label = {label, strlen(label)},
        .size = rows * wgsFormatGetSize(format),
        .usage = WGPUBufferUsage_Storage,
    };
    *view = (WGSView){.format = format, .length = rows};
    return wgsGraphImportBuffer(graph, &descriptor, &view->buffer, error);
}

static WGSStatus add_sort(WGSGraph graph, wgs_sort_shape const* shape, WGSError* error) {
    WGSSortKey keys[WGS_MAX_SORT_KEYS];
    WGSView rows = {0};
    for (size_t i = 0; i < shape->key_count; i++) {
        char label[32];
        (void)snprintf(label, sizeof label, "key %zu", i + 1);
        keys[i] = (WGSSortKey){
            .direction = shape->keys[i].direction,
            .firstBit = shape->keys[i].firstBit,
            .bitCount = shape->keys[i].bitCount,
        };
        WGS_TRY(
            import_column(graph, label, shape->keys[i].format, shape->rows, &keys[i].in, error));
    }
    if (shape->values_only)
        WGS_TRY(import_column(
            graph, "sorted keys", shape->keys[0].format, shape->rows, &keys[0].out, error));
    else
        WGS_TRY(import_column(graph, "order", WGSFormat_Uint32, shape->rows, &rows, error));
    WGSSortDescriptor const descriptor = {
        .label = {"sort", 4},
        .keyCount = shape->key_count,
        .keys = keys,
        .rowsOut = rows,
        .algorithm = shape->algorithm,
    };
    return wgsGraphAddSort(graph, &descriptor, NULL, error);
}

bool wgs_sort_graph_make(
    WGSContext context, wgs_sort_shape const* shape, WGSGraph* graph, wgs_failure* failure) {
    WGSError error;
    if (wgsContextCreateGraph(context, NULL, graph, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    if (shape->rows == 0 || add_sort(*graph, shape, &error) == WGSStatus_Success)
        return true;
    wgsGraphRelease(*graph);
    *graph = NULL;
    return wgs_fail_library(failure, &error);
}

bool wgs_sort_graph_room(
    WGSContext context, wgs_sort_shape const* shape, uint64_t* rows, wgs_failure* failure) {
    /* Only which outputs there are is read of the pointers. */
    static uint32_t some_place;
    WGSHostKey keys[WGS_MAX_SORT_KEYS];
    memcpy(keys, shape->keys, shape->key_count * sizeof *keys);
    for (size_t i = 0; i < shape->key_count; i++) {
        keys[i].in = &some_place;
        keys[i].out = shape->values_only ? &some_place : NULL;
    }
    WGSHostSortDescriptor const descriptor = {
        .keyCount = shape->key_count,
        .keys = keys,
        .rowsOut = shape->values_only ? NULL : &some_place,
        .algorithm = shape->algorithm,
    };
    WGSError error;
    return wgsContextGetSortCapacity(context, &descriptor, rows, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}
