/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_key_column.h"

#include <string.h>

WGSStatus wgs_arrow_column_init(
    WGSArrowColumn column,
    WGSAllocator const* allocator,
    wgs_arrow_type const* type,
    WGSArrowKey const* key,
    wgs_arrow_place place,
    WGSError* error) {
    *column = (struct WGSArrowColumnImpl){
        .allocator = *allocator,
        .type = *type,
        .direction = key->direction,
        .nulls = key->nulls,
    };
    if (key->direction != WGSDirection_Ascending && key->direction != WGSDirection_Descending)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            place,
            "direction is %d",
            (int)key->direction);
    if (key->nulls != WGSNullPlacement_Last && key->nulls != WGSNullPlacement_First)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            place,
            "nulls is %d",
            (int)key->nulls);
    return WGSStatus_Success;
}

void wgs_arrow_column_free(WGSArrowColumn column) {
    wgs_arrow_free(&column->allocator, column->words);
    wgs_arrow_free(&column->allocator, column->null_flags);
    column->words = NULL;
    column->null_flags = NULL;
}

static uint32_t word_size(wgs_arrow_type const* type) {
    return type->narrow_bits > 0 ? (uint32_t)sizeof(uint32_t) : type->size;
}

/* Moves `length` elements to memory for `capacity`. */
static bool grow(
    WGSAllocator const* allocator, void** memory, uint64_t length, uint64_t capacity, size_t size) {
    void* const larger = wgs_arrow_allocate(allocator, capacity, size);
    if (larger == NULL)
        return false;
    if (length > 0)
        memcpy(larger, *memory, (size_t)length * size);
    wgs_arrow_free(allocator, *memory);
    *memory = larger;
    return true;
}

WGSStatus wgs_arrow_column_reserve(
    WGSArrowColumn column, uint64_t rows, wgs_arrow_place place, WGSError* error) {
    if (rows > WGS_MAX_SORT_ROWS)
        return wgs_arrow_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_TooManyRows,
            place,
            "%llu rows but the limit is %u",
            (unsigned long long)rows,
            WGS_MAX_SORT_ROWS);
    if (rows <= column->capacity)
        return WGSStatus_Success;
    WGSAllocator const* const allocator = &column->allocator;
    void* words = column->words;
    if (!grow(allocator, &words, column->length, rows, word_size(&column->type)))
        return wgs_arrow_error_memory(error, place);
    column->words = words;
    if (column->null_flags != NULL) {
        void* flags = column->null_flags;
        if (!grow(allocator, &flags, column->length, rows, sizeof(uint32_t)))
            return wgs_arrow_error_memory(error, place);
        column->null_flags = flags;
    }
    column->capacity = rows;
    return WGSStatus_Success;
}

/* Doubles, so that the chunks of a stream are copied a few times at most. */
static WGSStatus
make_room(WGSArrowColumn column, uint64_t more, wgs_arrow_place place, WGSError* error) {
    if (more > WGS_MAX_SORT_ROWS)
        return wgs_arrow_column_reserve(column, more, place, error);
    uint64_t const needed = column->length + more;
    if (needed <= column->capacity)
        return WGSStatus_Success;
    uint64_t const doubled = column->capacity * 2;
    bool const double_it = doubled > needed && doubled <= WGS_MAX_SORT_ROWS;
    return wgs_arrow_column_reserve(column, double_it ? doubled : needed, place, error);
}

/* A value of 0 to 2 bytes as an unsigned number. */
static uint32_t
load_narrow(wgs_arrow_type const* type, wgs_arrow_chunk const* chunk, uint64_t row) {
    if (type->size == 0) {
        uint64_t const bit = (uint64_t)chunk->first_bit + row;
        return (uint32_t)(chunk->values[bit / 8] >> (bit % 8)) & 1u;
    }
    if (type->size == 1)
        return chunk->values[row];
    uint16_t value;
    memcpy(&value, chunk->values + row * sizeof value, sizeof value);
    return value;
}

