// SPDX-License-Identifier: MIT
// Nested Arrow types and arrays rebuilt with other children.
#ifndef WGSORT_TOOLS_TABLE_FILE_TYPES_H
#define WGSORT_TOOLS_TABLE_FILE_TYPES_H

#include <arrow/array/data.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include <functional>
#include <memory>

namespace wgs {

using TypePtr = std::shared_ptr<arrow::DataType>;
using DataPtr = std::shared_ptr<arrow::ArrayData>;

// An extension type's storage type, any other type itself.
TypePtr storage_type(TypePtr type);

// `type` (no extension type) with each child's type replaced, a dictionary's value type included;
// `type` itself when no child's type changes.
using TypeMap = std::function<arrow::Result<TypePtr>(TypePtr const&)>;
arrow::Result<TypePtr> map_children(TypePtr const& type, TypeMap const& map);

// The array with each child replaced (the whole child, before the parent's offset applies) and its
// type rebuilt to fit; extension types become their storage. `data` itself when nothing changes.
using DataMap = std::function<arrow::Result<DataPtr>(DataPtr const&)>;
arrow::Result<DataPtr> map_children(DataPtr const& data, DataMap const& map);

} // namespace wgs
#endif
