/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_sort.h"

/* The text that the stream has for its last failure, which it need not have. */
static WGSStatus stream_error(
    struct ArrowArrayStream* stream,
    wgs_arrow_place place,
    char const* what,
    int code,
    WGSError* error) {
    char const* const text = stream->get_last_error == NULL ? NULL : stream->get_last_error(stream);
    return wgs_arrow_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_ArrowArray,
        place,
        "%s failed with %d: %s",
        what,
        code,
        text != NULL ? text : "no reason given");
}

static WGSStatus
check_stream(struct ArrowArrayStream const* stream, wgs_arrow_place place, WGSError* error) {
    if (stream == NULL)
        return wgs_arrow_error_null(error, place, "stream");
    if (stream->release == NULL || stream->get_schema == NULL || stream->get_next == NULL)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ArrowArray,
            place,
            "the stream was released, or lacks a function");
    return WGSStatus_Success;
}

static WGSStatus
check_keys(WGSArrowSortDescriptor const* descriptor, wgs_arrow_place place, WGSError* error) {
    for (size_t i = 0; i < descriptor->keyCount; i++) {
        WGSArrowKey const* const key = &descriptor->keys[i];
        place.key = i;
        if (key->schema != NULL || key->arrays != NULL || key->arrayCount != 0)
            return wgs_arrow_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ArrowSchema,
                place,
                "a schema or arrays are given, but they come from the stream");
    }
    return WGSStatus_Success;
}

static WGSStatus add_columns(
    wgs_arrow_sort* sort, struct ArrowArrayStream* stream, wgs_arrow_place place, WGSError* error) {
    struct ArrowSchema schema = {.release = NULL};
    int const code = stream->get_schema(stream, &schema);
    if (code != 0)
        return stream_error(stream, place, "get_schema", code, error);
    WGSStatus status = WGSStatus_Success;
    for (size_t i = 0; i < sort->descriptor->keyCount && status == WGSStatus_Success; i++)
        status = wgs_arrow_sort_add_column(sort, &schema, place, error);
    if (schema.release != NULL)
        schema.release(&schema);
    return status;
}

static WGSStatus append_batch(
    wgs_arrow_sort* sort, struct ArrowArray const* batch, wgs_arrow_place place, WGSError* error) {
    for (size_t i = 0; i < sort->column_count; i++) {
        WGSArrowColumn const column = &sort->columns[i];
        wgs_arrow_chunk chunk;
        place.key = i;
        WGS_TRY(wgs_arrow_chunk_read(&column->type, batch, place, &chunk, error));
        WGS_TRY(wgs_arrow_column_append(column, &chunk, place, error));
    }
    return WGSStatus_Success;
}

static WGSStatus append_batches(
    wgs_arrow_sort* sort, struct ArrowArrayStream* stream, wgs_arrow_place place, WGSError* error) {
    for (place.array = 0;; place.array++) {
        struct ArrowArray batch = {.release = NULL};
        int const code = stream->get_next(stream, &batch);
        if (code != 0)
            return stream_error(stream, place, "get_next", code, error);
        if (batch.release == NULL)
            return WGSStatus_Success;
        WGSStatus const status = append_batch(sort, &batch, place, error);
        batch.release(&batch);
        WGS_TRY(status);
    }
}

WGSStatus wgsArrowSortStreamIndices(
    WGSContext context,
    struct ArrowArrayStream* stream,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray* rows,
    struct ArrowSchema* rowsSchema,
    WGSHostSortReport* report,
    WGSError* error) {
    wgs_arrow_place const place = {
        "wgsArrowSortStreamIndices", WGS_ARROW_NOWHERE, WGS_ARROW_NOWHERE};
    wgs_arrow_sort sort;
    WGS_TRY(wgs_arrow_sort_init(&sort, context, descriptor, rows, rowsSchema, place, error));
    WGS_TRY(check_stream(stream, place, error));
    WGS_TRY(check_keys(descriptor, place, error));
    WGSStatus status = add_columns(&sort, stream, place, error);
    if (status == WGSStatus_Success)
        status = append_batches(&sort, stream, place, error);
    if (status == WGSStatus_Success)
        status = wgs_arrow_sort_run(&sort, rows, rowsSchema, report, place, error);
    wgs_arrow_sort_free(&sort);
    return status;
}
