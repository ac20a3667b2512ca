/* SPDX-License-Identifier: MIT */
/* Row numbers as an Arrow array that owns them. */
#ifndef WGS_ARROW_ROWS_H
#define WGS_ARROW_ROWS_H

#include <stdbool.h>

#include "arrow/arrow_support.h"

/* Memory for `count` row numbers, to be filled with uint32 and exported, or freed. */
typedef struct wgs_arrow_rows {
    WGSAllocator allocator;
    uint64_t count;
    bool wide;
    uint32_t* numbers;
} wgs_arrow_rows;

/* Errors: HostMemory. */
WGS_NODISCARD WGSStatus wgs_arrow_rows_init(
    wgs_arrow_rows* rows,
    WGSAllocator const* allocator,
    uint64_t count,
    bool wide,
    wgs_arrow_place place,
    WGSError* error);

/* Hands the numbers over to `array`. On failure they are freed, and neither output is touched.
 * Errors: HostMemory. */
WGS_NODISCARD WGSStatus wgs_arrow_rows_export(
    wgs_arrow_rows* rows,
    struct ArrowArray* array,
    struct ArrowSchema* schema,
    wgs_arrow_place place,
    WGSError* error);

void wgs_arrow_rows_free(wgs_arrow_rows* rows);

#endif
