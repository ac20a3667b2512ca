// SPDX-License-Identifier: MIT
#include "table_file_io.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace wgs {
namespace {

constexpr int64_t FIRST_READ_SIZE = 1 << 20;
// One system call moves at most 0x7ffff000 bytes on Linux.
constexpr int64_t MAX_TRANSFER_SIZE = 1 << 30;

arrow::Status system_error(char const* what, int error) {
    return arrow::Status::IOError(what, " failed: ", std::strerror(error));
}

arrow::Status check_count(int64_t position, int64_t count) {
    if (position < 0 || count < 0) {
        return arrow::Status::Invalid(
            "the file asks for ", count, " bytes at offset ", position, ", which can't be");
    }
    return arrow::Status::OK();
}

int64_t machine_memory_size() {
    long const pages = sysconf(_SC_PHYS_PAGES);
    long const page_size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_size <= 0) {
        return std::numeric_limits<int64_t>::max();
    }
    return static_cast<int64_t>(pages) * page_size;
}

} // namespace

arrow::MemoryPool* memory_pool() {
    // Never destroyed: Arrow's threads may free buffers while the process ends.
    static auto* const pool =
        new arrow::CappedMemoryPool(arrow::default_memory_pool(), machine_memory_size());
    return pool;
}

arrow::Result<int64_t> FdFile::ReadAt(int64_t position, int64_t count, void* out) {
    ARROW_RETURN_NOT_OK(check_count(position, count));
    auto* const bytes = static_cast<uint8_t*>(out);
    int64_t done = 0;
    while (done < count) {
        auto const want = static_cast<size_t>(std::min(count - done, MAX_TRANSFER_SIZE));
        ssize_t const got = pread(fd_, bytes + done, want, position + done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return system_error("reading", errno);
        }
        if (got == 0) {
            break;
        }
        done += got;
    }
    bytes_read_ += done;
    return done;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> FdFile::ReadAt(int64_t position, int64_t count) {
    ARROW_RETURN_NOT_OK(check_count(position, count));
    int64_t const there = std::min(count, std::max<int64_t>(size_ - position, 0));
    ARROW_ASSIGN_OR_RAISE(auto buffer, arrow::AllocateResizableBuffer(there, memory_pool()));
    ARROW_ASSIGN_OR_RAISE(int64_t const got, ReadAt(position, there, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got));
    buffer->ZeroPadding();
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
}

arrow::Result<int64_t> FdFile::Read(int64_t count, void* out) {
    ARROW_ASSIGN_OR_RAISE(int64_t const got, ReadAt(position_, count, out));
    position_ += got;
    return got;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> FdFile::Read(int64_t count) {
    ARROW_ASSIGN_OR_RAISE(auto buffer, ReadAt(position_, count));
    position_ += buffer->size();
    return buffer;
}

arrow::Status FdFile::Seek(int64_t position) {
    ARROW_RETURN_NOT_OK(check_count(position, 0));
    position_ = position;
    return arrow::Status::OK();
}

arrow::Status FdFile::Close() {
    closed_ = true;
    return arrow::Status::OK();
}

FdStream::FdStream(wgs_source const& source)
    : fd_(source.fd), prefix_(arrow::Buffer::FromString(std::string(
                          reinterpret_cast<char const*>(source.prefix), source.prefix_size))) {}

arrow::Result<int64_t> FdStream::Read(int64_t count, void* out) {
    ARROW_RETURN_NOT_OK(check_count(0, count));
    auto* const bytes = static_cast<uint8_t*>(out);
    int64_t done = 0;
    if (position_ < prefix_->size()) {
        done = std::min(count, prefix_->size() - position_);
        std::memcpy(bytes, prefix_->data() + position_, static_cast<size_t>(done));
    }
    while (done < count) {
        auto const want = static_cast<size_t>(std::min(count - done, MAX_TRANSFER_SIZE));
        ssize_t const got = read(fd_, bytes + done, want);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return system_error("reading", errno);
        }
        if (got == 0) {
            break;
        }
        done += got;
    }
    position_ += done;
    return done;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> FdStream::Read(int64_t count) {
    ARROW_RETURN_NOT_OK(check_count(0, count));
    int64_t done = 0;
    int64_t room = std::min(count, FIRST_READ_SIZE);
    ARROW_ASSIGN_OR_RAISE(auto buffer, arrow::AllocateResizableBuffer(room, memory_pool()));
    for (;;) {
        ARROW_ASSIGN_OR_RAISE(int64_t const got, Read(room - done, buffer->mutable_data() + done));
        done += got;
        if (done < room || room == count) {
            break;
        }
        room = room > count / 2 ? count : room * 2;
        ARROW_RETURN_NOT_OK(buffer->Resize(room, false));
    }
    ARROW_RETURN_NOT_OK(buffer->Resize(done));
    buffer->ZeroPadding();
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
}

arrow::Status FdStream::Close() {
    closed_ = true;
    return arrow::Status::OK();
}

arrow::Status FdOutput::Write(void const* data, int64_t count) {
    auto const* const bytes = static_cast<uint8_t const*>(data);
    int64_t done = 0;
    while (done < count) {
        auto const want = static_cast<size_t>(std::min(count - done, MAX_TRANSFER_SIZE));
        ssize_t const put = write(fd_, bytes + done, want);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return system_error("writing the output", errno);
        }
        done += put;
    }
    position_ += done;
    return arrow::Status::OK();
}

arrow::Status FdOutput::Close() {
    closed_ = true;
    return arrow::Status::OK();
}

} // namespace wgs
