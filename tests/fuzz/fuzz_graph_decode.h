/* SPDX-License-Identifier: MIT */
/* For the files that make a description of bytes. */
#ifndef WGS_FUZZ_FUZZ_GRAPH_DECODE_H
#define WGS_FUZZ_FUZZ_GRAPH_DECODE_H

#include "fuzz_graph.h"

typedef struct wgs_fuzz_decoder {
    wgs_fuzz_input input;
    wgs_fuzz_graph* graph;
    wgs_fuzz_node* node;                 /* that is being made */
    bool* defined[WGS_FUZZ_MAX_BUFFERS]; /* by word, of transients: written in every encode */
    bool failed;                         /* no room for a buffer or value: the node is dropped */
    uint32_t condition;                  /* the innermost that is open */
    wgs_fuzz_view groups;                /* of an indirect dispatch, made by a copy */
    wgs_fuzz_view offsets;               /* ascending, made by a counting sort */
} wgs_fuzz_decoder;

/* Below `limit`, which is 1 to 65536. */
uint32_t wgs_fuzz_take(wgs_fuzz_decoder* decoder, uint32_t limit);
bool wgs_fuzz_one_in(wgs_fuzz_decoder* decoder, uint32_t count);

/* --- Views (fuzz_graph_pick.c) --- */

/* Gives the slot a view of defined words in a buffer that the node doesn't write, and that is filled
 * with `contents` if that is not WGS_FUZZ_ANY. A new buffer where there is none. */
void wgs_fuzz_pick_read(
    wgs_fuzz_decoder* decoder,
    uint32_t slot,
    uint32_t chunk,
    WGSFormat format,
    uint32_t length,
    wgs_fuzz_contents contents);

/* Gives all chunks of the slot views in buffers that nothing else of the node uses: in one or in
 * several. */
void wgs_fuzz_pick_writes(
    wgs_fuzz_decoder* decoder,
    uint32_t slot,
    uint32_t chunk_count,
    WGSFormat format,
    uint32_t const* lengths);
void wgs_fuzz_pick_write(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSFormat format, uint32_t length);

/* A new import for the rows of an unstable sort. */
void wgs_fuzz_pick_unordered(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSFormat format, uint32_t length);

/* Views that a kernel without a base binds, at multiples of the alignment. */
void wgs_fuzz_pick_aligned_read(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSAccess access, uint32_t length);
void wgs_fuzz_pick_aligned_write(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSAccess access, uint32_t length);

/* The words were written by a node that is never skipped. */
void wgs_fuzz_define(wgs_fuzz_decoder* decoder, wgs_fuzz_view const* view);

/* Adds a number; WGS_FUZZ_NONE when there are too many. */
uint32_t wgs_fuzz_add_value(wgs_fuzz_decoder* decoder, uint32_t value, uint32_t maximum);

/* --- Nodes (fuzz_graph_nodes.c) and encodes (fuzz_graph_places.c) --- */

void wgs_fuzz_decode_node(wgs_fuzz_decoder* decoder);
void wgs_fuzz_decode_encodes(wgs_fuzz_decoder* decoder);

#endif
