// SPDX-License-Identifier: MIT
#include "table_file_take.h"

#include <arrow/array/concatenate.h>
#include <arrow/chunked_array.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/cast.h>
#include <arrow/compute/exec.h>
#include <arrow/util/checked_cast.h>

#include "table_file_dictionary.h"
#include "table_file_io.h"

namespace wgs {

using arrow::ArrayVector;
using arrow::Type;
using arrow::internal::checked_cast;

namespace {

arrow::compute::ExecContext* exec_context() {
    static arrow::compute::ExecContext context(memory_pool());
    return &context;
}

arrow::Result<DataPtr> cast_to(DataPtr const& data, TypePtr const& type) {
    ARROW_ASSIGN_OR_RAISE(
        auto result,
        arrow::compute::Cast(data, type, arrow::compute::CastOptions::Safe(), exec_context()));
    return result.array();
}

DataPtr with_type(DataPtr const& data, TypePtr const& type) {
    auto copy = data->Copy();
    copy->type = type;
    return copy;
}

// Runs are found by comparing values, and floats compare -0 equal to 0: compare their bits.
TypePtr bits_of_float(TypePtr const& type) {
    switch (type->id()) {
    case Type::HALF_FLOAT:
        return arrow::uint16();
    case Type::FLOAT:
        return arrow::uint32();
    case Type::DOUBLE:
        return arrow::uint64();
    default:
        return type;
    }
}

// Runs of values in take form; the values stay so.
arrow::Result<DataPtr> encode_runs(DataPtr const& values, TypePtr const& run_end_type) {
    arrow::compute::RunEndEncodeOptions const options(run_end_type);
    auto const bits = with_type(values, bits_of_float(values->type));
    ARROW_ASSIGN_OR_RAISE(
        auto encoded, arrow::compute::RunEndEncode(bits, options, exec_context()));
    return encoded.array()->Copy();
}

arrow::Result<DataPtr> decode_runs(DataPtr const& data) {
    ARROW_ASSIGN_OR_RAISE(auto decoded, arrow::compute::RunEndDecode(data, exec_context()));
    return decoded.array();
}

} // namespace

arrow::Result<TypePtr> take_form(TypePtr const& type) {
    auto const stored = storage_type(type);
    TypePtr form = stored;
    switch (stored->id()) {
    case Type::STRING_VIEW:
        return arrow::large_utf8();
    case Type::BINARY_VIEW:
        return arrow::large_binary();
    case Type::DICTIONARY:
        break; // Take moves the indices and leaves the values alone
    case Type::RUN_END_ENCODED:
        return take_form(checked_cast<arrow::RunEndEncodedType const&>(*stored).value_type());
    default: {
        ARROW_ASSIGN_OR_RAISE(form, map_children(stored, take_form));
    }
    }
    return form == stored ? type : form;
}

arrow::Result<DataPtr> to_take_form(DataPtr const& data) {
    ARROW_ASSIGN_OR_RAISE(auto form, take_form(data->type));
    if (form == data->type) {
        return data;
    }
    auto const stored = with_type(data, storage_type(data->type));
    switch (stored->type->id()) {
    case Type::STRING_VIEW:
    case Type::BINARY_VIEW:
        return cast_to(stored, form);
    case Type::RUN_END_ENCODED: { // the values first: views can't be decoded
        ARROW_ASSIGN_OR_RAISE(auto runs, map_children(stored, to_take_form));
        return decode_runs(runs);
    }
    default:
        return map_children(stored, to_take_form);
    }
}

arrow::Result<DataPtr> from_take_form(DataPtr const& data, TypePtr const& type) {
    if (data->type == type || data->type->Equals(*type)) {
        return with_type(data, type); // field names and metadata inside are the column's
    }
    auto const stored = storage_type(type);
    switch (stored->id()) {
    case Type::STRING_VIEW:
    case Type::BINARY_VIEW: {
        ARROW_ASSIGN_OR_RAISE(auto views, cast_to(data, stored));
        return with_type(views, type);
    }
    case Type::RUN_END_ENCODED: {
        auto const& runs = checked_cast<arrow::RunEndEncodedType const&>(*stored);
        ARROW_ASSIGN_OR_RAISE(auto encoded, encode_runs(data, runs.run_end_type()));
        auto const values = with_type(encoded->child_data[1], data->type);
        ARROW_ASSIGN_OR_RAISE(encoded->child_data[1], from_take_form(values, runs.value_type()));
        return with_type(encoded, type);
    }
    default: {
        auto result = with_type(data, type);
        if (result->dictionary != nullptr) { // the target's values are in take form
            ARROW_ASSIGN_OR_RAISE(result->dictionary, to_take_form(result->dictionary));
        }
        for (size_t child = 0; child < result->child_data.size(); child++) {
            auto const& child_type = stored->field(static_cast<int>(child))->type();
            ARROW_ASSIGN_OR_RAISE(
                result->child_data[child], from_take_form(result->child_data[child], child_type));
        }
        return result;
    }
    }
}

namespace {

// Joins chunks[begin .. end) or, where the joined offsets would not fit, its halves.
arrow::Status join_range(ArrayVector* chunks, size_t begin, size_t end, ArrayVector* joined) {
    if (end - begin == 1) {
        joined->push_back(std::move((*chunks)[begin]));
        return arrow::Status::OK();
    }
    auto const first = chunks->begin() + static_cast<std::ptrdiff_t>(begin);
    auto const last = chunks->begin() + static_cast<std::ptrdiff_t>(end);
    auto whole = arrow::Concatenate(ArrayVector(first, last), memory_pool());
    if (whole.ok()) {
        std::fill(first, last, nullptr);
        joined->push_back(*whole);
        return arrow::Status::OK();
    }
    if (!whole.status().IsInvalid() && !whole.status().IsCapacityError()) {
        return whole.status();
    }
    size_t const middle = begin + (end - begin) / 2;
    ARROW_RETURN_NOT_OK(join_range(chunks, begin, middle, joined));
    return join_range(chunks, middle, end, joined);
}

arrow::Result<std::shared_ptr<arrow::Array>>
take_from(arrow::Array const& values, arrow::Array const& rows) {
    return arrow::compute::Take(
        values, rows, arrow::compute::TakeOptions::BoundsCheck(), exec_context());
}

std::shared_ptr<arrow::Array> index_array(uint64_t const* rows, int64_t count) {
    auto buffer = arrow::Buffer::Wrap(rows, static_cast<size_t>(count));
    return std::make_shared<arrow::UInt64Array>(count, std::move(buffer));
}

// The rows of each group are taken in the order asked for and put one behind the other; a last Take
// brings them into their places.
arrow::Result<std::shared_ptr<arrow::Array>>
take_from_groups(ArrayVector const& groups, uint64_t const* order, int64_t count) {
    std::vector<std::vector<uint64_t>> rows(groups.size());
    std::vector<size_t> group_of(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; i++) {
        uint64_t row = order[i];
        size_t group = 0;
        while (group < groups.size() && row >= static_cast<uint64_t>(groups[group]->length())) {
            row -= static_cast<uint64_t>(groups[group]->length());
            group++;
        }
        if (group == groups.size()) {
            return arrow::Status::IndexError("row ", order[i], " is not in the table");
        }
        group_of[static_cast<size_t>(i)] = group;
        rows[group].push_back(row);
    }
    ArrayVector parts;
    std::vector<uint64_t> place(groups.size());
    uint64_t taken = 0;
    for (size_t group = 0; group < groups.size(); group++) {
        auto const& wanted = rows[group];
        auto const indices = index_array(wanted.data(), static_cast<int64_t>(wanted.size()));
        ARROW_ASSIGN_OR_RAISE(auto part, take_from(*groups[group], *indices));
        parts.push_back(std::move(part));
        place[group] = taken;
        taken += wanted.size();
    }
    std::vector<uint64_t> final_rows;
    final_rows.reserve(group_of.size());
    for (size_t const group : group_of) {
        final_rows.push_back(place[group]++);
    }
    ARROW_ASSIGN_OR_RAISE(auto joined, arrow::Concatenate(parts, memory_pool()));
    return take_from(*joined, *index_array(final_rows.data(), count));
}

} // namespace

arrow::Status join_chunks(ArrayVector* chunks) {
    auto const first = chunks->empty() ? nullptr : chunks->front();
    std::erase_if(*chunks, [](auto const& chunk) { return chunk->length() == 0; });
    if (chunks->empty() && first != nullptr) {
        chunks->push_back(first); // for its dictionary
    }
    for (auto& chunk : *chunks) {
        ARROW_ASSIGN_OR_RAISE(auto data, to_take_form(chunk->data()));
        chunk = arrow::MakeArray(data);
    }
    if (chunks->size() < 2) {
        return arrow::Status::OK();
    }
    ARROW_RETURN_NOT_OK(unify_dictionaries(chunks));
    ArrayVector joined;
    ARROW_RETURN_NOT_OK(join_range(chunks, 0, chunks->size(), &joined));
    *chunks = std::move(joined);
    return arrow::Status::OK();
}

arrow::Result<DataPtr> take_rows(ArrayVector const& chunks, uint64_t const* order, int64_t count) {
    std::shared_ptr<arrow::Array> taken;
    if (chunks.size() == 1) {
        ARROW_ASSIGN_OR_RAISE(taken, take_from(*chunks[0], *index_array(order, count)));
    } else {
        ARROW_ASSIGN_OR_RAISE(taken, take_from_groups(chunks, order, count));
    }
    return taken->data();
}

} // namespace wgs
