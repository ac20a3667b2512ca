// SPDX-License-Identifier: MIT
#include "table_file_structure.h"

#include <arrow/array/validate.h>
#include <arrow/type.h>
#include <arrow/util/checked_cast.h>

#include <cstring>

#include "table_file_types.h"

namespace wgs {

using arrow::Compression;
using arrow::Type;

namespace {

// A type of the same layout whose values can't be wrong in themselves.
TypePtr lenient_type(TypePtr const& type) {
    switch (type->id()) {
    case Type::STRING:
        return arrow::binary();
    case Type::LARGE_STRING:
        return arrow::large_binary();
    case Type::STRING_VIEW:
        return arrow::binary_view();
    case Type::DATE64:
    case Type::TIME64:
        return arrow::int64();
    case Type::TIME32:
        return arrow::int32();
    case Type::DECIMAL32:
    case Type::DECIMAL64:
    case Type::DECIMAL128:
    case Type::DECIMAL256:
        return arrow::fixed_size_binary(type->byte_width());
    default:
        return type;
    }
}

arrow::Result<DataPtr> lenient_data(DataPtr const& data) {
    ARROW_ASSIGN_OR_RAISE(auto lenient, map_children(data, lenient_data));
    auto const type = lenient_type(lenient->type);
    if (type != lenient->type) {
        lenient = lenient->Copy();
        lenient->type = type;
    }
    return lenient;
}

// Tables of a flatbuffer that Arrow has verified. A table starts with the distance back to its
// vtable, which lists for each field its offset in the table, 0 when the field is absent.
uint8_t const* table_field(uint8_t const* table, size_t field) {
    int32_t back;
    std::memcpy(&back, table, sizeof back);
    uint8_t const* const vtable = table - back;
    uint16_t size;
    std::memcpy(&size, vtable, sizeof size);
    size_t const slot = 4 + 2 * field;
    if (slot + 2 > size) {
        return nullptr;
    }
    uint16_t offset;
    std::memcpy(&offset, vtable + slot, sizeof offset);
    return offset == 0 ? nullptr : table + offset;
}

uint8_t const* table_reference(uint8_t const* table, size_t field) {
    uint8_t const* const slot = table_field(table, field);
    if (slot == nullptr) {
        return nullptr;
    }
    uint32_t ahead;
    std::memcpy(&ahead, slot, sizeof ahead);
    return slot + ahead;
}

// Field numbers of Message.fbs.
constexpr size_t RECORD_BATCH_COMPRESSION = 3;
constexpr size_t DICTIONARY_BATCH_DATA = 1;
constexpr size_t BODY_COMPRESSION_CODEC = 0;

// Messages at the start of a file: the schema, one for each dictionary, the first record batch.
constexpr int MAX_MESSAGES_SEARCHED = 1000;

} // namespace

arrow::Status validate_structure(arrow::Array const& array) {
    ARROW_ASSIGN_OR_RAISE(auto data, lenient_data(array.data()));
    return arrow::internal::ValidateArrayFull(*data);
}

Compression::type message_body_codec(arrow::ipc::Message const& message) {
    auto const* batch = static_cast<uint8_t const*>(message.header());
    if (batch != nullptr && message.type() == arrow::ipc::MessageType::DICTIONARY_BATCH) {
        batch = table_reference(batch, DICTIONARY_BATCH_DATA);
    } else if (message.type() != arrow::ipc::MessageType::RECORD_BATCH) {
        return Compression::UNCOMPRESSED;
    }
    uint8_t const* const compression =
        batch == nullptr ? nullptr : table_reference(batch, RECORD_BATCH_COMPRESSION);
    if (compression == nullptr) {
        return Compression::UNCOMPRESSED;
    }
    uint8_t const* const codec = table_field(compression, BODY_COMPRESSION_CODEC);
    return codec != nullptr && *codec == 1 ? Compression::ZSTD : Compression::LZ4_FRAME;
}

arrow::Result<Compression::type> file_body_codec(arrow::io::RandomAccessFile* file) {
    int64_t position = 8; // behind the magic and its padding
    for (int searched = 0; searched < MAX_MESSAGES_SEARCHED; searched++) {
        int32_t words[2];
        ARROW_ASSIGN_OR_RAISE(int64_t const got, file->ReadAt(position, sizeof words, words));
        if (got < static_cast<int64_t>(sizeof words)) {
            break;
        }
        bool const marked = words[0] == -1; // written since Arrow 0.15
        int32_t const size = marked ? words[1] : words[0];
        position += marked ? 8 : 4;
        if (size <= 0) {
            break;
        }
        ARROW_ASSIGN_OR_RAISE(auto metadata, file->ReadAt(position, size));
        auto const message = arrow::ipc::Message::Open(std::move(metadata), nullptr);
        if (!message.ok() || (*message)->body_length() < 0) {
            break;
        }
        auto const codec = message_body_codec(**message);
        if (codec != Compression::UNCOMPRESSED ||
            (*message)->type() == arrow::ipc::MessageType::RECORD_BATCH) {
            return codec;
        }
        if (arrow::internal::AddWithOverflow(
                position, size + (*message)->body_length(), &position)) {
            break;
        }
    }
    return Compression::UNCOMPRESSED;
}

} // namespace wgs
