// SPDX-License-Identifier: MIT
// The columnar formats behind table_ops.h: Arrow IPC files and streams, and Parquet.
//
// The project's only C++, because Arrow C++ reads what people's programs write. Around it:
//   table_file_io          descriptors as Arrow streams, the capped memory pool
//   table_file_reader      record batches and row groups, one at a time
//   table_file_parquet     Parquet's own types
//   table_file_structure   validation of what was read
//   table_file_table       the rows held
//   table_file_keys        key columns
//   table_file_runs        runs of equal values
//   table_file_take        whole rows in another order (_types, _dictionary: its helpers)
//   table_file_output      taken rows as batches
//   table_file_writer      the output formats
// This file is the border to C: no exception leaves it, and every failure names the file.
#include <cstring>
#include <exception>
#include <new>

#include "exit_status.h"
#include "table_file_keys.h"
#include "table_file_output.h"
#include "table_file_runs.h"
#include "table_file_table.h"
#include "table_ops.h"

namespace wgs {
namespace {

struct Writer {
    std::string path;
    std::unique_ptr<Output> output;
};

// Runs `body`, which returns a Status, and turns whatever goes wrong into a failure.
template <class Body> bool guarded(wgs_failure* failure, std::string const& path, Body body) {
    std::string reason;
    try {
        arrow::Status const status = body();
        if (status.ok()) {
            return true;
        }
        reason =
            status.IsOutOfMemory() ? "not enough memory: " + status.message() : status.message();
    } catch (std::bad_alloc const&) {
        return wgs_fail(failure, WGS_EXIT_DATA, "%s: not enough memory", path.c_str());
    } catch (std::exception const& error) {
        reason = error.what();
    } catch (...) {
        reason = "unknown failure in Arrow C++";
    }
    for (char& c : reason) {
        c = c == '\n' || c == '\r' ? ' ' : c; // Arrow's texts may have several lines
    }
    return wgs_fail(failure, WGS_EXIT_DATA, "%s: %s", path.c_str(), reason.c_str());
}

Table* table_of(void* state) { return static_cast<Table*>(state); }
Table const* table_of(void const* state) { return static_cast<Table const*>(state); }

void close_table(void* state) { delete table_of(state); }

size_t column_count(void const* state) { return table_of(state)->columns.size(); }

char const* column_name(void const* state, size_t column) {
    return table_of(state)->schema->field(static_cast<int>(column))->name().c_str();
}

char const* column_type(void const* state, size_t column) {
    return table_of(state)->type_names[column].c_str();
}

bool read_batch(void* state, bool* more, wgs_failure* failure) {
    Table* const table = table_of(state);
    return guarded(failure, table->path, [&] { return table->read_batch().Value(more); });
}

uint64_t row_count(void const* state) { return table_of(state)->rows; }

void progress(void const* state, uint64_t* done, uint64_t* total) {
    Table const* const table = table_of(state);
    *done = static_cast<uint64_t>(table->reader->bytes_read());
    *total = table->size;
    if (*total != 0 && *done > *total) {
        *done = *total; // the table of contents is read apart
    }
}

void drop_rows(void* state) { table_of(state)->drop_rows(); }

bool load_key_column(void* state, size_t column, wgs_key_column* key, wgs_failure* failure) {
    Table const* const table = table_of(state);
    auto const& field = *table->schema->field(static_cast<int>(column));
    if (!is_key_type(*field.type())) {
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: column '%s' has type %s, which can't be a sort key yet",
            table->path.c_str(),
            field.name().c_str(),
            column_type(state, column));
    }
    return guarded(
        failure, table->path, [&] { return load_key(*field.type(), table->columns[column], key); });
}

bool mark_column_runs(
    void* state, size_t column, wgs_run_value* last, uint8_t* starts, wgs_failure* failure) {
    Table const* const table = table_of(state);
    auto const& field = *table->schema->field(static_cast<int>(column));
    if (!is_run_type(*field.type())) {
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: column '%s' has type %s, which can't tell segments apart",
            table->path.c_str(),
            field.name().c_str(),
            column_type(state, column));
    }
    return guarded(
        failure, table->path, [&] { return mark_runs(table->columns[column], last, starts); });
}

void format_row(void* state, uint64_t row, char* text, size_t size) {
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    wgs_failure ignored;
    (void)guarded(&ignored, table_of(state)->path, [&]() -> arrow::Status {
        ARROW_ASSIGN_OR_RAISE(auto line, table_of(state)->describe_row(row, size));
        size_t length = line.size() < size ? line.size() : size - 1;
        while (length < line.size() && length > 0 && (line[length] & 0xC0) == 0x80) {
            length--; // no half character at the cut
        }
        for (char& c : line) {
            c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
        std::memcpy(text, line.data(), length);
        text[length] = '\0';
        return arrow::Status::OK();
    });
}

bool writer_open(
    void* state,
    wgs_write_options const* options,
    int fd,
    void** writer_state,
    wgs_failure* failure) {
    Table* const table = table_of(state);
    return guarded(failure, table->path, [&]() -> arrow::Status {
        wgs_write_options decided = *options;
        if (decided.format == WGS_FILE_AUTO) {
            decided.format = table->format;
        }
        auto writer = std::make_unique<Writer>();
        writer->path = table->path;
        ARROW_ASSIGN_OR_RAISE(writer->output, Output::open(table, decided, fd));
        *writer_state = writer.release();
        return arrow::Status::OK();
    });
}

bool writer_rows(
    void* writer_state,
    uint64_t const* order,
    uint64_t count,
    bool keep_batch,
    uint64_t first_row,
    wgs_failure* failure) {
    auto* const writer = static_cast<Writer*>(writer_state);
    return guarded(failure, writer->path, [&] {
        return writer->output->write_rows(order, count, keep_batch, first_row);
    });
}

bool writer_finish(void* writer_state, wgs_failure* failure) {
    auto* const writer = static_cast<Writer*>(writer_state);
    return guarded(failure, writer->path, [&] { return writer->output->finish(); });
}

void writer_close(void* writer_state) {
    auto* const writer = static_cast<Writer*>(writer_state);
    wgs_failure ignored;
    (void)guarded(&ignored, "", [&] {
        delete writer;
        return arrow::Status::OK();
    });
}

constexpr wgs_table_ops OPS = {
    .close = close_table,
    .column_count = column_count,
    .column_name = column_name,
    .column_type = column_type,
    .read_batch = read_batch,
    .row_count = row_count,
    .progress = progress,
    .drop_rows = drop_rows,
    .load_key = load_key_column,
    .mark_runs = mark_column_runs,
    .format_row = format_row,
    .writer_open = writer_open,
    .writer_rows = writer_rows,
    .writer_finish = writer_finish,
    .writer_close = writer_close,
    .packed_rows = nullptr,
    .writer_packed_rows = nullptr,
};

} // namespace
} // namespace wgs

bool wgs_table_open_columnar(
    wgs_source* source,
    wgs_file_format format,
    wgs_table_ops const** ops,
    void** state,
    wgs_failure* failure) {
    return wgs::guarded(failure, source->path, [&]() -> arrow::Status {
        auto table = std::make_unique<wgs::Table>();
        table->path = source->path;
        table->format = format;
        ARROW_RETURN_NOT_OK(table->open(*source));
        *ops = &wgs::OPS;
        *state = table.release();
        return arrow::Status::OK();
    });
}
