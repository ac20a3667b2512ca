// SPDX-License-Identifier: MIT
#include "table_file_keys.h"

#include <arrow/util/bit_util.h>
#include <arrow/util/float16.h>

#include <cstdlib>
#include <cstring>

namespace wgs {
namespace {

using arrow::ArrayData;
using arrow::Type;

// One chunk's values into `out`, null rows as 0. Validity and values start `offset` rows into their
// buffers, also when that is no multiple of 8.
using CopyChunk = void (*)(ArrayData const& data, void* out);

bool get_bit(arrow::Buffer const& bits, int64_t index) {
    return arrow::bit_util::GetBit(bits.data(), static_cast<uint64_t>(index));
}

bool is_valid(ArrayData const& data, int64_t row) {
    return data.buffers[0] == nullptr || get_bit(*data.buffers[0], data.offset + row);
}

template <class Stored, class Key> void copy_values(ArrayData const& data, void* out) {
    auto const* const values = data.GetValues<Stored>(1);
    auto* const keys = static_cast<Key*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        keys[row] = is_valid(data, row) ? static_cast<Key>(values[row]) : Key{};
    }
}

void copy_bits(ArrayData const& data, void* out) {
    auto* const keys = static_cast<uint32_t*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        keys[row] = is_valid(data, row) && get_bit(*data.buffers[1], data.offset + row);
    }
}

// Exact: every half is a float, and the sign of a NaN stays.
void copy_halves(ArrayData const& data, void* out) {
    auto const* const values = data.GetValues<uint16_t>(1);
    auto* const keys = static_cast<float*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        keys[row] =
            is_valid(data, row) ? arrow::util::Float16::FromBits(values[row]).ToFloat() : 0.0F;
    }
}

// How a type becomes a key; a signed integer's widened sign reaches into all 32 bits.
struct KeyRule {
    Type::type stored;
    wgs_key_type type;
    unsigned bits;
    CopyChunk copy;
};

constexpr KeyRule RULES[] = {
    {Type::BOOL, WGS_KEY_U32, 1, copy_bits},
    {Type::UINT8, WGS_KEY_U32, 8, copy_values<uint8_t, uint32_t>},
    {Type::UINT16, WGS_KEY_U32, 16, copy_values<uint16_t, uint32_t>},
    {Type::UINT32, WGS_KEY_U32, 32, copy_values<uint32_t, uint32_t>},
    {Type::UINT64, WGS_KEY_U64, 64, copy_values<uint64_t, uint64_t>},
    {Type::INT8, WGS_KEY_I32, 32, copy_values<int8_t, int32_t>},
    {Type::INT16, WGS_KEY_I32, 32, copy_values<int16_t, int32_t>},
    {Type::INT32, WGS_KEY_I32, 32, copy_values<int32_t, int32_t>},
    {Type::INT64, WGS_KEY_I64, 64, copy_values<int64_t, int64_t>},
    {Type::HALF_FLOAT, WGS_KEY_F32, 32, copy_halves},
    {Type::FLOAT, WGS_KEY_F32, 32, copy_values<uint32_t, uint32_t>},
    {Type::DOUBLE, WGS_KEY_F64, 64, copy_values<uint64_t, uint64_t>},
    {Type::DATE32, WGS_KEY_I32, 32, copy_values<int32_t, int32_t>},
    {Type::TIME32, WGS_KEY_I32, 32, copy_values<int32_t, int32_t>},
    {Type::DATE64, WGS_KEY_I64, 64, copy_values<int64_t, int64_t>},
    {Type::TIME64, WGS_KEY_I64, 64, copy_values<int64_t, int64_t>},
    {Type::TIMESTAMP, WGS_KEY_I64, 64, copy_values<int64_t, int64_t>},
    {Type::DURATION, WGS_KEY_I64, 64, copy_values<int64_t, int64_t>},
};

KeyRule const* find_rule(arrow::DataType const& type) {
    for (auto const& rule : RULES) {
        if (rule.stored == type.id()) {
            return &rule;
        }
    }
    return nullptr;
}

size_t value_size(wgs_key_type type) {
    return type == WGS_KEY_U32 || type == WGS_KEY_I32 || type == WGS_KEY_F32 ? 4 : 8;
}

void copy_nulls(ArrayData const& data, uint8_t* nulls) {
    for (int64_t row = 0; row < data.length; row++) {
        nulls[row] = is_valid(data, row) ? 0 : 1;
    }
}

} // namespace

bool is_key_type(arrow::DataType const& type) { return find_rule(type) != nullptr; }

arrow::Status
load_key(arrow::DataType const& type, arrow::ArrayVector const& chunks, wgs_key_column* key) {
    KeyRule const* const rule = find_rule(type);
    if (rule == nullptr) {
        return arrow::Status::TypeError("type ", type.ToString(), " can't be a sort key");
    }
    size_t rows = 0;
    bool has_nulls = false;
    for (auto const& chunk : chunks) {
        rows += static_cast<size_t>(chunk->length());
        has_nulls = has_nulls || chunk->null_count() > 0;
    }
    size_t const size = value_size(rule->type);
    *key = wgs_key_column{rule->type, rule->bits, rows, nullptr, nullptr};
    if (rows == 0) {
        return arrow::Status::OK();
    }
    if (rows <= SIZE_MAX / size) {
        key->values = std::malloc(rows * size);
    }
    key->nulls = has_nulls ? static_cast<uint8_t*>(std::malloc(rows)) : nullptr;
    if (key->values == nullptr || (has_nulls && key->nulls == nullptr)) {
        std::free(key->values);
        std::free(key->nulls);
        *key = wgs_key_column{};
        return arrow::Status::OutOfMemory("no memory for a key of ", rows, " rows");
    }
    size_t row = 0;
    for (auto const& chunk : chunks) {
        if (chunk->length() == 0) {
            continue; // its buffers may be missing
        }
        rule->copy(*chunk->data(), static_cast<uint8_t*>(key->values) + row * size);
        if (has_nulls) {
            copy_nulls(*chunk->data(), key->nulls + row);
        }
        row += static_cast<size_t>(chunk->length());
    }
    return arrow::Status::OK();
}

} // namespace wgs
