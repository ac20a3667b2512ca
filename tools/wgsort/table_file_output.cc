// SPDX-License-Identifier: MIT
#include "table_file_output.h"

#include <arrow/array/util.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/bitmap_ops.h>
#include <arrow/util/byte_size.h>
#include <arrow/util/parallel.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>

#include "table_file_take.h"

namespace wgs {

using arrow::Status;

namespace {

constexpr int64_t OUTPUT_BATCH_ROWS = 65536;
// Rows of long values come in smaller batches.
constexpr int64_t OUTPUT_BATCH_SIZE = 64 << 20;
// Below, threads cost more than they give.
constexpr int64_t MIN_PARALLEL_ROWS = 1024;

std::shared_ptr<arrow::DataType> result_type(wgs_key_type type) {
    switch (type) {
    case WGS_KEY_U32:
        return arrow::uint32();
    case WGS_KEY_I32:
        return arrow::int32();
    case WGS_KEY_F32:
        return arrow::float32();
    case WGS_KEY_U64:
        return arrow::uint64();
    case WGS_KEY_I64:
        return arrow::int64();
    case WGS_KEY_F64:
        break;
    }
    return arrow::float64();
}

} // namespace

Output::Output(Table* table, wgs_write_options const& options, int fd)
    : table_(table), options_(options), sink_(std::make_shared<FdOutput>(fd)) {}

arrow::Result<std::unique_ptr<Output>>
Output::open(Table* table, wgs_write_options const& options, int fd) {
    std::unique_ptr<Output> output(new Output(table, options, fd));
    ARROW_RETURN_NOT_OK(output->make_schema());
    return output;
}

// The schema with the result's field, in place of one or behind the last.
Status Output::add_result_field() {
    wgs_result_column const* const result = options_.result;
    if (result == nullptr) {
        return Status::OK();
    }
    auto const type = result_type(result->type);
    if (!result->replace) {
        return own_->AddField(own_->num_fields(), arrow::field(result->name, type)).Value(&own_);
    }
    auto const source = static_cast<int>(result->source);
    auto const field = own_->field(source)->WithType(type)->WithNullable(true);
    return own_->SetField(source, field).Value(&own_);
}

bool Output::is_result(size_t column) const {
    wgs_result_column const* const result = options_.result;
    return result != nullptr &&
           column == (result->replace ? result->source : table_->columns.size());
}

Status Output::make_schema() {
    if (options_.argsort) {
        own_ = arrow::schema({arrow::field("row", arrow::uint64(), false)});
    } else {
        own_ = table_->schema;
        if (options_.format == table_->format) {
            ARROW_RETURN_NOT_OK(table_->reader->check_same_format());
        }
        ARROW_RETURN_NOT_OK(add_result_field());
        for (auto const& field : own_->fields()) {
            auto const status = check_column(options_.format, *field);
            if (!status.ok()) {
                return status.WithMessage(
                    "column '",
                    field->name(),
                    "' has type ",
                    field->type()->ToString(),
                    ", which ",
                    format_phrase(options_.format),
                    " can't hold: ",
                    status.message());
            }
        }
    }
    return written_schema(options_.format, *own_).Value(&written_);
}

Status Output::ensure_file() {
    if (file_ != nullptr) {
        return Status::OK();
    }
    auto const style = options_.argsort ? FileStyle() : table_->reader->style();
    return open_file_writer(options_.format, sink_, own_, style).Value(&file_);
}

arrow::Result<std::shared_ptr<arrow::Array>>
Output::take_result(uint64_t const* order, int64_t count) const {
    wgs_result_column const& result = *options_.result;
    auto const type = result_type(result.type);
    auto const size = static_cast<size_t>(type->byte_width());
    auto const* const from = static_cast<uint8_t const*>(result.values);
    ARROW_ASSIGN_OR_RAISE(
        auto values, arrow::AllocateBuffer(count * type->byte_width(), memory_pool()));
    ARROW_ASSIGN_OR_RAISE(auto valid, arrow::AllocateEmptyBitmap(count, memory_pool()));
    int64_t nulls = 0;
    for (int64_t i = 0; i < count; i++) {
        std::memcpy(
            values->mutable_data() + static_cast<size_t>(i) * size, from + order[i] * size, size);
        bool const is_valid = result.nulls[order[i]] == 0;
        arrow::bit_util::SetBitTo(valid->mutable_data(), i, is_valid);
        nulls += is_valid ? 0 : 1;
    }
    std::shared_ptr<arrow::Buffer> const bitmap = nulls > 0 ? std::move(valid) : nullptr;
    return arrow::MakeArray(
        arrow::ArrayData::Make(type, count, {bitmap, std::move(values)}, nulls));
}

arrow::Result<std::shared_ptr<arrow::Array>>
Output::take_column(size_t column, uint64_t const* order, int64_t count) const {
    if (is_result(column)) {
        return take_result(order, count);
    }
    auto const& type = written_->field(static_cast<int>(column))->type();
    auto const& chunks = table_->columns[column];
    if (chunks.empty() && count == 0) {
        return arrow::MakeEmptyArray(type, memory_pool());
    }
    auto taken = take_rows(chunks, order, count);
    auto result = taken.ok() ? from_take_form(*taken, type) : taken;
    if (!result.ok()) {
        return with_column(result.status(), written_->field(static_cast<int>(column))->name());
    }
    return arrow::MakeArray(*result);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>>
Output::take_batch(uint64_t const* order, int64_t count) const {
    arrow::ArrayVector arrays(static_cast<size_t>(written_->num_fields()));
    auto const take = [&](int column) -> Status {
        auto const i = static_cast<size_t>(column);
        try { // an exception in one of Arrow's threads would end the process
            return take_column(i, order, count).Value(&arrays[i]);
        } catch (std::exception const& error) {
            return Status::OutOfMemory(error.what());
        }
    };
    bool const in_parallel = count >= MIN_PARALLEL_ROWS;
    ARROW_RETURN_NOT_OK(
        arrow::internal::OptionalParallelFor(in_parallel, static_cast<int>(arrays.size()), take));
    return arrow::RecordBatch::Make(written_, count, std::move(arrays));
}

// One batch, which carries its metadata when it is an input batch in another order.
Status Output::write_whole(uint64_t const* order, int64_t count) {
    ARROW_ASSIGN_OR_RAISE(auto batch, take_batch(order, count));
    return file_->write(*batch, table_->batches == 1 ? table_->batch_metadata : nullptr);
}

// At most `count` rows a batch; fewer where 32-bit offsets don't reach over that many.
Status Output::write_piece(uint64_t const* order, int64_t count) {
    auto batch = take_batch(order, count);
    if (batch.ok()) {
        return file_->write(**batch, nullptr);
    }
    bool const may_be_size = batch.status().IsInvalid() || batch.status().IsCapacityError();
    if (!may_be_size || count < 2) {
        return batch.status();
    }
    ARROW_RETURN_NOT_OK(write_piece(order, count / 2));
    return write_piece(order + count / 2, count - count / 2);
}

Status Output::write_numbers(uint64_t const* order, int64_t count, uint64_t first_row) {
    ARROW_ASSIGN_OR_RAISE(auto buffer, arrow::AllocateBuffer(count * 8, memory_pool()));
    auto* const numbers = buffer->mutable_data_as<uint64_t>();
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = order[i] + first_row;
    }
    auto array = std::make_shared<arrow::UInt64Array>(count, std::move(buffer));
    return file_->write(*arrow::RecordBatch::Make(written_, count, {array}), nullptr);
}

int64_t Output::piece_rows() const {
    int64_t size = 0;
    for (auto const& chunks : table_->columns) {
        for (auto const& chunk : chunks) {
            size += arrow::util::TotalBufferSize(*chunk);
        }
    }
    int64_t const row_size = size / std::max<int64_t>(static_cast<int64_t>(table_->rows), 1);
    return std::clamp<int64_t>(
        OUTPUT_BATCH_SIZE / std::max<int64_t>(row_size, 1), 1, OUTPUT_BATCH_ROWS);
}

Status
Output::write_rows(uint64_t const* order, uint64_t count, bool keep_batch, uint64_t first_row) {
    ARROW_RETURN_NOT_OK(ensure_file());
    std::vector<uint64_t> as_they_are;
    if (order == nullptr) {
        as_they_are.resize(count);
        std::iota(as_they_are.begin(), as_they_are.end(), UINT64_C(0));
        order = as_they_are.data();
    }
    auto const rows = static_cast<int64_t>(count);
    if (keep_batch) {
        ARROW_RETURN_NOT_OK(file_->begin_group());
    }
    if (!options_.argsort) {
        ARROW_RETURN_NOT_OK(table_->join());
    }
    if (keep_batch && group_is_batch(options_.format)) {
        return options_.argsort ? write_numbers(order, rows, first_row) : write_whole(order, rows);
    }
    int64_t const step = options_.argsort ? OUTPUT_BATCH_ROWS : piece_rows();
    for (int64_t done = 0; done < rows; done += step) {
        int64_t const piece = std::min(step, rows - done);
        ARROW_RETURN_NOT_OK(
            options_.argsort ? write_numbers(order + done, piece, first_row)
                             : write_piece(order + done, piece));
    }
    return Status::OK();
}

Status Output::finish() {
    ARROW_RETURN_NOT_OK(ensure_file());
    return file_->finish();
}

} // namespace wgs
