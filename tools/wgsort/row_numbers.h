/* SPDX-License-Identifier: MIT */
/* What --argsort writes in raw, CSV and TSV: row numbers from 0 as u32 (u64 when one doesn't fit),
 * or as a text column `row`. */
#ifndef WGSORT_TOOLS_ROW_NUMBERS_H
#define WGSORT_TOOLS_ROW_NUMBERS_H

#include "byte_sink.h"

typedef struct wgs_row_numbers {
    wgs_byte_sink sink;
    bool text;
    unsigned width; /* of a raw number; 0: not decided yet */
    bool head_written;
} wgs_row_numbers;

bool wgs_row_numbers_open(wgs_row_numbers* writer, bool text, int fd, wgs_failure* failure);
/* Writes first_row + order[i], or first_row + i when `order` is NULL. */
bool wgs_row_numbers_put(
    wgs_row_numbers* writer,
    uint64_t const* order,
    uint64_t count,
    uint64_t first_row,
    wgs_failure* failure);
bool wgs_row_numbers_finish(wgs_row_numbers* writer, wgs_failure* failure);
void wgs_row_numbers_close(wgs_row_numbers* writer);

#endif
