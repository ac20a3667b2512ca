// SPDX-License-Identifier: MIT
// What of a Parquet file's own types survives the way through Arrow and back.
#ifndef WGSORT_TOOLS_TABLE_FILE_PARQUET_H
#define WGSORT_TOOLS_TABLE_FILE_PARQUET_H

#include <arrow/table.h>
#include <parquet/arrow/reader.h>
#include <parquet/properties.h>
#include <parquet/schema.h>

#include <vector>

namespace wgs {

// How the input stores what Parquet can store in two ways.
struct ParquetStyle {
    bool decimals_as_integers = false;
    bool times_in_utc = false;
};
ParquetStyle parquet_style(parquet::SchemaDescriptor const& schema);

// Refuses a file with a column whose annotation (ENUM, BSON, GEOMETRY, ...) Arrow doesn't carry, so
// that it would be written without.
arrow::Status check_parquet_types(
    parquet::SchemaDescriptor const& own, arrow::Schema const& schema, ParquetStyle const& style);

// The leaves stored in the retired 96-bit form, which Arrow reads as nanoseconds in 64 bits.
std::vector<int> int96_leaves(parquet::SchemaDescriptor const& schema);

// Refuses times that nanoseconds in 64 bits can't hold. `table` has the leaves of int96_leaves,
// read as seconds.
arrow::Status check_int96_range(arrow::Table const& table);

} // namespace wgs
#endif
