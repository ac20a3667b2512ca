/* SPDX-License-Identifier: MIT */
/* An input that is one view or the chunks of a vector, as one logical sequence of rows. */
#ifndef WGS_PRIMITIVES_COMMON_CHUNK_LIST_H
#define WGS_PRIMITIVES_COMMON_CHUNK_LIST_H

#include "primitives/common/launch.h"

/* Points into the caller's descriptor. `chunks` has chunk_count entries, one for a view. */
typedef struct wgs_chunk_list {
    size_t chunk_count; /* at least 1 */
    WGSView const* chunks;
    uint32_t stride; /* elements of a chunk from one row to the next */
    uint64_t rows;   /* all chunks together; at most 2^31 */
} wgs_chunk_list;

/* Rows of a view whose elements 0, stride, 2 * stride, ... count. */
uint64_t wgs_strided_rows(uint64_t length, uint32_t stride);

/* The rows of one chunk. */
uint32_t wgs_chunk_rows(wgs_chunk_list const* list, size_t chunk);

/* Checks every chunk (wgs_view_check), that all have one format, and that no chunk has more than
 * 2^31 elements and all together no more than 2^31 rows. `view` is used when it has a buffer, else `vector`; both: TooManyColumns, neither:
 * ViewMissing. In messages a chunk is "<name>Chunks[i]". */
WGSStatus wgs_chunk_list_take(
    WGSGraph graph,
    WGSView const* view,
    WGSVector const* vector,
    uint32_t stride,
    unsigned formats,
    char const* function,
    char const* name,
    wgs_chunk_list* list,
    WGSError* error);

/* Refuses an output in the buffer of a chunk. */
WGSStatus wgs_chunk_list_check_distinct(
    wgs_chunk_list const* list,
    char const* name,
    WGSView const* out,
    char const* out_name,
    char const* function,
    WGSError* error);

/* Which rows of a sequence one node treats: those of a chunk, below the count of the sequence. Lies
 * in the node's data. */
typedef struct wgs_row_span {
    uint32_t first; /* rows of the sequence before the chunk */
    uint32_t rows;
    bool replaceable; /* the first value of the node is the count of the sequence */
} wgs_row_span;

uint32_t wgs_row_span_resolve(wgs_row_span span, uint32_t const* values);

/* Checks a count on the GPU (wgs_gpu_count_check), and that it lies apart from the output. */
WGSStatus wgs_span_count_check(
    WGSGraph graph,
    WGSGpuCount const* count,
    WGSView const* out,
    char const* out_name,
    char const* function,
    WGSError* error);

/* Adds a node whose kernel calls span_rows() for how many rows of its chunk count: the request lacks
 * only the fragment for it, the binding that a measured count needs, and the value. Its Params have
 * `count`, the rows as resolved, and `first_row` and `gpu_count_base`. `uses` has `use_count`
 * entries and room for one. */
WGSStatus wgs_add_span_kernel(
    WGSGraph graph,
    wgs_row_source const* source,
    wgs_kernel_request request,
    size_t use_count,
    wgs_kernel_binding_use* uses,
    char const* function,
    WGSError* error);

#endif
