/* SPDX-License-Identifier: MIT */
#include "raw_types.h"

#include "number_format.h"

#include <string.h>

static wgs_raw_type const raw_types[] = {
    {"u8", 1, WGS_KEY_U32},
    {"u16", 2, WGS_KEY_U32},
    {"u32", 4, WGS_KEY_U32},
    {"u64", 8, WGS_KEY_U64},
    {"i8", 1, WGS_KEY_I32},
    {"i16", 2, WGS_KEY_I32},
    {"i32", 4, WGS_KEY_I32},
    {"i64", 8, WGS_KEY_I64},
    {"f32", 4, WGS_KEY_F32},
    {"f64", 8, WGS_KEY_F64},
};

wgs_raw_type const* wgs_raw_type_find(char const* name, size_t size) {
    for (size_t i = 0; i < sizeof raw_types / sizeof raw_types[0]; i++)
        if (strlen(raw_types[i].name) == size && memcmp(raw_types[i].name, name, size) == 0)
            return &raw_types[i];
    return NULL;
}

char const* wgs_raw_type_names(void) { return "u8, u16, u32, u64, i8, i16, i32, i64, f32, f64"; }

uint64_t wgs_raw_type_read(wgs_raw_type const* type, unsigned char const* field) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < type->size; i++)
        bits |= (uint64_t)field[i] << (8 * i);
    int32_t const wide = type->size == 1 ? (int8_t)bits : (int16_t)bits;
    if (type->key_type == WGS_KEY_I32 && type->size < 4)
        return (uint32_t)wide;
    return bits;
}

size_t wgs_raw_type_format(wgs_raw_type const* type, unsigned char const* field, char* text) {
    uint64_t const bits = wgs_raw_type_read(type, field);
    uint32_t const word = (uint32_t)bits;
    float single;
    double real;
    memcpy(&single, &word, sizeof single);
    memcpy(&real, &bits, sizeof real);
    switch (type->key_type) {
    case WGS_KEY_I32:
        return wgs_format_int64((int32_t)word, text);
    case WGS_KEY_I64:
        return wgs_format_int64((int64_t)bits, text);
    case WGS_KEY_F32:
        return wgs_format_float(single, text);
    case WGS_KEY_F64:
        return wgs_format_double(real, text);
    case WGS_KEY_U32:
    case WGS_KEY_U64:
        break;
    }
    return wgs_format_uint64(bits, text);
}
