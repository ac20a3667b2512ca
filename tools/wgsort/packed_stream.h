/* SPDX-License-Identifier: MIT */
/* Writes packed rows on a thread of its own while they still arrive from the device. */
#ifndef WGSORT_TOOLS_PACKED_STREAM_H
#define WGSORT_TOOLS_PACKED_STREAM_H

#include "table.h"

typedef struct wgs_packed_stream wgs_packed_stream;

/* Begins to write `rows`, of which none is final yet. *stream is NULL when this writer doesn't take
 * packed rows, or no thread can be had. Until the end nobody else may use `writer`. */
bool wgs_packed_stream_start(
    wgs_writer* writer,
    wgs_packed_rows const* rows,
    wgs_packed_stream** stream,
    wgs_failure* failure);
/* The first `bytes` of the rows are final. */
void wgs_packed_stream_advance(wgs_packed_stream* stream, uint64_t bytes);
/* All rows are final: waits until they are written. */
bool wgs_packed_stream_finish(wgs_packed_stream* stream, wgs_failure* failure);
/* Writes no more than what is under way. NULL is allowed. */
void wgs_packed_stream_cancel(wgs_packed_stream* stream);

#endif
