/* SPDX-License-Identifier: MIT */
/* Buffered writing to a descriptor: a file, a pipe or a device. */
#ifndef WGSORT_TOOLS_BYTE_SINK_H
#define WGSORT_TOOLS_BYTE_SINK_H

#include "table.h"

typedef struct wgs_byte_sink {
    int fd;
    char* buffer;
    size_t used;
} wgs_byte_sink;

bool wgs_byte_sink_open(wgs_byte_sink* sink, int fd, wgs_failure* failure);
bool wgs_byte_sink_put(wgs_byte_sink* sink, void const* bytes, size_t size, wgs_failure* failure);
bool wgs_byte_sink_flush(wgs_byte_sink* sink, wgs_failure* failure);
void wgs_byte_sink_close(wgs_byte_sink* sink); /* what wasn't flushed is dropped */

/* Writes all of it, however many calls that takes. */
bool wgs_write_all(int fd, void const* bytes, uint64_t size, wgs_failure* failure);

#endif
