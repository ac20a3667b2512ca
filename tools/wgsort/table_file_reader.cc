// SPDX-License-Identifier: MIT
#include "table_file_reader.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/message.h>
#include <arrow/ipc/reader.h>
#include <arrow/table.h>
#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include <algorithm>

#include "table_file_io.h"
#include "table_file_structure.h"

namespace wgs {
namespace {

arrow::ipc::IpcReadOptions ipc_read_options() {
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = memory_pool();
    // Files made by other programs may hold bodies at any offset; kernels read whole words.
    options.ensure_alignment = arrow::ipc::Alignment::kDataTypeSpecificAlignment;
    return options;
}

FileBatch batch_from(arrow::RecordBatchWithMetadata const& read) {
    FileBatch batch;
    batch.rows = read.batch->num_rows();
    batch.metadata = read.custom_metadata;
    for (auto const& column : read.batch->columns()) {
        batch.columns.push_back({column});
    }
    return batch;
}

// Hands on each message of a stream and notes the codec of its bodies.
class NotingMessageReader final : public arrow::ipc::MessageReader {
  public:
    NotingMessageReader(
        std::unique_ptr<arrow::ipc::MessageReader> reader, arrow::Compression::type* codec)
        : reader_(std::move(reader)), codec_(codec) {}

    arrow::Result<std::unique_ptr<arrow::ipc::Message>> ReadNextMessage() override {
        ARROW_ASSIGN_OR_RAISE(auto message, reader_->ReadNextMessage());
        if (message != nullptr && *codec_ == arrow::Compression::UNCOMPRESSED) {
            *codec_ = message_body_codec(*message);
        }
        return message;
    }

  private:
    std::unique_ptr<arrow::ipc::MessageReader> reader_;
    arrow::Compression::type* codec_;
};

class IpcStreamReader final : public FormatReader {
  public:
    explicit IpcStreamReader(std::shared_ptr<arrow::io::InputStream> input)
        : input_(std::move(input)) {}

    arrow::Status open() {
        auto messages =
            std::make_unique<NotingMessageReader>(arrow::ipc::MessageReader::Open(input_), &codec_);
        return arrow::ipc::RecordBatchStreamReader::Open(std::move(messages), ipc_read_options())
            .Value(&reader_);
    }

    std::shared_ptr<arrow::Schema> schema() const override { return reader_->schema(); }

    FileStyle style() const override {
        FileStyle style;
        style.body_codec = codec_;
        style.dictionary_deltas = reader_->stats().num_dictionary_deltas > 0;
        return style;
    }

    int64_t bytes_read() const override { return input_->Tell().ValueOr(0); }

  protected:
    arrow::Result<bool> read_next(FileBatch* batch) override {
        ARROW_ASSIGN_OR_RAISE(auto read, reader_->ReadNext());
        if (read.batch == nullptr) {
            return false;
        }
        ARROW_RETURN_NOT_OK(read.batch->Validate());
        *batch = batch_from(read);
        return true;
    }

    char const* batch_word() const override { return "record batch"; }

  private:
    std::shared_ptr<arrow::io::InputStream> input_;
    arrow::Compression::type codec_ = arrow::Compression::UNCOMPRESSED;
    std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader_;
};

class IpcFileReader final : public FormatReader {
  public:
    IpcFileReader(std::shared_ptr<arrow::io::RandomAccessFile> input, FdFile const* counter)
        : input_(std::move(input)), counter_(counter) {}

    arrow::Status open() {
        ARROW_ASSIGN_OR_RAISE(
            reader_, arrow::ipc::RecordBatchFileReader::Open(input_, ipc_read_options()));
        ARROW_ASSIGN_OR_RAISE(codec_, file_body_codec(input_.get()));
        return arrow::Status::OK();
    }

    std::shared_ptr<arrow::Schema> schema() const override { return reader_->schema(); }

    FileStyle style() const override {
        FileStyle style;
        style.body_codec = codec_;
        style.dictionary_deltas = reader_->stats().num_dictionary_deltas > 0;
        style.footer_metadata = reader_->metadata();
        return style;
    }

    int64_t bytes_read() const override { return counter_ == nullptr ? 0 : counter_->bytes_read(); }

  protected:
    arrow::Result<bool> read_next(FileBatch* batch) override {
        if (next_ >= reader_->num_record_batches()) {
            return false;
        }
        ARROW_ASSIGN_OR_RAISE(auto read, reader_->ReadRecordBatchWithCustomMetadata(next_));
        next_++;
        ARROW_RETURN_NOT_OK(read.batch->Validate());
        *batch = batch_from(read);
        return true;
    }

    char const* batch_word() const override { return "record batch"; }

  private:
    std::shared_ptr<arrow::io::RandomAccessFile> input_;
    FdFile const* counter_;
    arrow::Compression::type codec_ = arrow::Compression::UNCOMPRESSED;
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
    int next_ = 0;
};

class ParquetReader final : public FormatReader {
  public:
    ParquetReader(std::shared_ptr<arrow::io::RandomAccessFile> input, FdFile const* counter)
        : input_(std::move(input)), counter_(counter) {}

    arrow::Status open() {
        ARROW_ASSIGN_OR_RAISE(reader_, open_reader(arrow::TimeUnit::NANO, nullptr));
        int96_leaves_ = int96_leaves(*file_metadata()->schema());
        if (!int96_leaves_.empty()) {
            ARROW_ASSIGN_OR_RAISE(
                seconds_reader_, open_reader(arrow::TimeUnit::SECOND, file_metadata()));
        }
        return reader_->GetSchema(&schema_);
    }

