/* SPDX-License-Identifier: MIT */
/* The scan of small matrices that other kernels leave behind, for use inside other primitives. */
#ifndef WGS_PRIMITIVES_SCAN_ROWS_H
#define WGS_PRIMITIVES_SCAN_ROWS_H

#include "plan/graph.h"

/* The pipeline of scan_rows.wgsl; its one storage binding is `sums`, read and written. */
wgs_variant wgs_scan_rows_variant(void);

/* What the kernels before counted: `count` rows in tiles of `tile`, dealt to at most `max_groups`
 * groups. Each group left one sum in each row of the matrix. */
typedef struct wgs_scan_rows_shape {
    uint32_t rows; /* of the matrix */
    uint32_t count;
    uint32_t tile;
    uint32_t max_groups;
} wgs_scan_rows_shape;

/* Fills a launch for that shape. The buffer holds a sum for each group and row, and then a total a
 * row. Count 0 launches nothing. */
void wgs_scan_rows_launch(wgs_scan_rows_shape shape, wgs_launch* launch);

#endif
