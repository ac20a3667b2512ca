// SPDX-License-Identifier: MIT
// Key columns, widened to the types that the library sorts.
#ifndef WGSORT_TOOLS_TABLE_FILE_KEYS_H
#define WGSORT_TOOLS_TABLE_FILE_KEYS_H

#include <arrow/array.h>
#include <arrow/type.h>

#include "table.h"

namespace wgs {

// Whether a column of this type can be a sort key.
bool is_key_type(arrow::DataType const& type);

// The column's rows over all chunks; `key` owns malloc'ed arrays on success only. A status of
// OutOfMemory when they can't be had.
arrow::Status
load_key(arrow::DataType const& type, arrow::ArrayVector const& chunks, wgs_key_column* key);

} // namespace wgs
#endif
