/* SPDX-License-Identifier: MIT */
#include "key_compare.h"

#include "number_format.h"

#include <string.h>

unsigned wgs_key_type_bits(wgs_key_type type) {
    return type == WGS_KEY_U32 || type == WGS_KEY_I32 || type == WGS_KEY_F32 ? 32 : 64;
}

char const* wgs_key_type_name(wgs_key_type type) {
    switch (type) {
    case WGS_KEY_U32:
        return "u32";
    case WGS_KEY_I32:
        return "i32";
    case WGS_KEY_F32:
        return "f32";
    case WGS_KEY_U64:
        return "u64";
    case WGS_KEY_I64:
        return "i64";
    case WGS_KEY_F64:
        break;
    }
    return "f64";
}

uint64_t wgs_key_rank(
    wgs_key_type type, bool descending, unsigned key_bits, void const* values, uint64_t row) {
    bool const wide = wgs_key_type_bits(type) == 64;
    uint64_t const bits = wide ? ((uint64_t const*)values)[row] : ((uint32_t const*)values)[row];
    uint64_t const all = wide ? UINT64_MAX : UINT32_MAX;
    uint64_t const sign = wide ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    uint64_t rank = bits;
    if (type == WGS_KEY_I32 || type == WGS_KEY_I64)
        rank ^= sign;
    else if (type == WGS_KEY_F32 || type == WGS_KEY_F64)
        rank ^= bits & sign ? all : sign;
    if (descending)
        rank ^= all;
    if (key_bits > 0 && key_bits < 64)
        rank &= (UINT64_C(1) << key_bits) - 1;
    return rank;
}

static bool is_null(wgs_row_key const* key, uint64_t row) {
    return key->column.nulls && key->column.nulls[row];
}

int wgs_compare_row_to(
    wgs_row_key const* a_keys,
    uint64_t a,
    wgs_row_key const* b_keys,
    size_t key_count,
    uint64_t b) {
    for (size_t i = 0; i < key_count; i++) {
        wgs_row_key const* key = &a_keys[i];
        bool const a_null = is_null(key, a);
        bool const b_null = is_null(&b_keys[i], b);
        if (a_null != b_null)
            return a_null == key->nulls_first ? -1 : 1;
        if (a_null)
            continue;
        uint64_t const a_rank =
            wgs_key_rank(key->column.type, key->descending, key->key_bits, key->column.values, a);
        uint64_t const b_rank = wgs_key_rank(
            key->column.type, key->descending, key->key_bits, b_keys[i].column.values, b);
        if (a_rank != b_rank)
            return a_rank < b_rank ? -1 : 1;
    }
    return 0;
}

int wgs_compare_rows(wgs_row_key const* keys, size_t key_count, uint64_t a, uint64_t b) {
    return wgs_compare_row_to(keys, a, keys, key_count, b);
}

size_t wgs_format_key(wgs_key_column const* column, uint64_t row, char* text) {
    if (column->nulls && column->nulls[row]) {
        memcpy(text, "null", sizeof "null");
        return sizeof "null" - 1;
    }
    switch (column->type) {
    case WGS_KEY_U32:
        return wgs_format_uint64(((uint32_t const*)column->values)[row], text);
    case WGS_KEY_I32:
        return wgs_format_int64(((int32_t const*)column->values)[row], text);
    case WGS_KEY_F32:
        return wgs_format_float(((float const*)column->values)[row], text);
    case WGS_KEY_U64:
        return wgs_format_uint64(((uint64_t const*)column->values)[row], text);
    case WGS_KEY_I64:
        return wgs_format_int64(((int64_t const*)column->values)[row], text);
    case WGS_KEY_F64:
        break;
    }
    return wgs_format_double(((double const*)column->values)[row], text);
}