static void append_narrow(WGSArrowColumn column, wgs_arrow_chunk const* chunk) {
    wgs_arrow_type const* const type = &column->type;
    uint32_t const flag = 1u << type->narrow_bits;
    uint32_t flip = type->is_signed ? flag >> 1 : 0;
    if (column->direction == WGSDirection_Descending)
        flip ^= flag - 1;
    bool const last = column->nulls == WGSNullPlacement_Last;
    uint32_t const null_code = last ? flag : 0;
    uint32_t const valid_flag = last ? 0 : flag;
    uint32_t* const codes = (uint32_t*)(void*)column->words + column->length;
    for (uint64_t row = 0; row < chunk->length; row++) {
        bool const null = wgs_arrow_chunk_is_null(chunk, row);
        codes[row] = null ? null_code : (load_narrow(type, chunk, row) ^ flip) | valid_flag;
        column->narrow_nulls |= null;
    }
}

/* Flags of 0 for the rows so far. */
static WGSStatus start_null_flags(WGSArrowColumn column, wgs_arrow_place place, WGSError* error) {
    column->null_flags = wgs_arrow_allocate(&column->allocator, column->capacity, sizeof(uint32_t));
    if (column->null_flags == NULL)
        return wgs_arrow_error_memory(error, place);
    memset(column->null_flags, 0, (size_t)column->capacity * sizeof(uint32_t));
    return WGSStatus_Success;
}

