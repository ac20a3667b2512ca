/* SPDX-License-Identifier: MIT */
/* The scan of small matrices that other kernels leave behind, for use inside other primitives. */
#ifndef WGS_PRIMITIVES_SCAN_ROWS_H
#define WGS_PRIMITIVES_SCAN_ROWS_H

#include "primitives/common/word_sort.h"

/* What is scanned: the operator's fragment, and for the least and the greatest the key map and the
 * ordered word that changes nothing. */
typedef struct wgs_scan_operator {
    wgs_fragment const* fragment;
    wgs_key_map map;
    uint32_t identity;
} wgs_scan_operator;

/* The pipeline of scan_rows.wgsl for an operator, whole (scan_whole) or by segments; its one storage
 * binding is `sums`, read and written. */
wgs_variant
wgs_scan_rows_variant(wgs_fragment const* operator_fragment, wgs_fragment const* segments);

/* What the kernels before counted: `count` rows in tiles of `tile`, dealt to at most `max_groups`
 * groups. Each group left one sum in each row of the matrix. */
typedef struct wgs_scan_rows_shape {
    uint32_t rows; /* of the matrix */
    uint32_t count;
    uint32_t tile;
    uint32_t max_groups;
    uint32_t groups;         /* 0, or how many there are, whatever `count` says */
    uint32_t started_offset; /* by segments: from a sum to whether one starts in it */
    uint32_t identity;
} wgs_scan_rows_shape;

/* Fills a launch for that shape. The buffer holds a sum for each group and row, and then a total a
 * row. Count 0 launches nothing. */
void wgs_scan_rows_launch(wgs_scan_rows_shape shape, wgs_launch* launch);

#endif
