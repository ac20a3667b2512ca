// SPDX-License-Identifier: MIT
// Held rows, or their numbers, written in a given order.
#ifndef WGSORT_TOOLS_TABLE_FILE_OUTPUT_H
#define WGSORT_TOOLS_TABLE_FILE_OUTPUT_H

#include <memory>

#include "table_file_io.h"
#include "table_file_table.h"
#include "table_file_writer.h"

namespace wgs {

class Output {
  public:
    // Refuses what the format can't hold; writes nothing yet. options.format is decided.
    static arrow::Result<std::unique_ptr<Output>>
    open(Table* table, wgs_write_options const& options, int fd);

    // Order nullptr: as they are. See wgs_writer_rows.
    arrow::Status
    write_rows(uint64_t const* order, uint64_t count, bool keep_batch, uint64_t first_row);
    arrow::Status finish();

  private:
    Output(Table* table, wgs_write_options const& options, int fd);

    arrow::Status make_schema();
    arrow::Status add_result_field();
    bool is_result(size_t column) const;
    arrow::Result<std::shared_ptr<arrow::Array>>
    take_result(uint64_t const* order, int64_t count) const;
    arrow::Status ensure_file();
    arrow::Result<std::shared_ptr<arrow::Array>>
    take_column(size_t column, uint64_t const* order, int64_t count) const;
    arrow::Result<std::shared_ptr<arrow::RecordBatch>>
    take_batch(uint64_t const* order, int64_t count) const;
    arrow::Status write_whole(uint64_t const* order, int64_t count);
    arrow::Status write_piece(uint64_t const* order, int64_t count);
    arrow::Status write_numbers(uint64_t const* order, int64_t count, uint64_t first_row);
    int64_t piece_rows() const;

    Table* table_;
    wgs_write_options options_;
    std::shared_ptr<FdOutput> sink_;
    std::shared_ptr<arrow::Schema> own_;     // of the table, or of row numbers
    std::shared_ptr<arrow::Schema> written_; // of the batches
    // Opened with the first rows: only then is a stream's codec known.
    std::unique_ptr<FormatWriter> file_;
};

} // namespace wgs
#endif
