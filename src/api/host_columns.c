/* SPDX-License-Identifier: MIT */
/* The columns of a blocking sort. */
#include "api/host_columns.h"

#include "base/arithmetic.h"
#include "base/error.h"

static WGSStatus
check_numbers(WGSHostSortDescriptor const* d, char const* function, WGSError* error) {
    if (d->keyCount < 1 || d->keyCount > WGS_MAX_SORT_KEYS)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: keyCount is %zu, not 1 to %d",
            function,
            d->keyCount,
            WGS_MAX_SORT_KEYS);
    if (d->valueCount > WGS_MAX_SORT_VALUES)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: valueCount is %zu, more than %d",
            function,
            d->valueCount,
            WGS_MAX_SORT_VALUES);
    if (d->keys == NULL)
        return wgs_error_null(error, function, "keys");
    if (d->valueCount > 0 && d->values == NULL)
        return wgs_error_null(error, function, "values");
    return WGSStatus_Success;
}

/* Appends a column. `role` and `index` are for messages: "keys[1].in". */
static WGSStatus append(
    wgs_host_columns* columns,
    wgs_host_column column,
    bool with_rows,
    char const* role,
    size_t index,
    char const* function,
    WGSError* error) {
    uint32_t const size = wgsFormatGetSize(column.format);
    if (size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: %s[%zu].format is %d, which is no format",
            function,
            role,
            index,
            (int)column.format);
    if (with_rows &&
        ((column.has_in && column.in == NULL) || (column.has_out && column.out == NULL)))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s[%zu].%s is NULL",
            function,
            role,
            index,
            column.in == NULL ? "in" : "out");
    columns->columns[columns->count++] = column;
    columns->widest = size > columns->widest ? size : columns->widest;
    columns->row_in += column.has_in ? size : 0;
    columns->row_out += column.has_out ? size : 0;
    return WGSStatus_Success;
}

WGSStatus wgs_host_columns_list(
    WGSHostSortDescriptor const* d,
    wgs_host_columns* columns,
    char const* function,
    WGSError* error) {
    WGS_TRY(check_numbers(d, function, error));
    *columns = (wgs_host_columns){0};
    for (size_t i = 0; i < d->keyCount; ++i) {
        wgs_host_column const key = {
            .format = d->keys[i].format,
            .in = d->keys[i].in,
            .out = d->keys[i].out,
            .has_in = true,
            .has_out = d->keys[i].out != NULL};
        WGS_TRY(append(columns, key, d->count > 0, "keys", i, function, error));
    }
    for (size_t i = 0; i < d->valueCount; ++i) {
        wgs_host_column const value = {
            .format = d->values[i].format,
            .in = d->values[i].in,
            .out = d->values[i].out,
            .has_in = true,
            .has_out = true};
        WGS_TRY(append(columns, value, d->count > 0, "values", i, function, error));
    }
    wgs_host_column const rows = {
        .format = WGSFormat_Uint32, .out = d->rowsOut, .has_out = d->rowsOut != NULL};
    return append(columns, rows, d->count > 0, "rows", 0, function, error);
}

uint64_t wgs_host_columns_capacity(wgs_host_columns const* columns, WGSLimits const* limits) {
    uint64_t const bytes = wgs_min_u64(limits->maxStorageBufferBindingSize, limits->maxBufferSize);
    return wgs_min_u64(bytes / columns->widest, WGS_MAX_SORT_ROWS);
}

WGSStatus wgs_host_columns_allocate_inputs(
    wgs_host_columns* columns,
    WGSContext context,
    uint64_t rows,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < columns->count; ++i) {
        wgs_host_column* column = &columns->columns[i];
        if (column->has_in)
            WGS_TRY(wgs_gpu_buffer_create(
                context,
                "input column",
                rows * wgsFormatGetSize(column->format),
                WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst,
                &column->in_buffer,
                function,
                error));
    }
    return WGSStatus_Success;
}

