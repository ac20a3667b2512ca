// SPDX-License-Identifier: MIT
// Writes record batches as Arrow IPC, Parquet or delimited text.
#ifndef WGSORT_TOOLS_TABLE_FILE_WRITER_H
#define WGSORT_TOOLS_TABLE_FILE_WRITER_H

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>

#include <memory>

#include "table_file_reader.h"
#include "table_file_types.h"

namespace wgs {

class FormatWriter {
  public:
    virtual ~FormatWriter() = default;
    // What follows, up to the next call, is one record batch or row group of its own. Without any
    // call the writer starts row groups as it sees fit.
    virtual arrow::Status begin_group() = 0;
    virtual arrow::Status write(
        arrow::RecordBatch const& batch,
        std::shared_ptr<arrow::KeyValueMetadata const> const& metadata) = 0;
    virtual arrow::Status finish() = 0;
};

// For messages: "a Parquet file".
char const* format_phrase(wgs_file_format format);

// Whether a group that is kept must be written as a single batch.
bool group_is_batch(wgs_file_format format);

// The schema of the batches to write: that of the table but for types which the format's writer
// takes in another form (text and Parquet have no views).
arrow::Result<std::shared_ptr<arrow::Schema>>
written_schema(wgs_file_format format, arrow::Schema const& own);

// `own` is the table's schema. `style` is the input's; what has no meaning in the output's format
// is ignored.
arrow::Result<std::unique_ptr<FormatWriter>> open_file_writer(
    wgs_file_format format,
    std::shared_ptr<arrow::io::OutputStream> sink,
    std::shared_ptr<arrow::Schema> const& own,
    FileStyle const& style);

// Refuses a column that the format can't hold, by writing one null of its type into memory.
arrow::Status check_column(wgs_file_format format, arrow::Field const& field);

} // namespace wgs
#endif