    arrow::Status check_same_format() const override {
        auto const& own = *file_metadata()->schema();
        return check_parquet_types(own, *schema_, parquet_style(own));
    }

    std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

    FileStyle style() const override {
        FileStyle style;
        auto const metadata = file_metadata();
        style.parquet = parquet_style(*metadata->schema());
        for (int group = 0; group < metadata->num_row_groups(); group++) {
            auto const row_group = metadata->RowGroup(group);
            style.group_rows = std::max(style.group_rows, row_group->num_rows());
            for (int leaf = 0; group == 0 && leaf < row_group->num_columns(); leaf++) {
                auto const chunk = row_group->ColumnChunk(leaf);
                style.column_codecs[chunk->path_in_schema()->ToDotString()] = chunk->compression();
            }
        }
        return style;
    }

    int64_t bytes_read() const override { return counter_ == nullptr ? 0 : counter_->bytes_read(); }

  protected:
    arrow::Result<bool> read_next(FileBatch* batch) override {
        if (next_ >= reader_->num_row_groups()) {
            return false;
        }
        if (seconds_reader_ != nullptr) {
            ARROW_ASSIGN_OR_RAISE(
                auto const seconds, seconds_reader_->ReadRowGroup(next_, int96_leaves_));
            ARROW_RETURN_NOT_OK(check_int96_range(*seconds));
        }
        ARROW_ASSIGN_OR_RAISE(auto table, reader_->ReadRowGroup(next_));
        next_++;
        ARROW_RETURN_NOT_OK(table->Validate());
        *batch = FileBatch();
        batch->rows = table->num_rows();
        for (auto const& column : table->columns()) {
            batch->columns.push_back(column->chunks());
        }
        return true;
    }

    char const* batch_word() const override { return "row group"; }

  private:
    std::shared_ptr<parquet::FileMetaData> file_metadata() const {
        return reader_->parquet_reader()->metadata();
    }

    arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> open_reader(
        arrow::TimeUnit::type int96_unit, std::shared_ptr<parquet::FileMetaData> metadata) const {
        parquet::ReaderProperties properties(memory_pool());
        properties.set_page_checksum_verification(true);
        parquet::ArrowReaderProperties arrow_properties;
        arrow_properties.set_use_threads(true);
        // The cache that pre-buffering fills keeps a row group's bytes beside its decoded rows.
        arrow_properties.set_pre_buffer(false);
        // Without it a UUID or JSON column loses its logical type on the way.
        arrow_properties.set_arrow_extensions_enabled(true);
        arrow_properties.set_coerce_int96_timestamp_unit(int96_unit);
        auto file = parquet::ParquetFileReader::Open(input_, properties, std::move(metadata));
        return parquet::arrow::FileReader::Make(memory_pool(), std::move(file), arrow_properties);
    }

    std::shared_ptr<arrow::io::RandomAccessFile> input_;
    FdFile const* counter_;
    std::unique_ptr<parquet::arrow::FileReader> reader_;
    // Reads 96-bit times as seconds: as nanoseconds they wrap without a word.
    std::unique_ptr<parquet::arrow::FileReader> seconds_reader_;
    std::vector<int> int96_leaves_;
    std::shared_ptr<arrow::Schema> schema_;
    int next_ = 0;
};

template <class Reader, class... Input>
arrow::Result<std::unique_ptr<FormatReader>> open_as(Input&&... input) {
    auto reader = std::make_unique<Reader>(std::forward<Input>(input)...);
    ARROW_RETURN_NOT_OK(reader->open());
    return reader;
}

// Both formats end with their table of contents, so a pipe must be read to its end first.
arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>>
random_access(wgs_source const& source, FdFile const** counter) {
    if (source.seekable) {
        auto file = std::make_shared<FdFile>(source.fd, static_cast<int64_t>(source.size));
        *counter = file.get();
        return file;
    }
    FdStream pipe(source);
    ARROW_ASSIGN_OR_RAISE(auto bytes, pipe.Read(std::numeric_limits<int64_t>::max()));
    return std::make_shared<arrow::io::BufferReader>(std::move(bytes));
}

} // namespace

arrow::Result<bool> FormatReader::read(FileBatch* batch) {
    batches_++;
    auto const prefixed = [this](arrow::Status const& status) {
        return status.WithMessage(batch_word(), " ", batches_, ": ", status.message());
    };
    auto more = read_next(batch);
    if (!more.ok()) {
        return prefixed(more.status());
    }
    if (!*more) {
        return false;
    }
    for (auto const& chunks : batch->columns) {
        for (auto const& chunk : chunks) {
            auto const status = validate_structure(*chunk);
            if (!status.ok()) {
                return prefixed(status);
            }
        }
    }
    return true;
}

arrow::Result<std::unique_ptr<FormatReader>>
open_file_reader(wgs_source const& source, wgs_file_format format) {
    if (format == WGS_FILE_ARROWS && !source.seekable) {
        return open_as<IpcStreamReader>(std::make_shared<FdStream>(source));
    }
    FdFile const* counter = nullptr;
    ARROW_ASSIGN_OR_RAISE(auto input, random_access(source, &counter));
    if (format == WGS_FILE_ARROWS) {
        return open_as<IpcStreamReader>(std::move(input));
    }
    if (format == WGS_FILE_ARROW) {
        return open_as<IpcFileReader>(std::move(input), counter);
    }
    return open_as<ParquetReader>(std::move(input), counter);
}

} // namespace wgs
