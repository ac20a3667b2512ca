// SPDX-License-Identifier: MIT
// The groups of tiles for a number of rows that an earlier dispatch wrote: wgs_tiling_for
// (primitives/common/launch.h) on the device. Rows are at most 2^31 and groups 2^20: no sum wraps.

fn row_tiling(tile: u32) -> Tiling {
    let tiles = (row_count() + tile - 1u) / tile;
    let tiles_per_group = max(1u, (tiles + params.max_groups - 1u) / params.max_groups);
    return Tiling(tiles_per_group, (tiles + tiles_per_group - 1u) / tiles_per_group);
}
