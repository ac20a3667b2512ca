/* SPDX-License-Identifier: MIT */
/* The scan of small matrices that other kernels leave behind, for use inside other primitives. */
#ifndef WGS_PRIMITIVES_SCAN_ROWS_H
#define WGS_PRIMITIVES_SCAN_ROWS_H

#include "plan/graph.h"

/* The pipeline of scan_rows.wgsl; its one storage binding is `sums`, read and written. */
wgs_variant wgs_scan_rows_variant(void);

/* Fills a launch that scans `rows` rows of `length` sums each, in at most `max_groups` workgroups.
 * The buffer holds rows * length sums and then a total a row. Length 0 launches nothing. */
void wgs_scan_rows_launch(uint32_t rows, uint32_t length, uint32_t max_groups, wgs_launch* launch);

#endif
