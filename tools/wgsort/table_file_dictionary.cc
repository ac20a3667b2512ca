// SPDX-License-Identifier: MIT
#include "table_file_dictionary.h"

#include <arrow/array/array_dict.h>
#include <arrow/array/concatenate.h>
#include <arrow/array/util.h>
#include <arrow/chunked_array.h>
#include <arrow/compute/api_scalar.h>
#include <arrow/compute/cast.h>
#include <arrow/compute/exec.h>
#include <arrow/scalar.h>
#include <arrow/util/checked_cast.h>

#include "table_file_io.h"

namespace wgs {

using arrow::internal::checked_cast;

namespace {

bool holds_dictionary(arrow::DataType const& type) {
    if (type.id() == arrow::Type::DICTIONARY) {
        return true;
    }
    if (type.id() == arrow::Type::EXTENSION) {
        return holds_dictionary(*checked_cast<arrow::ExtensionType const&>(type).storage_type());
    }
    for (auto const& field : type.fields()) {
        if (holds_dictionary(*field->type())) {
            return true;
        }
    }
    return false;
}

// Indices moved up by `shift`, in their own type; an error when they don't fit.
arrow::Result<std::shared_ptr<arrow::Array>>
shift_indices(std::shared_ptr<arrow::Array> const& indices, int64_t shift) {
    arrow::compute::ExecContext context(memory_pool());
    auto const safe = arrow::compute::CastOptions::Safe();
    ARROW_ASSIGN_OR_RAISE(
        auto wide, arrow::compute::Cast(*indices, arrow::int64(), safe, &context));
    ARROW_ASSIGN_OR_RAISE(
        auto moved,
        arrow::compute::Add(
            wide, arrow::MakeScalar(shift), arrow::compute::ArithmeticOptions(true), &context));
    return arrow::compute::Cast(*moved.make_array(), indices->type(), safe, &context);
}

// Puts the dictionaries one behind the other. For value types that can't be compared (nested ones)
// and for dictionaries with a null in them; a value may then occur several times, as the format
// allows.
arrow::Status stack_dictionaries(arrow::ArrayVector* chunks) {
    arrow::ArrayVector dictionaries;
    arrow::ArrayVector indices;
    int64_t shift = 0;
    for (auto const& chunk : *chunks) {
        auto const& encoded = checked_cast<arrow::DictionaryArray const&>(*chunk);
        ARROW_ASSIGN_OR_RAISE(auto shifted, shift_indices(encoded.indices(), shift));
        indices.push_back(std::move(shifted));
        dictionaries.push_back(encoded.dictionary());
        shift += encoded.dictionary()->length();
    }
    ARROW_ASSIGN_OR_RAISE(auto stacked, arrow::Concatenate(dictionaries, memory_pool()));
    for (size_t i = 0; i < chunks->size(); i++) {
        auto const type = (*chunks)[i]->type();
        (*chunks)[i] = std::make_shared<arrow::DictionaryArray>(type, indices[i], stacked);
    }
    return arrow::Status::OK();
}

} // namespace

arrow::Status unify_dictionaries(arrow::ArrayVector* chunks) {
    if (chunks->size() < 2 || !holds_dictionary(*(*chunks)[0]->type())) {
        return arrow::Status::OK();
    }
    auto const whole = std::make_shared<arrow::ChunkedArray>(*chunks);
    auto unified = arrow::DictionaryUnifier::UnifyChunkedArray(whole, memory_pool());
    if (unified.ok()) {
        *chunks = (*unified)->chunks();
        return arrow::Status::OK();
    }
    bool const top_level = (*chunks)[0]->type_id() == arrow::Type::DICTIONARY;
    if (top_level && stack_dictionaries(chunks).ok()) {
        return arrow::Status::OK();
    }
    return unified.status();
}

} // namespace wgs
