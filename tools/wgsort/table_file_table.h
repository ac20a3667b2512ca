// SPDX-License-Identifier: MIT
// An open columnar file and the rows of it that are held.
#ifndef WGSORT_TOOLS_TABLE_FILE_TABLE_H
#define WGSORT_TOOLS_TABLE_FILE_TABLE_H

#include <memory>
#include <string>
#include <vector>

#include "table_file_reader.h"

namespace wgs {

struct Table {
    std::string path;
    wgs_file_format format = WGS_FILE_AUTO;
    uint64_t size = 0; // of the input, 0 when unknown
    std::unique_ptr<FormatReader> reader;
    std::shared_ptr<arrow::Schema> schema;
    std::vector<std::string> type_names;

    // Each column's chunks, as they were read or (once joined) in take form.
    std::vector<arrow::ArrayVector> columns;
    uint64_t rows = 0;
    uint64_t batches = 0;
    std::shared_ptr<arrow::KeyValueMetadata const> batch_metadata; // of the last batch
    bool is_joined = false;

    arrow::Status open(wgs_source const& source);
    arrow::Result<bool> read_batch();
    void drop_rows();
    // Makes the columns ready for take_rows.
    arrow::Status join();
    // "name=value, name=value, ..." with as many columns as fit into `size` bytes.
    arrow::Result<std::string> describe_row(uint64_t row, size_t size) const;
};

// The status with the column's name in front.
arrow::Status with_column(arrow::Status const& status, std::string const& name);

} // namespace wgs
#endif
