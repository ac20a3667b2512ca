// SPDX-License-Identifier: MIT
// What Arrow's readers don't tell or don't check.
#ifndef WGSORT_TOOLS_TABLE_FILE_STRUCTURE_H
#define WGSORT_TOOLS_TABLE_FILE_STRUCTURE_H

#include <arrow/array.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/message.h>
#include <arrow/util/compression.h>

namespace wgs {

// Checks every offset, index and length, so that no kernel reads outside a buffer. Values are not
// judged: invalid UTF-8, a time of day past midnight or a decimal with too many digits are rows
// that people have, and they are carried as they are.
arrow::Status validate_structure(arrow::Array const& array);

// The codec of a message's body; UNCOMPRESSED when it has none.
arrow::Compression::type message_body_codec(arrow::ipc::Message const& message);

// The codec of the first compressed message among the first of an IPC file.
arrow::Result<arrow::Compression::type> file_body_codec(arrow::io::RandomAccessFile* file);

} // namespace wgs
#endif
