/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_sort.h"

#include "arrow/arrow_rows.h"

WGSStatus wgs_arrow_sort_init(
    wgs_arrow_sort* sort,
    WGSContext context,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray const* rows,
    struct ArrowSchema const* rows_schema,
    wgs_arrow_place place,
    WGSError* error) {
    *sort = (wgs_arrow_sort){.context = context, .descriptor = descriptor};
    if (context == NULL)
        return wgs_arrow_error_null(error, place, "context");
    if (descriptor == NULL)
        return wgs_arrow_error_null(error, place, "descriptor");
    if (rows == NULL)
        return wgs_arrow_error_null(error, place, "rows");
    if (rows_schema == NULL)
        return wgs_arrow_error_null(error, place, "rowsSchema");
    if (descriptor->keyCount == 0 || descriptor->keyCount > WGS_MAX_SORT_KEYS)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            place,
            "keyCount is %zu but must be 1 to %d",
            descriptor->keyCount,
            WGS_MAX_SORT_KEYS);
    if (descriptor->keys == NULL)
        return wgs_arrow_error_null(error, place, "keys");
    if (descriptor->algorithm != WGSAlgorithm_Auto &&
        descriptor->algorithm != WGSAlgorithm_Bitonic &&
        descriptor->algorithm != WGSAlgorithm_Radix)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            place,
            "algorithm is %d",
            (int)descriptor->algorithm);
    return wgs_arrow_allocator_resolve(&descriptor->allocator, &sort->allocator, place, error);
}

WGSStatus wgs_arrow_sort_add_column(
    wgs_arrow_sort* sort,
    struct ArrowSchema const* schema,
    wgs_arrow_place place,
    WGSError* error) {
    WGSArrowKey const* const key = &sort->descriptor->keys[sort->column_count];
    wgs_arrow_type type;
    place.key = sort->column_count;
    WGS_TRY(wgs_arrow_type_read(schema, key->field, place, &type, error));
    WGSArrowColumn const column = &sort->columns[sort->column_count];
    WGS_TRY(wgs_arrow_column_init(column, &sort->allocator, &type, key, place, error));
    sort->column_count++;
    return WGSStatus_Success;
}

void wgs_arrow_sort_free(wgs_arrow_sort* sort) {
    for (size_t i = 0; i < sort->column_count; i++)
        wgs_arrow_column_free(&sort->columns[i]);
}

static WGSStatus check_lengths(wgs_arrow_sort const* sort, wgs_arrow_place place, WGSError* error) {
    for (size_t i = 1; i < sort->column_count; i++)
        if (sort->columns[i].length != sort->columns[0].length)
            return wgs_arrow_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_LengthMismatch,
                place,
                "key %zu has %llu rows but key 0 has %llu",
                i,
                (unsigned long long)sort->columns[i].length,
                (unsigned long long)sort->columns[0].length);
    return WGSStatus_Success;
}

/* The keys of all columns, in `keys`, which has room for the most that there can be. */
static WGSStatus collect_keys(
    wgs_arrow_sort* sort,
    WGSHostKey* keys,
    size_t* key_count,
    wgs_arrow_place place,
    WGSError* error) {
    *key_count = 0;
    for (size_t i = 0; i < sort->column_count; i++)
        *key_count += wgsArrowColumnGetHostKeys(&sort->columns[i], keys + *key_count);
    if (*key_count <= WGS_MAX_SORT_KEYS)
        return WGSStatus_Success;
    return wgs_arrow_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_TooManyColumns,
        place,
        "%zu keys and their nulls are %zu columns but the limit is %d",
        sort->column_count,
        *key_count,
        WGS_MAX_SORT_KEYS);
}

WGSStatus wgs_arrow_sort_run(
    wgs_arrow_sort* sort,
    struct ArrowArray* rows,
    struct ArrowSchema* rows_schema,
    WGSHostSortReport* report,
    wgs_arrow_place place,
    WGSError* error) {
    WGSHostKey keys[WGS_MAX_SORT_KEYS * WGS_MAX_ARROW_HOST_KEYS];
    size_t key_count;
    WGS_TRY(check_lengths(sort, place, error));
    WGS_TRY(collect_keys(sort, keys, &key_count, place, error));
    uint64_t const count = sort->columns[0].length;
    wgs_arrow_rows made;
    WGS_TRY(wgs_arrow_rows_init(
        &made, &sort->allocator, count, sort->descriptor->rows64, place, error));
    WGSHostSortReport done = {
        .sort = {.resolvedAlgorithm = WGSAlgorithm_Copy, .reason = "there are no rows"}};
    WGSHostSortDescriptor const host = {
        .count = count,
        .keyCount = key_count,
        .keys = keys,
        .rowsOut = made.numbers,
        .algorithm = sort->descriptor->algorithm,
    };
    if (count > 0) {
        WGSStatus const status = wgsContextSort(sort->context, &host, &done, error);
        if (status != WGSStatus_Success) {
            wgs_arrow_rows_free(&made);
            return status;
        }
    }
    WGS_TRY(wgs_arrow_rows_export(&made, rows, rows_schema, place, error));
    if (report != NULL)
        *report = done;
    return WGSStatus_Success;
}

static WGSStatus fill_columns(wgs_arrow_sort* sort, wgs_arrow_place place, WGSError* error) {
    WGSArrowSortDescriptor const* const descriptor = sort->descriptor;
    for (size_t i = 0; i < descriptor->keyCount; i++) {
        place.key = i;
        WGS_TRY(wgs_arrow_sort_add_column(sort, descriptor->keys[i].schema, place, error));
        WGS_TRY(wgs_arrow_column_fill(&sort->columns[i], &descriptor->keys[i], place, error));
    }
    return WGSStatus_Success;
}

WGSStatus wgsArrowSortIndices(
    WGSContext context,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray* rows,
    struct ArrowSchema* rowsSchema,
    WGSHostSortReport* report,
    WGSError* error) {
    wgs_arrow_place const place = {"wgsArrowSortIndices", WGS_ARROW_NOWHERE, WGS_ARROW_NOWHERE};
    wgs_arrow_sort sort;
    WGS_TRY(wgs_arrow_sort_init(&sort, context, descriptor, rows, rowsSchema, place, error));
    WGSStatus status = fill_columns(&sort, place, error);
    if (status == WGSStatus_Success)
        status = wgs_arrow_sort_run(&sort, rows, rowsSchema, report, place, error);
    wgs_arrow_sort_free(&sort);
    return status;
}
