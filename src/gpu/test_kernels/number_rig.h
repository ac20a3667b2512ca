/* SPDX-License-Identifier: MIT */
/* What the tests of programs share: nodes that add a number, buffers of words, one submission. */
#ifndef WGS_GPU_NUMBER_RIG_H
#define WGS_GPU_NUMBER_RIG_H

#include "plan/graph.h"
#include "wgsort/wgsort.h"

enum { WGS_NUMBER_GROUP_ROWS = 64 * 4 };

/* Adds a node: out = in + number, for the views' length or for the first `count` elements. */
WGSStatus wgs_number_add(
    WGSGraph graph, WGSView in, WGSView out, uint32_t number, WGSValue count, WGSError* error);

/* The variant of those nodes. */
wgs_variant wgs_number_variant(void);

/* A view of u32. */
WGSView wgs_number_view(WGSBuffer buffer, uint64_t offset, uint64_t length);

/* An import; `buffer` may be NULL when size is given. Aborts on failure, as do the functions below:
 * they prepare a test, they are not under test. */
WGSBuffer wgs_number_import(WGSGraph graph, char const* label, uint64_t size, WGPUBuffer buffer);

WGSGraph wgs_number_graph(WGSContext context);
WGSProgram wgs_number_compile(WGSGraph graph);

/* A buffer [Storage, CopySrc, CopyDst] of `length` words: first, first + step, ... */
WGPUBuffer wgs_number_buffer(WGSContext context, uint64_t length, uint32_t first, uint32_t step);

/* The words of a buffer, to be freed. */
uint32_t* wgs_number_read(WGSContext context, WGPUBuffer buffer, uint64_t length);

WGPUCommandEncoder wgs_number_encoder(WGSContext context);

/* Submits, waits, releases the encoder. */
void wgs_number_submit(WGSContext context, WGPUCommandEncoder encoder);

/* Encodes once and submits. */
void wgs_number_run(WGSContext context, WGSProgram program, WGSEncodeDescriptor const* descriptor);

#endif
