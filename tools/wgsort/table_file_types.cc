// SPDX-License-Identifier: MIT
#include "table_file_types.h"

#include <arrow/extension_type.h>
#include <arrow/util/checked_cast.h>

namespace wgs {

using arrow::Type;
using arrow::internal::checked_cast;

namespace {

arrow::Result<TypePtr> with_fields(arrow::DataType const& type, arrow::FieldVector const& fields) {
    switch (type.id()) {
    case Type::LIST:
        return arrow::list(fields[0]);
    case Type::LARGE_LIST:
        return arrow::large_list(fields[0]);
    case Type::LIST_VIEW:
        return arrow::list_view(fields[0]);
    case Type::LARGE_LIST_VIEW:
        return arrow::large_list_view(fields[0]);
    case Type::FIXED_SIZE_LIST:
        return arrow::fixed_size_list(
            fields[0], checked_cast<arrow::FixedSizeListType const&>(type).list_size());
    case Type::MAP:
        return arrow::MapType::Make(
            fields[0], checked_cast<arrow::MapType const&>(type).keys_sorted());
    case Type::STRUCT:
        return arrow::struct_(fields);
    case Type::SPARSE_UNION:
        return arrow::sparse_union(
            fields, checked_cast<arrow::UnionType const&>(type).type_codes());
    case Type::DENSE_UNION:
        return arrow::dense_union(fields, checked_cast<arrow::UnionType const&>(type).type_codes());
    case Type::RUN_END_ENCODED:
        return arrow::run_end_encoded(fields[0]->type(), fields[1]->type());
    default:
        return arrow::Status::NotImplemented("type ", type.ToString(), " has unknown children");
    }
}

} // namespace

TypePtr storage_type(TypePtr type) {
    while (type->id() == Type::EXTENSION) {
        type = checked_cast<arrow::ExtensionType const&>(*type).storage_type();
    }
    return type;
}

arrow::Result<TypePtr> map_children(TypePtr const& type, TypeMap const& map) {
    if (type->id() == Type::DICTIONARY) {
        auto const& dictionary = checked_cast<arrow::DictionaryType const&>(*type);
        ARROW_ASSIGN_OR_RAISE(auto values, map(dictionary.value_type()));
        return values == dictionary.value_type()
                   ? type
                   : arrow::dictionary(dictionary.index_type(), values, dictionary.ordered());
    }
    bool changed = false;
    arrow::FieldVector fields;
    for (auto const& field : type->fields()) {
        ARROW_ASSIGN_OR_RAISE(auto child, map(field->type()));
        changed = changed || child != field->type();
        fields.push_back(field->WithType(child));
    }
    return changed ? with_fields(*type, fields) : type;
}

arrow::Result<DataPtr> map_children(DataPtr const& data, DataMap const& map) {
    auto mapped = data->Copy();
    mapped->type = storage_type(data->type);
    bool changed = mapped->type != data->type;
    std::vector<TypePtr> types;
    auto const replace = [&](DataPtr& child) -> arrow::Status {
        ARROW_ASSIGN_OR_RAISE(auto after, map(child));
        changed = changed || after != child;
        types.push_back(after->type);
        child = std::move(after);
        return arrow::Status::OK();
    };
    if (mapped->dictionary != nullptr) {
        ARROW_RETURN_NOT_OK(replace(mapped->dictionary));
    }
    for (auto& child : mapped->child_data) {
        ARROW_RETURN_NOT_OK(replace(child));
    }
    if (!changed) {
        return data;
    }
    size_t next = 0;
    auto const next_type = [&](TypePtr const&) -> arrow::Result<TypePtr> { return types[next++]; };
    ARROW_ASSIGN_OR_RAISE(mapped->type, map_children(mapped->type, next_type));
    return mapped;
}

} // namespace wgs
