/* SPDX-License-Identifier: MIT */
#include "primitives/scan/scan_rows.h"

#include <string.h>

#include "base/arithmetic.h"
#include "kernels/key_order.wgsl.h"
#include "kernels/linear_grid.wgsl.h"
#include "kernels/scan_slots.wgsl.h"
#include "kernels/workgroup_scan.wgsl.h"
#include "primitives/common/launch.h"
#include "primitives/scan/scan_rows.wgsl.h"

/* Sums that one invocation takes at a time: a row of 4,096 is one tile. */
enum { ITEMS = 16 };

wgs_variant
wgs_scan_rows_variant(wgs_fragment const* operator_fragment, wgs_fragment const* segments) {
    return (wgs_variant){
        .kernel = &wgs_kernel_scan_rows,
        .fragment_count = 6,
        .fragments =
            {&wgs_fragment_linear_grid,
             &wgs_fragment_key_order,
             &wgs_fragment_workgroup_scan,
             &wgs_fragment_scan_slots,
             operator_fragment,
             segments},
        .constant_count = 2,
        .constants = {{"WG_SIZE", WGS_WORKGROUP_SIZE}, {"ITEMS", ITEMS}},
        .bounds_proved = true,
    };
}

void wgs_scan_rows_launch(wgs_scan_rows_shape shape, wgs_launch* launch) {
    wgs_tiling const tiling = wgs_tiling_for(shape.count, shape.tile, shape.max_groups);
    struct wgs_scan_rows_params const params = {
        .count = shape.count,
        .tiles_per_group = tiling.tiles_per_group,
        .group_count = shape.groups != 0 ? shape.groups : tiling.group_count,
        .counted_tile = shape.tile,
        .max_groups = shape.max_groups,
        .rows = shape.rows,
        .started_offset = shape.started_offset,
        .identity = shape.identity,
    };
    memcpy(launch->params, &params, sizeof params);
    launch->workgroups =
        shape.count == 0 && shape.groups == 0 ? 0 : wgs_min_u64(shape.rows, shape.max_groups);
}
