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

// One chunk's values into `out`. They start `offset` rows into their buffer, also when that is no
// multiple of 8.
using CopyChunk = void (*)(ArrayData const& data, void* out);

bool get_bit(arrow::Buffer const& bits, int64_t index) {
    return arrow::bit_util::GetBit(bits.data(), static_cast<uint64_t>(index));
}

template <class Stored, class Key> void copy_values(ArrayData const& data, void* out) {
    auto const* const values = data.GetValues<Stored>(1);
    auto* const keys = static_cast<Key*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        // A signed char is a number here. NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c)
        keys[row] = static_cast<Key>(values[row]);
    }
}

void copy_bits(ArrayData const& data, void* out) {
    auto* const keys = static_cast<uint32_t*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        keys[row] = get_bit(*data.buffers[1], data.offset + row);
    }
}

// Exact: every half is a float, and the sign of a NaN stays.
void copy_halves(ArrayData const& data, void* out) {
    auto const* const values = data.GetValues<uint16_t>(1);
    auto* const keys = static_cast<float*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        keys[row] = arrow::util::Float16::FromBits(values[row]).ToFloat();
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

// Marks the null rows and clears what lies under them.
template <class Key> void clear_nulls(ArrayData const& data, uint8_t* nulls, void* out) {
    auto* const keys = static_cast<Key*>(out);
    for (int64_t row = 0; row < data.length; row++) {
        if (!get_bit(*data.buffers[0], data.offset + row)) {
            nulls[row] = 1;
            keys[row] = Key{};
        }
    }
}

bool allocate_key(wgs_key_column* key, size_t value_size, bool has_nulls) {
    if (key->rows <= SIZE_MAX / value_size) {
        key->values = std::malloc(key->rows * value_size);
    }
    key->nulls = has_nulls ? static_cast<uint8_t*>(std::calloc(key->rows, 1)) : nullptr;
    if (key->values != nullptr && (key->nulls != nullptr || !has_nulls)) {
        return true;
    }
    std::free(key->values);
    std::free(key->nulls);
    *key = wgs_key_column{};
    return false;
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
    if (!allocate_key(key, size, has_nulls)) {
        return arrow::Status::OutOfMemory("a key of ", rows, " rows");
    }
    size_t row = 0;
    for (auto const& chunk : chunks) {
        if (chunk->length() == 0) {
            continue; // its buffers may be missing
        }
        auto const& data = *chunk->data();
        void* const out = static_cast<uint8_t*>(key->values) + row * size;
        rule->copy(data, out);
        if (chunk->null_count() > 0) {
            (size == 4 ? clear_nulls<uint32_t>
                       : clear_nulls<uint64_t>)(data, key->nulls + row, out);
        }
        row += static_cast<size_t>(chunk->length());
    }
    return arrow::Status::OK();
}

} // namespace wgs
