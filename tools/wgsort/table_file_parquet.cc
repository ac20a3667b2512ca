// SPDX-License-Identifier: MIT
#include "table_file_parquet.h"

#include <arrow/array.h>
#include <arrow/util/checked_cast.h>
#include <parquet/arrow/schema.h>

#include <limits>

namespace wgs {

using arrow::Status;
using arrow::internal::checked_cast;

ParquetStyle parquet_style(parquet::SchemaDescriptor const& schema) {
    ParquetStyle style;
    for (int leaf = 0; leaf < schema.num_columns(); leaf++) {
        auto const& column = *schema.Column(leaf);
        bool const is_integer = column.physical_type() == parquet::Type::INT32 ||
                                column.physical_type() == parquet::Type::INT64;
        auto const& logical = column.logical_type();
        if (logical == nullptr || !is_integer) {
            continue;
        }
        style.decimals_as_integers = style.decimals_as_integers || logical->is_decimal();
        if (logical->is_time()) {
            auto const& time = checked_cast<parquet::TimeLogicalType const&>(*logical);
            style.times_in_utc = style.times_in_utc || time.is_adjusted_to_utc();
        }
    }
    return style;
}

namespace {

// Whether a column that is annotated `before` keeps its meaning when it is annotated `after`.
bool same_annotation(parquet::ColumnDescriptor const& before, parquet::LogicalType const& after) {
    auto const& logical = *before.logical_type();
    if (logical.Equals(after)) {
        return true;
    }
    if (logical.is_int()) { // what the physical type says anyway
        auto const& integer = checked_cast<parquet::IntLogicalType const&>(logical);
        int const width = before.physical_type() == parquet::Type::INT32 ? 32 : 64;
        return after.is_none() && integer.is_signed() && integer.bit_width() == width;
    }
    if (logical.is_timestamp() && after.is_timestamp()) {
        // Files from before the annotations of today say nothing about zones; Arrow assumes none.
        return checked_cast<parquet::TimestampLogicalType const&>(logical).time_unit() ==
               checked_cast<parquet::TimestampLogicalType const&>(after).time_unit();
    }
    return before.physical_type() == parquet::Type::INT96;
}

} // namespace

Status check_parquet_types(
    parquet::SchemaDescriptor const& own, arrow::Schema const& schema, ParquetStyle const& style) {
    parquet::WriterProperties::Builder properties;
    if (style.decimals_as_integers) {
        properties.enable_store_decimal_as_integer();
    }
    parquet::ArrowWriterProperties::Builder arrow_properties;
    arrow_properties.set_time_adjusted_to_utc(style.times_in_utc);
    std::shared_ptr<parquet::SchemaDescriptor> written;
    ARROW_RETURN_NOT_OK(parquet::arrow::ToParquetSchema(
        &schema, *properties.build(), *arrow_properties.build(), &written));
    if (written->num_columns() != own.num_columns()) {
        return Status::NotImplemented("its columns are nested in a way that can't be written back");
    }
    for (int leaf = 0; leaf < own.num_columns(); leaf++) {
        auto const& before = *own.Column(leaf);
        auto const& after = *written->Column(leaf);
        if (same_annotation(before, *after.logical_type())) {
            continue;
        }
        return Status::NotImplemented(
            "column '",
            before.path()->ToDotString(),
            "' has the Parquet type ",
            before.logical_type()->ToString(),
            ", which would be written as ",
            after.logical_type()->ToString());
    }
    return Status::OK();
}

std::vector<int> int96_leaves(parquet::SchemaDescriptor const& schema) {
    std::vector<int> leaves;
    for (int leaf = 0; leaf < schema.num_columns(); leaf++) {
        if (schema.Column(leaf)->physical_type() == parquet::Type::INT96) {
            leaves.push_back(leaf);
        }
    }
    return leaves;
}

namespace {

Status check_seconds(arrow::ArrayData const& data) {
    constexpr int64_t LIMIT = std::numeric_limits<int64_t>::max() / 1000000000;
    for (auto const& child : data.child_data) {
        ARROW_RETURN_NOT_OK(check_seconds(*child));
    }
    if (data.type->id() != arrow::Type::TIMESTAMP) {
        return Status::OK();
    }
    auto const* const seconds = data.GetValues<int64_t>(1);
    for (int64_t row = 0; row < data.length; row++) {
        if (data.IsValid(row) && (seconds[row] >= LIMIT || seconds[row] <= -LIMIT)) {
            return Status::Invalid(
                "a time of the 96-bit type, ",
                seconds[row],
                " seconds from 1970, overflows nanoseconds in 64 bits");
        }
    }
    return Status::OK();
}

} // namespace

Status check_int96_range(arrow::Table const& table) {
    for (int i = 0; i < table.num_columns(); i++) {
        for (auto const& chunk : table.column(i)->chunks()) {
            auto const status = check_seconds(*chunk->data());
            if (!status.ok()) {
                auto const& name = table.field(i)->name();
                return status.WithMessage("column '", name, "': ", status.message());
            }
        }
    }
    return Status::OK();
}

} // namespace wgs
