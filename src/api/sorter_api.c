/* SPDX-License-Identifier: MIT */
/* The sorter: a graph of imports and one sort, compiled once. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "gpu/gpu.h"
#include "wgsort/sorter.h"

enum { MAX_COLUMNS = 2 * (WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES) + 1 };

/* Which array of WGSSorterEncodeDescriptor a column comes from. */
typedef enum column_role {
    ROLE_KEYS_IN,
    ROLE_KEYS_OUT,
    ROLE_VALUES_IN,
    ROLE_VALUES_OUT,
    ROLE_ROWS_OUT,
} column_role;

static char const* const role_names[] = {"keysIn", "keysOut", "valuesIn", "valuesOut", "rowsOut"};

typedef struct sorter_column {
    WGSBuffer import;
    column_role role;
    size_t index;  /* in the role's array */
    uint32_t size; /* bytes of an element */
} sorter_column;

struct WGSSorterImpl {
    uint32_t references;
    WGSAllocator allocator;
    WGSGraph graph;
    WGSProgram program; /* NULL until compiled */
    WGSValue count;
    uint64_t capacity;
    WGSSortInfo info;
    size_t column_count;
    sorter_column columns[MAX_COLUMNS];
};

/* --- Making -------------------------------------------------------------------------------------
 */

static WGSStatus
check_descriptor(WGSSorterDescriptor const* d, char const* function, WGSError* error) {
    if (d->capacity < 1 || d->capacity > WGS_MAX_SORT_ROWS)
        return wgs_error(
            error,
            d->capacity < 1 ? WGSStatus_InvalidArgument : WGSStatus_TooLarge,
            d->capacity < 1 ? WGSErrorId_InvalidSize : WGSErrorId_TooManyRows,
            "%s: capacity is %" PRIu64 ", not 1 to %" PRIu32,
            function,
            d->capacity,
            WGS_MAX_SORT_ROWS);
    if (d->keyCount < 1 || d->keyCount > WGS_MAX_SORT_KEYS || d->valueCount > WGS_MAX_SORT_VALUES)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: %zu keys and %zu values, but 1 to %d keys and at most %d values are sorted",
            function,
            d->keyCount,
            d->valueCount,
            WGS_MAX_SORT_KEYS,
            WGS_MAX_SORT_VALUES);
    if (d->keys == NULL)
        return wgs_error_null(error, function, "keys");
    if (d->valueCount > 0 && d->valueFormats == NULL)
        return wgs_error_null(error, function, "valueFormats");
    return WGSStatus_Success;
}

/* Adds a column as an import without a buffer, and its view. Encodes may give buffers that hold
 * less than the capacity: wgsSorterEncode checks that they hold the rows that are sorted. */
static WGSStatus add_column(
    WGSSorter sorter,
    column_role role,
    size_t index,
    WGSFormat format,
    WGSView* view,
    char const* function,
    WGSError* error) {
    uint32_t const size = wgsFormatGetSize(format);
    if (size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: the format of %s[%zu] is %d, which is no format",
            function,
            role_names[role],
            index,
            (int)format);
    char label[40];
    (void)snprintf(label, sizeof label, "%s[%zu]", role_names[role], index);
    WGSImportDescriptor const import = {
        .label = {label, WGPU_STRLEN},
        .size = sorter->capacity * size,
        .usage = WGPUBufferUsage_Storage};
    sorter_column* column = &sorter->columns[sorter->column_count];
    *column = (sorter_column){NULL, role, index, size};
    WGS_TRY(wgsGraphImportBuffer(sorter->graph, &import, &column->import, error));
    column->import->may_be_short = true;
    ++sorter->column_count;
    *view = (WGSView){column->import, format, 0, sorter->capacity};
    return WGSStatus_Success;
}

static WGSStatus add_keys(
    WGSSorter sorter,
    WGSSorterDescriptor const* d,
    WGSSortKey* keys,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < d->keyCount; ++i) {
        WGSSorterKey const* key = &d->keys[i];
        keys[i].direction = key->direction;
        keys[i].firstBit = key->firstBit;
        keys[i].bitCount = key->bitCount;
        WGS_TRY(add_column(sorter, ROLE_KEYS_IN, i, key->format, &keys[i].in, function, error));
        if (!key->omitOutput)
            WGS_TRY(
                add_column(sorter, ROLE_KEYS_OUT, i, key->format, &keys[i].out, function, error));
    }
    return WGSStatus_Success;
}

