// SPDX-License-Identifier: MIT
#include "table_file_writer.h"

#include <arrow/array/util.h>
#include <arrow/compute/cast.h>
#include <arrow/csv/writer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/base64.h>
#include <arrow/util/checked_cast.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>
#include <limits>

#include "table_file_io.h"
#include "table_file_take.h"

namespace wgs {

using arrow::Compression;
using arrow::Status;
using MetadataPtr = std::shared_ptr<arrow::KeyValueMetadata const>;
using SinkPtr = std::shared_ptr<arrow::io::OutputStream>;
using SchemaPtr = std::shared_ptr<arrow::Schema>;

namespace {

// Arrow IPC: every batch is written as it comes.
class BatchWriter final : public FormatWriter {
  public:
    explicit BatchWriter(std::shared_ptr<arrow::ipc::RecordBatchWriter> writer)
        : writer_(std::move(writer)) {}

    Status begin_group() override { return Status::OK(); }

    Status write(arrow::RecordBatch const& batch, MetadataPtr const& metadata) override {
        return metadata == nullptr ? writer_->WriteRecordBatch(batch)
                                   : writer_->WriteRecordBatch(batch, metadata);
    }

    Status finish() override { return writer_->Close(); }

  private:
    std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

bool is_bytes(arrow::DataType const& type) {
    return type.id() == arrow::Type::BINARY || type.id() == arrow::Type::LARGE_BINARY ||
           type.id() == arrow::Type::FIXED_SIZE_BINARY;
}

// Text: bytes must be UTF-8, which Arrow's writer would say without the column's name.
class TextWriter final : public FormatWriter {
  public:
    explicit TextWriter(std::shared_ptr<arrow::ipc::RecordBatchWriter> writer)
        : writer_(std::move(writer)) {}

    Status begin_group() override { return Status::OK(); }

    Status write(arrow::RecordBatch const& batch, MetadataPtr const&) override {
        for (int i = 0; i < batch.num_columns(); i++) {
            auto const& column = batch.column(i);
            auto const text = is_bytes(*column->type())
                                  ? arrow::compute::Cast(column, arrow::large_utf8()).status()
                                  : Status::OK();
            if (!text.ok()) {
                return text.WithMessage(
                    "column '",
                    batch.column_name(i),
                    "' holds bytes that are no text: ",
                    text.message());
            }
        }
        return writer_->WriteRecordBatch(batch);
    }

    Status finish() override { return writer_->Close(); }

  private:
    std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

// Values that Parquet's units can't hold; Arrow's writer drops or wraps them without a word.
Status check_parquet_values(arrow::RecordBatch const& batch) {
    constexpr int64_t DAY_MS = 86400000;
    constexpr int64_t MAX_SECONDS = std::numeric_limits<int64_t>::max() / 1000;
    for (int i = 0; i < batch.num_columns(); i++) {
        auto const& column = *batch.column(i);
        bool const is_date = column.type_id() == arrow::Type::DATE64;
        bool const is_seconds =
            column.type_id() == arrow::Type::TIMESTAMP &&
            arrow::internal::checked_cast<arrow::TimestampType const&>(*column.type()).unit() ==
                arrow::TimeUnit::SECOND;
        if (!is_date && !is_seconds) {
            continue;
        }
        auto const* const values = column.data()->GetValues<int64_t>(1);
        for (int64_t row = 0; row < column.length(); row++) {
            int64_t const value = column.IsValid(row) ? values[row] : 0;
            if (is_date ? value % DAY_MS != 0 : value > MAX_SECONDS || value < -MAX_SECONDS) {
                return Status::Invalid(
                    "column '",
                    batch.column_name(i),
                    "' of type ",
                    column.type()->ToString(),
                    " holds ",
                    value,
                    is_date ? ", which is no whole day: a Parquet file has only days"
                            : ", which overflows milliseconds: a Parquet file has no seconds");
            }
        }
    }
    return Status::OK();
}

class ParquetWriter final : public FormatWriter {
  public:
    ParquetWriter(std::unique_ptr<parquet::arrow::FileWriter> writer, int64_t group_rows)
        : writer_(std::move(writer)), group_rows_(group_rows) {}

    Status begin_group() override {
        keeps_groups_ = true;
        return writer_->NewBufferedRowGroup();
    }

