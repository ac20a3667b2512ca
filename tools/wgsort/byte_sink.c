/* SPDX-License-Identifier: MIT */
#include "byte_sink.h"

#include "exit_status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 20, LARGEST_WRITE = 16 << 20 };

bool wgs_write_all(int fd, void const* bytes, uint64_t size, wgs_failure* failure) {
    char const* next = bytes;
    while (size > 0) {
        size_t const part = size < LARGEST_WRITE ? (size_t)size : (size_t)LARGEST_WRITE;
        ssize_t const written = write(fd, next, part);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return wgs_fail(failure, WGS_EXIT_DATA, "can't write the output: %s", strerror(errno));
        next += written;
        size -= (uint64_t)written;
        /* What is large is flushed in the end: the disk may as well begin now. Only files can do
         * this; that others can't is no error. */
        if (part == LARGEST_WRITE)
            (void)sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    }
    return true;
}

bool wgs_byte_sink_open(wgs_byte_sink* sink, int fd, wgs_failure* failure) {
    *sink = (wgs_byte_sink){.fd = fd, .buffer = malloc(BUFFER_SIZE)};
    return sink->buffer || wgs_fail(failure, WGS_EXIT_DATA, "out of memory for an output buffer");
}

bool wgs_byte_sink_flush(wgs_byte_sink* sink, wgs_failure* failure) {
    size_t const used = sink->used;
    sink->used = 0;
    return wgs_write_all(sink->fd, sink->buffer, used, failure);
}

bool wgs_byte_sink_put(wgs_byte_sink* sink, void const* bytes, size_t size, wgs_failure* failure) {
    if (size > BUFFER_SIZE - sink->used && !wgs_byte_sink_flush(sink, failure))
        return false;
    if (size > BUFFER_SIZE)
        return wgs_write_all(sink->fd, bytes, size, failure);
    if (size > 0)
        memcpy(sink->buffer + sink->used, bytes, size);
    sink->used += size;
    return true;
}

void wgs_byte_sink_close(wgs_byte_sink* sink) {
    free(sink->buffer);
    sink->buffer = NULL;
}