static WGSStatus
add_sort(WGSSorter sorter, WGSSorterDescriptor const* d, char const* function, WGSError* error) {
    WGSSortKey keys[WGS_MAX_SORT_KEYS] = {{{0}, {0}, 0, 0, 0}};
    WGSSortValue values[WGS_MAX_SORT_VALUES] = {{{0}, {0}}};
    WGSSortDescriptor sort = {
        .label = d->label,
        .keyCount = d->keyCount,
        .keys = keys,
        .valueCount = d->valueCount,
        .values = values,
        .algorithm = d->algorithm};
    WGS_TRY(add_keys(sorter, d, keys, function, error));
    for (size_t i = 0; i < d->valueCount; ++i) {
        WGSFormat const format = d->valueFormats[i];
        WGS_TRY(add_column(sorter, ROLE_VALUES_IN, i, format, &values[i].in, function, error));
        WGS_TRY(add_column(sorter, ROLE_VALUES_OUT, i, format, &values[i].out, function, error));
    }
    if (d->rows)
        WGS_TRY(
            add_column(sorter, ROLE_ROWS_OUT, 0, WGSFormat_Uint32, &sort.rowsOut, function, error));
    WGSValueDescriptor const count = {
        .label = {"count", WGPU_STRLEN},
        .value = (uint32_t)sorter->capacity,
        .maximum = (uint32_t)sorter->capacity};
    WGS_TRY(wgsGraphCreateValue(sorter->graph, &count, &sorter->count, error));
    sort.count = sorter->count;
    return wgsGraphAddSort(sorter->graph, &sort, &sorter->info, error);
}

/* A sorter that is not compiled yet. */
static WGSStatus create_sorter(
    WGSContext context,
    WGSSorterDescriptor const* d,
    WGSSorter* sorter,
    char const* function,
    WGSError* error) {
    WGS_TRY(check_descriptor(d, function, error));
    WGSAllocator const allocator = wgs_context_allocator(context);
    WGSSorter made = wgs_allocate(&allocator, 1, sizeof *made);
    if (made == NULL)
        return wgs_error_memory(error, function);
    made->references = 1;
    made->allocator = allocator;
    made->capacity = d->capacity;
    WGSGraphDescriptor const graph = {.label = d->label};
    WGSStatus status = wgsContextCreateGraph(context, &graph, &made->graph, error);
    if (status == WGSStatus_Success)
        status = add_sort(made, d, function, error);
    if (status == WGSStatus_Success)
        *sorter = made;
    else
        wgsSorterRelease(made);
    return status;
}

static WGSStatus check_pointers(
    WGSContext context,
    void const* descriptor,
    void const* result,
    char const* result_name,
    char const* function,
    WGSError* error) {
    if (context == NULL)
        return wgs_error_null(error, function, "context");
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (result == NULL)
        return wgs_error_null(error, function, result_name);
    return wgs_context_check_alive(context, function, error);
}

static WGSStatus
fill_requirements(WGSSorter sorter, WGSSorterRequirements* requirements, WGSError* error) {
    WGSSorterRequirements made = {.sort = sorter->info};
    WGS_TRY(wgsGraphGetScratch(sorter->graph, &made.scratchCount, NULL, error));
    if (made.scratchCount > WGS_MAX_SORTER_SCRATCH)
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "wgsContextGetSorterRequirements: %zu scratch buffers, more than %d",
            made.scratchCount,
            WGS_MAX_SORTER_SCRATCH);
    WGS_TRY(wgsGraphGetScratch(sorter->graph, &made.scratchCount, made.scratches, error));
    for (size_t i = 0; i < made.scratchCount; ++i)
        made.scratchBytes += made.scratches[i].size;
    *requirements = made;
    return WGSStatus_Success;
}

WGSStatus wgsContextGetSorterRequirements(
    WGSContext context,
    WGSSorterDescriptor const* descriptor,
    WGSSorterRequirements* requirements,
    WGSError* error) {
    char const* const function = "wgsContextGetSorterRequirements";
    WGS_TRY(check_pointers(context, descriptor, requirements, "requirements", function, error));
    WGSSorter sorter = NULL;
    WGS_TRY(create_sorter(context, descriptor, &sorter, function, error));
    WGSStatus const status = fill_requirements(sorter, requirements, error);
    wgsSorterRelease(sorter);
    return status;
}

