// SPDX-License-Identifier: MIT
// Bytes in and out of open descriptors, as Arrow's stream classes.
//
// Arrow allocates the size that a file claims before it reads. The readers here never allocate much
// more than what is really there: a file is clamped to its size, a pipe's buffer grows as bytes
// arrive. Everything else that Arrow allocates goes through one pool that is capped at the
// machine's memory, so that a hostile length ends as an error.
#ifndef WGSORT_TOOLS_TABLE_FILE_IO_H
#define WGSORT_TOOLS_TABLE_FILE_IO_H

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/memory_pool.h>
#include <arrow/result.h>
#include <arrow/status.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "table_ops.h"

namespace wgs {

// The pool for everything that a table holds; lives to the end of the process.
arrow::MemoryPool* memory_pool();

// A regular file, read with pread: no signal when the file shrinks meanwhile, as a map would give.
// The descriptor stays the caller's. Several threads may call ReadAt.
class FdFile final : public arrow::io::RandomAccessFile {
  public:
    FdFile(int fd, int64_t size) : fd_(fd), size_(size) {}

    arrow::Result<int64_t> GetSize() override { return size_; }
    arrow::Result<int64_t> ReadAt(int64_t position, int64_t count, void* out) override;
    arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t position, int64_t count) override;
    arrow::Result<int64_t> Read(int64_t count, void* out) override;
    arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t count) override;
    arrow::Status Seek(int64_t position) override;
    arrow::Result<int64_t> Tell() const override { return position_; }
    arrow::Status Close() override;
    bool closed() const override { return closed_; }

    int64_t bytes_read() const { return bytes_read_; }

  private:
    int fd_;
    int64_t size_;
    int64_t position_ = 0;
    bool closed_ = false;
    std::atomic<int64_t> bytes_read_{0};
};

// A pipe: first the bytes that were taken to recognise the format, then those of the descriptor.
class FdStream final : public arrow::io::InputStream {
  public:
    explicit FdStream(wgs_source const& source);

    arrow::Result<int64_t> Read(int64_t count, void* out) override;
    arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t count) override;
    arrow::Result<int64_t> Tell() const override { return position_; }
    arrow::Status Close() override;
    bool closed() const override { return closed_; }

  private:
    int fd_;
    std::shared_ptr<arrow::Buffer> prefix_;
    int64_t position_ = 0;
    bool closed_ = false;
};

// Writes to a descriptor that stays the caller's. A failure names the system's reason.
class FdOutput final : public arrow::io::OutputStream {
  public:
    explicit FdOutput(int fd) : fd_(fd) {}

    arrow::Status Write(void const* data, int64_t count) override;
    using arrow::io::OutputStream::Write;
    arrow::Result<int64_t> Tell() const override { return position_; }
    arrow::Status Close() override;
    bool closed() const override { return closed_; }

  private:
    int fd_;
    int64_t position_ = 0;
    bool closed_ = false;
};

} // namespace wgs
#endif