WGSStatus wgs_host_columns_allocate_outputs(
    wgs_host_columns* columns,
    WGSContext context,
    uint64_t rows,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < columns->count; ++i) {
        wgs_host_column* column = &columns->columns[i];
        if (column->has_out)
            WGS_TRY(wgs_gpu_buffer_create(
                context,
                "output column",
                rows * wgsFormatGetSize(column->format),
                WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc,
                &column->out_buffer,
                function,
                error));
    }
    return WGSStatus_Success;
}

uint64_t wgs_host_columns_largest(wgs_host_columns const* columns, bool inputs, uint64_t rows) {
    uint64_t largest = 0;
    for (size_t i = 0; i < columns->count; ++i) {
        wgs_host_column const* column = &columns->columns[i];
        if (inputs ? column->has_in : column->has_out)
            largest = wgs_max_u64(largest, rows * wgsFormatGetSize(column->format));
    }
    return largest;
}

void wgs_host_columns_free(wgs_host_columns* columns) {
    for (size_t i = 0; i < columns->count; ++i) {
        wgs_gpu_buffer_release(columns->columns[i].in_buffer);
        wgs_gpu_buffer_release(columns->columns[i].out_buffer);
    }
    columns->count = 0;
}

static WGSStatus import_view(
    WGSGraph graph,
    char const* label,
    WGPUBuffer buffer,
    WGSFormat format,
    uint64_t rows,
    WGSView* view,
    WGSError* error) {
    uint64_t const size = rows * wgsFormatGetSize(format);
    WGSImportDescriptor const import = {
        .label = {label, WGPU_STRLEN},
        .size = size == 0 ? 4 : size,
        .usage = WGPUBufferUsage_Storage,
        .buffer = buffer};
    *view = (WGSView){.format = format, .offset = 0, .length = rows};
    return wgsGraphImportBuffer(graph, &import, &view->buffer, error);
}

/* The views of one column; those that it lacks stay empty. */
static WGSStatus import_column(
    WGSGraph graph,
    wgs_host_column const* column,
    uint64_t rows,
    WGSView* in,
    WGSView* out,
    WGSError* error) {
    if (column->has_in)
        WGS_TRY(import_view(graph, "in", column->in_buffer, column->format, rows, in, error));
    if (column->has_out)
        WGS_TRY(import_view(graph, "out", column->out_buffer, column->format, rows, out, error));
    return WGSStatus_Success;
}

WGSStatus wgs_host_columns_add_sort(
    wgs_host_columns const* columns,
    WGSHostSortDescriptor const* d,
    uint64_t rows,
    WGSGraph graph,
    WGSSortInfo* info,
    WGSError* error) {
    WGSSortKey keys[WGS_MAX_SORT_KEYS] = {{{0}, {0}, 0, 0, 0}};
    WGSSortValue values[WGS_MAX_SORT_VALUES] = {{{0}, {0}}};
    WGSSortDescriptor sort = {
        .label = {"sort", WGPU_STRLEN},
        .keyCount = d->keyCount,
        .keys = keys,
        .valueCount = d->valueCount,
        .values = values,
        .algorithm = d->algorithm};
    wgs_host_column const* column = columns->columns;
    for (size_t i = 0; i < d->keyCount; ++i, ++column) {
        keys[i].direction = d->keys[i].direction;
        keys[i].firstBit = d->keys[i].firstBit;
        keys[i].bitCount = d->keys[i].bitCount;
        WGS_TRY(import_column(graph, column, rows, &keys[i].in, &keys[i].out, error));
    }
    for (size_t i = 0; i < d->valueCount; ++i, ++column)
        WGS_TRY(import_column(graph, column, rows, &values[i].in, &values[i].out, error));
    WGSView unused = {0};
    WGS_TRY(import_column(graph, column, rows, &unused, &sort.rowsOut, error));
    return wgsGraphAddSort(graph, &sort, info, error);
}
