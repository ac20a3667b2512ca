/* SPDX-License-Identifier: MIT */
#include "primitives/common/launch.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "kernels/count_given.wgsl.h"
#include "kernels/count_measured.wgsl.h"
#include "kernels/tiling.wgsl.h"
#include "kernels/tiling_given.wgsl.h"
#include "kernels/tiling_measured.wgsl.h"
#include "wgsort/sort.h"

uint32_t wgs_row_count_resolve(wgs_row_count rows, uint32_t const* values) {
    return rows.replaceable ? values[0] : rows.capacity;
}

wgs_row_count wgs_row_source_count(wgs_row_source const* source) {
    return (wgs_row_count){
        .capacity = source->capacity,
        .replaceable = source->value != NULL,
        .measured = source->measured.buffer != NULL,
    };
}

WGSStatus wgs_add_row_kernel(
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
        measured ? &wgs_fragment_count_measured : &wgs_fragment_count_given;
    if (measured)
        uses[use_count++] =
            (wgs_kernel_binding_use){"gpu_count", source->measured, WGSAccess_StorageRead};
    request.use_count = use_count;
    request.uses = uses;
    request.value_count = source->value != NULL;
    request.values[0] = source->value;
    request.rows = source->capacity;
    return wgs_graph_add_kernel(graph, &request, function, error);
}

WGSStatus wgs_add_tiled_kernel(
    WGSGraph graph,
    wgs_row_source const* source,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses,
    char const* function,
    WGSError* error) {
    wgs_variant* const variant = &request.variant;
    variant->fragments[variant->fragment_count++] = &wgs_fragment_tiling;
    variant->fragments[variant->fragment_count++] = source->measured.buffer != NULL
                                                        ? &wgs_fragment_tiling_measured
                                                        : &wgs_fragment_tiling_given;
    return wgs_add_row_kernel(graph, source, request, use_count, uses, function, error);
}

wgs_tiling wgs_tiling_for(uint32_t rows, uint32_t tile, uint32_t max_groups) {
    uint64_t const tiles = wgs_divide_up(rows, tile);
    if (tiles == 0)
        return (wgs_tiling){0};
    uint64_t const tiles_per_group = wgs_divide_up(tiles, max_groups);
    return (wgs_tiling){
        .tiles_per_group = (uint32_t)tiles_per_group,
        .group_count = (uint32_t)wgs_divide_up(tiles, tiles_per_group),
    };
}

uint32_t wgs_tiling_max_groups(uint32_t rows, uint32_t tile, uint32_t max_groups) {
    return (uint32_t)wgs_min_u64(wgs_divide_up(rows, tile), max_groups);
}

uint64_t
wgs_tiling_workgroups(wgs_row_count rows, uint32_t count, uint32_t tile, uint32_t max_groups) {
    return rows.measured ? wgs_tiling_max_groups(count, tile, max_groups)
                         : wgs_tiling_for(count, tile, max_groups).group_count;
}

uint64_t wgs_step_groups(uint64_t rows, uint32_t rows_per_group, uint64_t max_groups) {
    return wgs_min_u64(wgs_divide_up(rows, rows_per_group), max_groups);
}

WGSStatus wgs_row_limit_check(uint64_t rows, char const* function, WGSError* error) {
    if (rows <= WGS_MAX_SORT_ROWS)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_TooLarge,
        WGSErrorId_TooManyRows,
        "%s: %llu rows but the limit is %u",
        function,
        (unsigned long long)rows,
        WGS_MAX_SORT_ROWS);
}

void wgs_label(char label[WGS_LABEL_SIZE], WGPUStringView view, char const* fallback) {
    char const* text = view.data;
    size_t length = text == NULL ? 0 : view.length;
    if (text != NULL && length == WGPU_STRLEN)
        length = strlen(text);
    if (length == 0) {
        text = fallback;
        length = strlen(fallback);
    }
    if (length > WGS_LABEL_SIZE - 1)
        length = WGS_LABEL_SIZE - 1;
    memcpy(label, text, length);
    label[length] = '\0';
}
