/* SPDX-License-Identifier: MIT */
/* Buffers of the benchmark: made with their errors caught, filled and read in pieces. */
#ifndef WGSORT_BENCH_BUFFER_H
#define WGSORT_BENCH_BUFFER_H

#include <stdbool.h>

#include "wgsort/wgsort.h"

/* Fills an error of the benchmark's own; returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
WGSStatus
wgs_bench_error(WGSError* error, WGSStatus status, WGSErrorId detail, char const* format, ...);

/* A storage buffer of `size` bytes, rounded up to 16, that can be cleared, written and read.
 * Errors: BindingTooLarge, BufferTooLarge, DeviceMemory. */
WGSStatus wgs_bench_buffer_create(
    WGSContext context, char const* role, uint64_t size, WGPUBuffer* buffer, WGSError* error);

/* Makes rows [first, first + count) as words. */
typedef void (*wgs_bench_fill)(void const* source, uint64_t first, size_t count, uint32_t* words);

/* Writes `rows` rows of `words` words each. */
WGSStatus wgs_bench_buffer_fill(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t rows,
    uint32_t words,
    wgs_bench_fill fill,
    void const* source,
    WGSError* error);

/* Rows that are moved at a time. */
enum { WGS_BENCH_SLICE_ROWS = 1 << 20 };

#endif
