/* SPDX-License-Identifier: MIT */
/* The columns of one sort, from arrays or from a stream, and the sort itself. */
#ifndef WGS_ARROW_SORT_H
#define WGS_ARROW_SORT_H

#include "arrow/arrow_key_column.h"

typedef struct wgs_arrow_sort {
    WGSContext context;
    WGSArrowSortDescriptor const* descriptor;
    WGSAllocator allocator;
    size_t column_count; /* made so far */
    struct WGSArrowColumnImpl columns[WGS_MAX_SORT_KEYS];
} wgs_arrow_sort;

/* Checks what does not depend on schemas and arrays; no column yet.
 * Errors: NullArgument, InvalidEnum, TooManyColumns. */
WGS_NODISCARD WGSStatus wgs_arrow_sort_init(
    wgs_arrow_sort* sort,
    WGSContext context,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray const* rows,
    struct ArrowSchema const* rows_schema,
    wgs_arrow_place place,
    WGSError* error);

/* Adds the empty column of the next key. Errors: NullArgument, InvalidEnum, ArrowSchema. */
WGS_NODISCARD WGSStatus wgs_arrow_sort_add_column(
    wgs_arrow_sort* sort, struct ArrowSchema const* schema, wgs_arrow_place place, WGSError* error);

/* Sorts the filled columns and gives the rows. Errors: LengthMismatch, TooManyColumns, HostMemory,
 * those of wgsContextSort. */
WGS_NODISCARD WGSStatus wgs_arrow_sort_run(
    wgs_arrow_sort* sort,
    struct ArrowArray* rows,
    struct ArrowSchema* rows_schema,
    WGSHostSortReport* report,
    wgs_arrow_place place,
    WGSError* error);

void wgs_arrow_sort_free(wgs_arrow_sort* sort);

#endif
