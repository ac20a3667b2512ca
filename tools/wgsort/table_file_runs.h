// SPDX-License-Identifier: MIT
// Runs of equal values in a column.
#ifndef WGSORT_TOOLS_TABLE_FILE_RUNS_H
#define WGSORT_TOOLS_TABLE_FILE_RUNS_H

#include <arrow/array.h>
#include <arrow/type.h>

#include "table.h"

namespace wgs {

// Whether equal values of this type are told apart from others: all types but nested ones.
bool is_run_type(arrow::DataType const& type);

// Marks where runs begin over all chunks; see wgs_table_mark_runs.
arrow::Status mark_runs(arrow::ArrayVector const& chunks, wgs_run_value* last, uint8_t* starts);

} // namespace wgs
#endif
