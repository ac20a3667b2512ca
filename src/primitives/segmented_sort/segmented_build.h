/* SPDX-License-Identifier: MIT */
/* What both forms of the segmented sort share: checks of columns, and the nodes that sort. */
#ifndef WGS_PRIMITIVES_SEGMENTED_BUILD_H
#define WGS_PRIMITIVES_SEGMENTED_BUILD_H

#include "primitives/common/launch.h"
#include "primitives/common/word_sort.h"
#include "wgsort/segmented_sort.h"

/* Bindings that tell where segments lie: those of one fragment. */
enum { WGS_SEGMENT_MAX_USES = 4 };
typedef struct wgs_segment_source {
    size_t use_count;
    wgs_kernel_binding_use uses[WGS_SEGMENT_MAX_USES];
} wgs_segment_source;

/* One segmented sort being added. */
typedef struct wgs_segmented_build {
    WGSGraph graph;
    WGSSegmentedColumns const* columns;
    char label[WGS_LABEL_SIZE];
    char const* function;
    WGSError* error;
} wgs_segmented_build;

/* Checks the views and the direction. */
WGSStatus wgs_segmented_check_columns(
    WGSGraph graph, WGSSegmentedColumns const* columns, char const* function, WGSError* error);

/* The class of a length that is not 0. */
uint32_t wgs_segment_class(uint32_t length);

/* The most workgroups that a dispatch of this graph takes. */
uint64_t wgs_segmented_grid(WGSGraph graph);

/* Segments of one class, in workgroup memory. */
typedef struct wgs_local_class {
    uint32_t class_number;
    bool listed_on_device; /* else by the host */
    uint32_t count;        /* segments; on the device: the most that can be without overlap */
    uint32_t rows;         /* of the columns */
    wgs_segment_source source;
} wgs_local_class;

WGSStatus wgs_segmented_add_local(wgs_segmented_build const* build, wgs_local_class const* local);

/* All segments of more than 256 rows. */
typedef struct wgs_large_segments {
    bool listed_on_device;
    uint32_t entries; /* of the list, at least 1 */
    uint32_t rows;    /* packed rows at most, at least 1 */
    WGSView measured; /* how many there are; no buffer: `rows` */
    wgs_segment_source source;
} wgs_large_segments;

WGSStatus
wgs_segmented_add_large(wgs_segmented_build const* build, wgs_large_segments const* large);

#endif