    Status write(arrow::RecordBatch const& batch, MetadataPtr const&) override {
        ARROW_RETURN_NOT_OK(check_parquet_values(batch));
        if (keeps_groups_) {
            return writer_->WriteRecordBatch(batch);
        }
        for (int64_t done = 0; done < batch.num_rows();) {
            if (room_ == 0) {
                ARROW_RETURN_NOT_OK(writer_->NewBufferedRowGroup());
                room_ = group_rows_;
            }
            int64_t const rows = std::min(room_, batch.num_rows() - done);
            ARROW_RETURN_NOT_OK(writer_->WriteRecordBatch(*batch.Slice(done, rows)));
            done += rows;
            room_ -= rows;
        }
        return Status::OK();
    }

    Status finish() override { return writer_->Close(); }

  private:
    std::unique_ptr<parquet::arrow::FileWriter> writer_;
    int64_t group_rows_;
    int64_t room_ = 0;
    bool keeps_groups_ = false;
};

arrow::Result<std::unique_ptr<FormatWriter>>
open_ipc(wgs_file_format format, SinkPtr sink, SchemaPtr const& schema, FileStyle const& style) {
    auto options = arrow::ipc::IpcWriteOptions::Defaults();
    options.allow_64bit = true; // a batch of over 2^31 - 1 rows stays one
    options.memory_pool = memory_pool();
    // A file has no other way to hold dictionaries that grow from batch to batch.
    options.emit_dictionary_deltas = style.dictionary_deltas || format == WGS_FILE_ARROW;
    if (style.body_codec != Compression::UNCOMPRESSED) {
        ARROW_ASSIGN_OR_RAISE(options.codec, arrow::util::Codec::Create(style.body_codec));
    }
    std::shared_ptr<arrow::ipc::RecordBatchWriter> writer;
    if (format == WGS_FILE_ARROW) {
        ARROW_ASSIGN_OR_RAISE(
            writer,
            arrow::ipc::MakeFileWriter(std::move(sink), schema, options, style.footer_metadata));
    } else {
        ARROW_ASSIGN_OR_RAISE(
            writer, arrow::ipc::MakeStreamWriter(std::move(sink), schema, options));
    }
    return std::make_unique<BatchWriter>(std::move(writer));
}

arrow::Result<std::unique_ptr<FormatWriter>>
open_text(wgs_file_format format, SinkPtr sink, SchemaPtr const& schema) {
    auto options = arrow::csv::WriteOptions::Defaults();
    options.delimiter = format == WGS_FILE_TSV ? '\t' : ',';
    options.io_context = arrow::io::IOContext(memory_pool());
    ARROW_ASSIGN_OR_RAISE(auto writer, arrow::csv::MakeCSVWriter(std::move(sink), schema, options));
    return std::make_unique<TextWriter>(std::move(writer));
}

bool holds_runs(arrow::DataType const& type) {
    if (type.id() == arrow::Type::RUN_END_ENCODED) {
        return true;
    }
    auto const& fields = type.fields();
    return std::any_of(fields.begin(), fields.end(), [](auto const& field) {
        return holds_runs(*storage_type(field->type()));
    });
}

// The file's metadata: the table's, and the Arrow schema under the key where readers look for it.
// Arrow's own store_schema would store the written types, and drops the metadata when it is off.
arrow::Result<MetadataPtr> parquet_metadata(arrow::Schema const& own) {
    ARROW_ASSIGN_OR_RAISE(auto const bytes, arrow::ipc::SerializeSchema(own, memory_pool()));
    auto metadata = own.metadata() == nullptr ? std::make_shared<arrow::KeyValueMetadata>()
                                              : own.metadata()->Copy();
    ARROW_RETURN_NOT_OK(
        metadata->Set("ARROW:schema", arrow::util::base64_encode(std::string_view(*bytes))));
    return metadata;
}

// A codec that can be read but is written no more has a successor.
Compression::type written_codec(Compression::type codec) {
    return codec == Compression::LZ4_HADOOP ? Compression::LZ4 : codec;
}

arrow::Result<std::unique_ptr<FormatWriter>>
open_parquet(SinkPtr sink, SchemaPtr const& own, SchemaPtr const& written, FileStyle const& style) {
    parquet::WriterProperties::Builder properties;
    properties.memory_pool(memory_pool());
    properties.version(parquet::ParquetVersion::PARQUET_2_6); // uint32 and nanoseconds stay
    properties.max_row_group_length(std::numeric_limits<int64_t>::max()); // groups are ours
    properties.compression(
        style.column_codecs.empty() ? Compression::SNAPPY
                                    : written_codec(style.column_codecs.begin()->second));
    for (auto const& [path, codec] : style.column_codecs) {
        properties.compression(path, written_codec(codec));
    }
    if (style.parquet.decimals_as_integers) {
        properties.enable_store_decimal_as_integer();
    }
    parquet::ArrowWriterProperties::Builder arrow_properties;
    arrow_properties.set_use_threads(true);
    arrow_properties.set_time_adjusted_to_utc(style.parquet.times_in_utc);
    ARROW_ASSIGN_OR_RAISE(
        auto writer,
        parquet::arrow::FileWriter::Open(
            *written,
            memory_pool(),
            std::move(sink),
            properties.build(),
            arrow_properties.build()));
    ARROW_ASSIGN_OR_RAISE(auto const metadata, parquet_metadata(*own));
    ARROW_RETURN_NOT_OK(writer->AddKeyValueMetadata(metadata));
    int64_t const group_rows =
        style.group_rows > 0 ? style.group_rows : parquet::DEFAULT_MAX_ROW_GROUP_LENGTH;
    return std::make_unique<ParquetWriter>(std::move(writer), group_rows);
}

// The take form, and that of dictionaries' values, which Take leaves alone.
arrow::Result<TypePtr> without_views(TypePtr const& type) {
    ARROW_ASSIGN_OR_RAISE(auto const form, take_form(type));
    return form->id() == arrow::Type::EXTENSION ? form : map_children(form, without_views);
}

// The type in which the format's writer takes a column.
arrow::Result<TypePtr> written_type(wgs_file_format format, TypePtr const& type) {
    switch (format) {
    case WGS_FILE_CSV:
    case WGS_FILE_TSV:
        return take_form(storage_type(type));
    case WGS_FILE_PARQUET:
        if (holds_runs(*type)) {
            return Status::NotImplemented("Parquet has no run-end encoded columns");
        }
        return without_views(type); // its writer slices none, nor casts dictionaries of them
    default:
        return type;
    }
}

} // namespace

char const* format_phrase(wgs_file_format format) {
    switch (format) {
    case WGS_FILE_ARROW:
        return "an Arrow IPC file";
    case WGS_FILE_ARROWS:
        return "an Arrow IPC stream";
    case WGS_FILE_PARQUET:
        return "a Parquet file";
    case WGS_FILE_CSV:
        return "a CSV file";
    case WGS_FILE_TSV:
        return "a TSV file";
    default:
        return "a raw file";
    }
}

bool group_is_batch(wgs_file_format format) {
    return format == WGS_FILE_ARROW || format == WGS_FILE_ARROWS;
}

arrow::Result<SchemaPtr> written_schema(wgs_file_format format, arrow::Schema const& own) {
    arrow::FieldVector fields;
    for (auto const& field : own.fields()) {
        ARROW_ASSIGN_OR_RAISE(auto type, written_type(format, field->type()));
        fields.push_back(field->WithType(type));
    }
    return arrow::schema(fields, own.metadata());
}

arrow::Result<std::unique_ptr<FormatWriter>> open_file_writer(
    wgs_file_format format, SinkPtr sink, SchemaPtr const& own, FileStyle const& style) {
    ARROW_ASSIGN_OR_RAISE(auto const written, written_schema(format, *own));
    switch (format) {
    case WGS_FILE_ARROW:
    case WGS_FILE_ARROWS:
        return open_ipc(format, std::move(sink), written, style);
    case WGS_FILE_PARQUET:
        return open_parquet(std::move(sink), own, written, style);
    case WGS_FILE_CSV:
    case WGS_FILE_TSV:
        return open_text(format, std::move(sink), written);
    default:
        return Status::NotImplemented("the columns of a table have no raw form");
    }
}

Status check_column(wgs_file_format format, arrow::Field const& field) {
    auto const own = arrow::schema({arrow::field(field.name(), field.type())});
    ARROW_ASSIGN_OR_RAISE(auto const written, written_schema(format, *own));
    ARROW_ASSIGN_OR_RAISE(auto const null, arrow::MakeArrayOfNull(field.type(), 1, memory_pool()));
    uint64_t const row = 0;
    arrow::ArrayVector chunks{null};
    ARROW_RETURN_NOT_OK(join_chunks(&chunks));
    ARROW_ASSIGN_OR_RAISE(auto taken, take_rows(chunks, &row, 1));
    ARROW_ASSIGN_OR_RAISE(auto data, from_take_form(taken, written->field(0)->type()));
    auto const batch = arrow::RecordBatch::Make(written, 1, {arrow::MakeArray(data)});
    ARROW_ASSIGN_OR_RAISE(auto sink, arrow::io::BufferOutputStream::Create());
    ARROW_ASSIGN_OR_RAISE(auto writer, open_file_writer(format, sink, own, FileStyle()));
    ARROW_RETURN_NOT_OK(writer->write(*batch, nullptr));
    return writer->finish();
}

} // namespace wgs
