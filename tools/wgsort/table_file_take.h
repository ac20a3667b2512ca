// SPDX-License-Identifier: MIT
// Whole rows in another order, through Arrow's Take, for every column type.
//
// Take has no kernel for string views, binary views and run-end encoding, wherever they are nested.
// Such a column is held in a form that Take knows ("take form": large strings, decoded runs) and
// each output batch is turned back. Take over a chunked column would join all chunks at every call,
// so the chunks are joined once; where 32-bit offsets don't reach over a whole column it stays in a
// few groups, and an output batch is taken from each group and put together.
#ifndef WGSORT_TOOLS_TABLE_FILE_TAKE_H
#define WGSORT_TOOLS_TABLE_FILE_TAKE_H

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include <memory>
#include <vector>

#include "table_file_types.h"

namespace wgs {

// The type that a column has in take form; `type` itself when Take knows it.
arrow::Result<TypePtr> take_form(TypePtr const& type);
arrow::Result<DataPtr> to_take_form(DataPtr const& data);
// Back to the column's own type.
arrow::Result<DataPtr> from_take_form(DataPtr const& data, TypePtr const& type);

// Joins a column's chunks, in take form, into as few arrays as their offsets allow; dictionaries
// are made one. Replaces the chunks one by one, so that two copies of the column are the peak.
arrow::Status join_chunks(arrow::ArrayVector* chunks);

// Rows `order[0 .. count)` of the column whose joined chunks these are, in take form.
arrow::Result<DataPtr>
take_rows(arrow::ArrayVector const& chunks, uint64_t const* order, int64_t count);

} // namespace wgs
#endif