/* Values under nulls are cleared, so that nulls are equal to each other. */
static WGSStatus mark_nulls(
    WGSArrowColumn column, wgs_arrow_chunk const* chunk, wgs_arrow_place place, WGSError* error) {
    if (column->null_flags != NULL)
        memset(column->null_flags + column->length, 0, (size_t)chunk->length * sizeof(uint32_t));
    if (!wgs_arrow_chunk_has_nulls(chunk))
        return WGSStatus_Success;
    uint32_t const size = column->type.size;
    for (uint64_t row = 0; row < chunk->length; row++) {
        if (!wgs_arrow_chunk_is_null(chunk, row))
            continue;
        if (column->null_flags == NULL)
            WGS_TRY(start_null_flags(column, place, error));
        column->null_flags[column->length + row] = 1;
        memset(column->words + (column->length + row) * size, 0, size);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_arrow_column_append(
    WGSArrowColumn column, wgs_arrow_chunk const* chunk, wgs_arrow_place place, WGSError* error) {
    if (chunk->length == 0)
        return WGSStatus_Success;
    WGS_TRY(make_room(column, chunk->length, place, error));
    if (column->type.narrow_bits > 0) {
        append_narrow(column, chunk);
    } else {
        size_t const size = column->type.size;
        memcpy(column->words + column->length * size, chunk->values, (size_t)chunk->length * size);
        WGS_TRY(mark_nulls(column, chunk, place, error));
    }
    column->length += chunk->length;
    return WGSStatus_Success;
}

/* True when the values of the chunk can be sorted where they are. */
static bool can_borrow(wgs_arrow_type const* type, wgs_arrow_chunk const* chunk) {
    return type->narrow_bits == 0 && (uintptr_t)chunk->values % type->size == 0 &&
           !wgs_arrow_chunk_has_nulls(chunk);
}

/* All arrays are checked before room for them is made. */
static WGSStatus count_rows(
    WGSArrowColumn column,
    WGSArrowKey const* key,
    wgs_arrow_place place,
    uint64_t* rows,
    WGSError* error) {
    *rows = 0;
    for (size_t i = 0; i < key->arrayCount; i++) {
        wgs_arrow_chunk chunk;
        place.array = i;
        WGS_TRY(wgs_arrow_chunk_read(&column->type, &key->arrays[i], place, &chunk, error));
        *rows += chunk.length; /* can't wrap: stopped at the limit before the next is added */
        if (*rows > WGS_MAX_SORT_ROWS)
            return wgs_arrow_column_reserve(column, *rows, place, error);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_arrow_column_fill(
    WGSArrowColumn column, WGSArrowKey const* key, wgs_arrow_place place, WGSError* error) {
    if (key->arrays == NULL && key->arrayCount > 0)
        return wgs_arrow_error_null(error, place, "arrays");
    uint64_t rows = 0;
    WGS_TRY(count_rows(column, key, place, &rows, error));
    for (size_t i = 0; i < key->arrayCount; i++) {
        wgs_arrow_chunk chunk;
        place.array = i;
        WGS_TRY(wgs_arrow_chunk_read(&column->type, &key->arrays[i], place, &chunk, error));
        if (chunk.length > 0 && chunk.length == rows && can_borrow(&column->type, &chunk)) {
            column->borrowed = chunk.values;
            column->length = rows;
            return WGSStatus_Success;
        }
        if (chunk.length > 0)
            WGS_TRY(wgs_arrow_column_reserve(column, rows, place, error));
        WGS_TRY(wgs_arrow_column_append(column, &chunk, place, error));
    }
    return WGSStatus_Success;
}

static WGSHostKey narrow_key(WGSArrowColumn column) {
    return (WGSHostKey){
        .format = WGSFormat_Uint32,
        .in = column->words,
        .bitCount = column->type.narrow_bits + (column->narrow_nulls ? 1 : 0),
    };
}

size_t wgsArrowColumnGetHostKeys(WGSArrowColumn column, WGSHostKey* keys) {
    if (column == NULL || keys == NULL)
        return 0;
    if (column->type.narrow_bits > 0) {
        keys[0] = narrow_key(column);
        return 1;
    }
    size_t count = 0;
    if (column->null_flags != NULL)
        keys[count++] = (WGSHostKey){
            .format = WGSFormat_Uint32,
            .in = column->null_flags,
            .direction = column->nulls == WGSNullPlacement_First ? WGSDirection_Descending
                                                                 : WGSDirection_Ascending,
            .bitCount = 1,
        };
    keys[count++] = (WGSHostKey){
        .format = column->type.format,
        .in = column->borrowed != NULL ? column->borrowed : column->words,
        .direction = column->direction,
    };
    return count;
}

uint64_t wgsArrowColumnGetLength(WGSArrowColumn column) {
    return column == NULL ? 0 : column->length;
}

WGSStatus wgsArrowCreateColumn(
    WGSArrowKey const* key,
    WGSAllocator const* allocator,
    WGSArrowColumn* column,
    WGSError* error) {
    wgs_arrow_place const place = {"wgsArrowCreateColumn", WGS_ARROW_NOWHERE, WGS_ARROW_NOWHERE};
    if (key == NULL)
        return wgs_arrow_error_null(error, place, "key");
    if (column == NULL)
        return wgs_arrow_error_null(error, place, "column");
    WGSAllocator resolved;
    wgs_arrow_type type;
    WGS_TRY(wgs_arrow_allocator_resolve(allocator, &resolved, place, error));
    WGS_TRY(wgs_arrow_type_read(key->schema, key->field, place, &type, error));
    WGSArrowColumn const made = wgs_arrow_allocate(&resolved, 1, sizeof *made);
    if (made == NULL)
        return wgs_arrow_error_memory(error, place);
    WGSStatus status = wgs_arrow_column_init(made, &resolved, &type, key, place, error);
    if (status == WGSStatus_Success)
        status = wgs_arrow_column_fill(made, key, place, error);
    if (status != WGSStatus_Success) {
        wgsArrowColumnRelease(made);
        return status;
    }
    *column = made;
    return WGSStatus_Success;
}

void wgsArrowColumnRelease(WGSArrowColumn column) {
    if (column == NULL)
        return;
    WGSAllocator const allocator = column->allocator;
    wgs_arrow_column_free(column);
    wgs_arrow_free(&allocator, column);
}
