/* SPDX-License-Identifier: MIT */
/* What a scan's description comes to once it is checked. */
#ifndef WGS_PRIMITIVES_SCAN_SEQUENCE_H
#define WGS_PRIMITIVES_SCAN_SEQUENCE_H

#include "plan/graph.h"
#include "wgsort/scan.h"

/* The chunks of a scan, one for plain views. Points into the caller's descriptor. */
typedef struct wgs_scan_sequence {
    size_t chunk_count;
    WGSView const* in;
    WGSView const* out;
    WGSView const* flags; /* NULL: no segments */
    uint64_t length;      /* all chunks together; at most 2^31 */
} wgs_scan_sequence;

/* Checks a description and lists its chunks. */
WGSStatus wgs_scan_check(
    WGSGraph graph,
    WGSScanDescriptor const* descriptor,
    wgs_scan_sequence* sequence,
    char const* function,
    WGSError* error);

#endif
