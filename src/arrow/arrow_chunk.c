/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_chunk.h"

#include "nanoarrow/nanoarrow.h"

static WGSStatus array_error(
    WGSError* error, wgs_arrow_place place, char const* what, char const* name, int64_t value) {
    return wgs_arrow_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_ArrowArray,
        place,
        "%s has %s %lld",
        what,
        name,
        (long long)value);
}

static WGSStatus
array_error_text(WGSError* error, wgs_arrow_place place, char const* what, char const* text) {
    return wgs_arrow_error(
        error, WGSStatus_InvalidArgument, WGSErrorId_ArrowArray, place, "%s %s", what, text);
}

/* What every array must hold to, whatever its type: `what` is "the array" or "the record batch". */
static WGSStatus check_array(
    struct ArrowArray const* array,
    int64_t buffer_count,
    int64_t child_count,
    wgs_arrow_place place,
    char const* what,
    WGSError* error) {
    if (array == NULL)
        return array_error_text(error, place, what, "is NULL");
    if (array->release == NULL)
        return array_error_text(error, place, what, "was released");
    if (array->length < 0)
        return array_error(error, place, what, "length", array->length);
    if (array->offset < 0)
        return array_error(error, place, what, "offset", array->offset);
    if (array->offset > INT64_MAX - array->length)
        return array_error_text(error, place, what, "has an offset and a length beyond 2^63");
    if (array->null_count < -1)
        return array_error(error, place, what, "null_count", array->null_count);
    if (array->n_buffers != buffer_count)
        return array_error(error, place, what, "n_buffers", array->n_buffers);
    if (array->buffers == NULL && array->length > 0)
        return array_error_text(error, place, what, "has no buffers");
    if (array->n_children != child_count)
        return array_error(error, place, what, "n_children", array->n_children);
    if (array->children == NULL && child_count > 0)
        return array_error_text(error, place, what, "has no children");
    if (array->dictionary != NULL)
        return array_error_text(error, place, what, "has a dictionary and its schema has none");
    if (array->null_count > 0 && array->length > 0 && array->buffers[0] == NULL)
        return array_error(
            error, place, what, "no validity bitmap but null_count", array->null_count);
    return WGSStatus_Success;
}

/* Rows [start, start + length) of a column whose structure was checked. */
static WGSStatus read_column(
    wgs_arrow_type const* type,
    struct ArrowArray const* array,
    int64_t start,
    int64_t length,
    wgs_arrow_place place,
    wgs_arrow_chunk* chunk,
    WGSError* error) {
    chunk->length = (uint64_t)length;
    if (length == 0)
        return WGSStatus_Success;
    if (array->offset > INT64_MAX - start - length)
        return array_error_text(error, place, "the column", "has an offset beyond 2^63");
    int64_t const first = array->offset + start;
    uint64_t const size = type->size == 0 ? 1 : type->size;
    if ((uint64_t)first > (uint64_t)PTRDIFF_MAX / size)
        return array_error(error, place, "the column", "an offset beyond memory,", first);
    if (array->buffers[1] == NULL)
        return array_error(error, place, "the column", "no values but length", length);
    chunk->valid = (wgs_arrow_bits){array->buffers[0], first};
    chunk->values = array->buffers[1];
    if (type->size == 0)
        chunk->first_bit = first;
    else
        chunk->values += (uint64_t)first * size;
    return WGSStatus_Success;
}

WGSStatus wgs_arrow_chunk_read(
    wgs_arrow_type const* type,
    struct ArrowArray const* array,
    wgs_arrow_place place,
    wgs_arrow_chunk* chunk,
    WGSError* error) {
    *chunk = (wgs_arrow_chunk){0};
    if (!type->in_record) {
        WGS_TRY(check_array(array, 2, 0, place, "the array", error));
        return read_column(type, array, 0, array->length, place, chunk, error);
    }
    WGS_TRY(check_array(array, 1, type->field_count, place, "the record batch", error));
    struct ArrowArray const* const column = array->children[type->field];
    WGS_TRY(check_array(column, 2, 0, place, "the column", error));
    int64_t const needed = array->offset + array->length;
    if (column->length < needed)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ArrowArray,
            place,
            "the column has %lld rows but its record batch needs %lld",
            (long long)column->length,
            (long long)needed);
    WGS_TRY(read_column(type, column, array->offset, array->length, place, chunk, error));
    if (chunk->length > 0)
        chunk->record_valid = (wgs_arrow_bits){array->buffers[0], array->offset};
    return WGSStatus_Success;
}

static bool all_set(wgs_arrow_bits bits, uint64_t length) {
    return bits.bits == NULL ||
           ArrowBitCountSet(bits.bits, bits.first, (int64_t)length) == (int64_t)length;
}

bool wgs_arrow_chunk_has_nulls(wgs_arrow_chunk const* chunk) {
    return !all_set(chunk->valid, chunk->length) || !all_set(chunk->record_valid, chunk->length);
}

static bool is_set(wgs_arrow_bits bits, uint64_t row) {
    return bits.bits == NULL || ArrowBitGet(bits.bits, bits.first + (int64_t)row) != 0;
}

bool wgs_arrow_chunk_is_null(wgs_arrow_chunk const* chunk, uint64_t row) {
    return !is_set(chunk->valid, row) || !is_set(chunk->record_valid, row);
}
