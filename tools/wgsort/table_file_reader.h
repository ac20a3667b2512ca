// SPDX-License-Identifier: MIT
// Reads Arrow IPC files, IPC streams and Parquet files one record batch or row group at a time.
#ifndef WGSORT_TOOLS_TABLE_FILE_READER_H
#define WGSORT_TOOLS_TABLE_FILE_READER_H

#include <arrow/array.h>
#include <arrow/type.h>
#include <arrow/util/compression.h>
#include <arrow/util/key_value_metadata.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "table_file_parquet.h"
#include "table_ops.h"

namespace wgs {

// One record batch or row group: for each column its chunks (a row group's string column over
// 2 GiB has several), all with `rows` rows in sum.
struct FileBatch {
    std::vector<arrow::ArrayVector> columns;
    int64_t rows = 0;
    std::shared_ptr<arrow::KeyValueMetadata const> metadata;
};

// What a file looks like besides its rows, so that the output can look alike.
struct FileStyle {
    // IPC: the bodies' codec, and whether dictionaries grew from batch to batch.
    arrow::Compression::type body_codec = arrow::Compression::UNCOMPRESSED;
    bool dictionary_deltas = false;
    std::shared_ptr<arrow::KeyValueMetadata const> footer_metadata;
    // Parquet: codec by column path, and the rows of the largest row group.
    std::map<std::string, arrow::Compression::type> column_codecs;
    int64_t group_rows = 0;
    ParquetStyle parquet;
};

class FormatReader {
  public:
    virtual ~FormatReader() = default;
    virtual std::shared_ptr<arrow::Schema> schema() const = 0;
    // False at the end. What was read is structurally valid: no offset, index or length in it
    // leads outside its buffers.
    arrow::Result<bool> read(FileBatch* batch);
    // Known as far as the file has been read.
    virtual FileStyle style() const = 0;
    virtual int64_t bytes_read() const = 0;
    // Whether rows can go back into a file of this format with every type they have.
    virtual arrow::Status check_same_format() const { return arrow::Status::OK(); }

  protected:
    virtual arrow::Result<bool> read_next(FileBatch* batch) = 0;
    virtual char const* batch_word() const = 0; // for messages

  private:
    int64_t batches_ = 0;
};

// Reads no more than the schema (IPC file or Parquet from a pipe: reads it all into memory).
arrow::Result<std::unique_ptr<FormatReader>>
open_file_reader(wgs_source const& source, wgs_file_format format);

} // namespace wgs
#endif
