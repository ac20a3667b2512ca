// SPDX-License-Identifier: MIT
#include "table_file_table.h"

#include <arrow/compute/initialize.h>
#include <arrow/scalar.h>
#include <arrow/util/checked_cast.h>

#include "table_file_io.h"
#include "table_file_take.h"

namespace wgs {

using arrow::Status;

namespace {

// More rows than any machine holds. Columns of type null need no memory to claim them.
constexpr uint64_t MAX_ROWS = UINT64_C(1) << 40;

arrow::Result<std::string> describe_value(arrow::Array const& array, int64_t row) {
    if (array.IsNull(row)) {
        return "null";
    }
    ARROW_ASSIGN_OR_RAISE(auto scalar, array.GetScalar(row));
    if (scalar->type->id() == arrow::Type::RUN_END_ENCODED) {
        scalar = arrow::internal::checked_cast<arrow::RunEndEncodedScalar const&>(*scalar).value;
    }
    if (scalar->type->id() == arrow::Type::DICTIONARY) {
        auto const& encoded =
            arrow::internal::checked_cast<arrow::DictionaryScalar const&>(*scalar);
        ARROW_ASSIGN_OR_RAISE(scalar, encoded.GetEncodedValue());
    }
    return scalar->ToString();
}

} // namespace

Status with_column(Status const& status, std::string const& name) {
    return status.WithMessage("column '", name, "': ", status.message());
}

Status Table::open(wgs_source const& source) {
    ARROW_RETURN_NOT_OK(arrow::compute::Initialize());
    size = source.size;
    ARROW_ASSIGN_OR_RAISE(reader, open_file_reader(source, format));
    schema = reader->schema();
    for (auto const& field : schema->fields()) {
        type_names.push_back(field->type()->ToString());
    }
    columns.resize(type_names.size());
    return Status::OK();
}

arrow::Result<bool> Table::read_batch() {
    FileBatch batch;
    ARROW_ASSIGN_OR_RAISE(bool const more, reader->read(&batch));
    if (!more) {
        return false;
    }
    auto const new_rows = static_cast<uint64_t>(batch.rows);
    if (new_rows > MAX_ROWS - rows) {
        return Status::Invalid("it claims to have more than 2^40 rows");
    }
    for (size_t i = 0; i < columns.size(); i++) {
        columns[i].insert(columns[i].end(), batch.columns[i].begin(), batch.columns[i].end());
    }
    rows += new_rows;
    batches++;
    batch_metadata = batch.metadata;
    is_joined = false;
    return true;
}

void Table::drop_rows() {
    for (auto& chunks : columns) {
        chunks.clear();
    }
    rows = 0;
    batches = 0;
    batch_metadata.reset();
    is_joined = false;
}

Status Table::join() {
    for (size_t i = 0; i < columns.size() && !is_joined; i++) {
        auto const status = join_chunks(&columns[i]);
        if (!status.ok()) {
            return with_column(status, schema->field(static_cast<int>(i))->name());
        }
    }
    is_joined = true;
    return Status::OK();
}

arrow::Result<std::string> Table::describe_row(uint64_t row, size_t limit) const {
    std::string text;
    for (size_t i = 0; i < columns.size() && text.size() < limit; i++) {
        auto local = static_cast<int64_t>(row);
        auto chunk = columns[i].begin();
        while (chunk != columns[i].end() && local >= (*chunk)->length()) {
            local -= (*chunk)->length();
            ++chunk;
        }
        if (chunk == columns[i].end()) {
            return Status::IndexError("row ", row, " is not held");
        }
        ARROW_ASSIGN_OR_RAISE(auto value, describe_value(**chunk, local));
        text += (i == 0 ? "" : ", ") + schema->field(static_cast<int>(i))->name() + "=" + value;
    }
    return text;
}

} // namespace wgs