WGSStatus wgsContextCreateSorter(
    WGSContext context, WGSSorterDescriptor const* descriptor, WGSSorter* sorter, WGSError* error) {
    char const* const function = "wgsContextCreateSorter";
    WGS_TRY(check_pointers(context, descriptor, sorter, "sorter", function, error));
    WGSSorter made = NULL;
    WGS_TRY(create_sorter(context, descriptor, &made, function, error));
    WGSCompileDescriptor const compile = {
        .label = descriptor->label,
        .scratchCount = descriptor->scratchCount,
        .scratches = descriptor->scratches};
    WGSStatus const status = wgsGraphCompile(made->graph, &compile, &made->program, error);
    if (status == WGSStatus_Success)
        *sorter = made;
    else
        wgsSorterRelease(made);
    return status;
}

void wgsSorterAddRef(WGSSorter sorter) {
    if (sorter != NULL)
        ++sorter->references;
}

void wgsSorterRelease(WGSSorter sorter) {
    if (sorter == NULL || --sorter->references > 0)
        return;
    WGSAllocator const allocator = sorter->allocator;
    wgsProgramRelease(sorter->program);
    wgsGraphRelease(sorter->graph);
    wgs_free(&allocator, sorter);
}

/* --- Recording ----------------------------------------------------------------------------------
 */

static WGSColumn const* role_columns(WGSSorterEncodeDescriptor const* d, column_role role) {
    switch (role) {
    case ROLE_KEYS_IN:
        return d->keysIn;
    case ROLE_KEYS_OUT:
        return d->keysOut;
    case ROLE_VALUES_IN:
        return d->valuesIn;
    case ROLE_VALUES_OUT:
        return d->valuesOut;
    case ROLE_ROWS_OUT:
        break;
    }
    return &d->rowsOut;
}

/* Finds the buffer of one column and checks that it holds the rows. */
static WGSStatus replace_column(
    sorter_column const* column,
    WGSSorterEncodeDescriptor const* d,
    WGSBufferReplacement* made,
    char const* function,
    WGSError* error) {
    char const* const name = role_names[column->role];
    WGSColumn const* given = role_columns(d, column->role);
    if (given == NULL || given[column->index].buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s[%zu] has no buffer",
            function,
            name,
            column->index);
    given += column->index;
    uint64_t const size = wgs_gpu_buffer_size(given->buffer);
    uint64_t const needed = (uint64_t)d->count * column->size;
    if (given->offset > size || size - given->offset < needed)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_BufferTooSmall,
            "%s: %s[%zu] has %" PRIu64 " bytes, too few for %" PRIu32 " rows of %" PRIu32
            " bytes from offset %" PRIu64,
            function,
            name,
            column->index,
            size,
            d->count,
            column->size,
            given->offset);
    *made = (WGSBufferReplacement){column->import, given->buffer, given->offset};
    return WGSStatus_Success;
}

WGSStatus wgsSorterEncode(
    WGSSorter sorter,
    WGPUCommandEncoder encoder,
    WGSSorterEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error) {
    char const* const function = "wgsSorterEncode";
    if (sorter == NULL)
        return wgs_error_null(error, function, "sorter");
    if (encoder == NULL)
        return wgs_error_null(error, function, "encoder");
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->count > sorter->capacity)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_CountOutOfRange,
            "%s: count is %" PRIu32 " but the sorter's capacity is %" PRIu64,
            function,
            descriptor->count,
            sorter->capacity);
    WGSBufferReplacement buffers[MAX_COLUMNS];
    for (size_t i = 0; i < sorter->column_count; ++i)
        WGS_TRY(replace_column(&sorter->columns[i], descriptor, &buffers[i], function, error));
    WGSValueReplacement const count = {sorter->count, descriptor->count};
    WGSEncodeDescriptor const encode = {
        .bufferCount = sorter->column_count, .buffers = buffers, .valueCount = 1, .values = &count};
    return wgs_program_encode(sorter->program, encoder, &encode, stats, function, error);
}
