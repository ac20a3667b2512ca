// SPDX-License-Identifier: MIT
// One dictionary for all chunks of a column.
#ifndef WGSORT_TOOLS_TABLE_FILE_DICTIONARY_H
#define WGSORT_TOOLS_TABLE_FILE_DICTIONARY_H

#include <arrow/array.h>
#include <arrow/status.h>

namespace wgs {

// Gives all chunks equal dictionaries, at every depth; the index type stays. Fails when the indices
// are too narrow for all values.
arrow::Status unify_dictionaries(arrow::ArrayVector* chunks);

} // namespace wgs
#endif
