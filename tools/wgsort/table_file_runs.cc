// SPDX-License-Identifier: MIT
#include "table_file_runs.h"

#include <arrow/extension_type.h>
#include <arrow/util/checked_cast.h>

#include <functional>
#include <optional>
#include <string_view>

#include "table_file_take.h"

namespace wgs {
namespace {

using arrow::Type;
using arrow::internal::checked_cast;

// The bytes by which a row's value is compared; none for a null.
using Bytes = std::optional<std::string_view>;
using Reader = std::function<Bytes(int64_t row)>;

arrow::Result<Reader> value_reader(std::shared_ptr<arrow::Array> const& array);

Reader bool_reader(arrow::Array const& array) {
    auto const& bits = checked_cast<arrow::BooleanArray const&>(array);
    return [&bits](int64_t row) -> Bytes {
        return std::string_view(bits.Value(row) ? "\1" : "\0", 1);
    };
}

// Also strings.
template <class BytesArray> Reader bytes_reader(arrow::Array const& array) {
    auto const& values = checked_cast<BytesArray const&>(array);
    return [&values](int64_t row) -> Bytes { return values.GetView(row); };
}

Reader fixed_reader(arrow::Array const& array) {
    auto const& type = checked_cast<arrow::FixedWidthType const&>(*array.type());
    auto const width = static_cast<size_t>(type.bit_width() / 8);
    auto const& data = *array.data();
    auto const* const first = reinterpret_cast<char const*>(data.buffers[1]->data()) +
                              static_cast<size_t>(data.offset) * width;
    return [first, width](int64_t row) -> Bytes {
        return std::string_view(first + static_cast<size_t>(row) * width, width);
    };
}

// By value, since equal values may have different indices.
arrow::Result<Reader> dictionary_reader(arrow::Array const& array) {
    auto const& encoded = checked_cast<arrow::DictionaryArray const&>(array);
    ARROW_ASSIGN_OR_RAISE(auto values, value_reader(encoded.dictionary()));
    return [&encoded, values](int64_t row) -> Bytes { return values(encoded.GetValueIndex(row)); };
}

arrow::Result<Reader> plain_reader(arrow::Array const& array) {
    switch (array.type_id()) {
    case Type::BOOL:
        return bool_reader(array);
    case Type::STRING:
    case Type::BINARY:
        return bytes_reader<arrow::BinaryArray>(array);
    case Type::LARGE_STRING:
    case Type::LARGE_BINARY:
        return bytes_reader<arrow::LargeBinaryArray>(array);
    case Type::STRING_VIEW:
    case Type::BINARY_VIEW:
        return bytes_reader<arrow::BinaryViewArray>(array);
    case Type::DICTIONARY:
        return dictionary_reader(array);
    default:
        return fixed_reader(array);
    }
}

// `array` outlives the reader, and is neither an extension nor run-end encoded.
arrow::Result<Reader> value_reader(std::shared_ptr<arrow::Array> const& array) {
    if (array->length() == 0 || array->null_count() == array->length()) {
        return [](int64_t) -> Bytes { return std::nullopt; };
    }
    ARROW_ASSIGN_OR_RAISE(auto values, plain_reader(*array));
    if (array->null_count() == 0) {
        return values;
    }
    auto const& nulls = *array;
    return [&nulls, values](int64_t row) -> Bytes {
        return nulls.IsNull(row) ? std::nullopt : values(row);
    };
}

// The storage of extensions, decoded runs.
arrow::Result<std::shared_ptr<arrow::Array>> plain_array(arrow::Array const& chunk) {
    auto data = chunk.data()->Copy();
    data->type = storage_type(data->type);
    if (data->type->id() == Type::RUN_END_ENCODED) {
        ARROW_ASSIGN_OR_RAISE(data, to_take_form(data));
        data = data->Copy();
        data->type = storage_type(data->type);
    }
    return arrow::MakeArray(data);
}

} // namespace

bool is_run_type(arrow::DataType const& type) {
    switch (type.id()) {
    case Type::EXTENSION:
        return is_run_type(*checked_cast<arrow::ExtensionType const&>(type).storage_type());
    case Type::RUN_END_ENCODED:
        return is_run_type(*checked_cast<arrow::RunEndEncodedType const&>(type).value_type());
    case Type::DICTIONARY: {
        auto const& values = *checked_cast<arrow::DictionaryType const&>(type).value_type();
        bool const nested = values.id() == Type::EXTENSION || values.id() == Type::RUN_END_ENCODED;
        return !nested && is_run_type(values);
    }
    default:
        return type.num_fields() == 0 && type.id() != Type::STRUCT;
    }
}

arrow::Status mark_runs(arrow::ArrayVector const& chunks, wgs_run_value* last, uint8_t* starts) {
    for (auto const& chunk : chunks) {
        ARROW_ASSIGN_OR_RAISE(auto const array, plain_array(*chunk));
        ARROW_ASSIGN_OR_RAISE(auto const values, value_reader(array));
        for (int64_t row = 0; row < array->length(); row++) {
            auto const value = values(row);
            // An empty value has bytes too, if none to look at: only a null has not.
            char const* const bytes = !value ? nullptr : value->empty() ? "" : value->data();
            wgs_failure failure;
            if (!wgs_run_value_take(last, bytes, value ? value->size() : 0, starts++, &failure)) {
                return arrow::Status::OutOfMemory(failure.message);
            }
        }
    }
    return arrow::Status::OK();
}

} // namespace wgs
