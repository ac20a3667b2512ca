// SPDX-License-Identifier: MIT
// How rows are dealt to groups of tiles; wgs_tiling_for (primitives/common/launch.h) is the same on
// the host. Rows and groups are at most 2^31 and 2^20: no sum wraps.

struct Tiling {
    tiles_per_group: u32,
    group_count: u32,
}

fn tiling_for(rows: u32, tile: u32, max_groups: u32) -> Tiling {
    let tiles = (rows + tile - 1u) / tile;
    let tiles_per_group = max(1u, (tiles + max_groups - 1u) / max_groups);
    return Tiling(tiles_per_group, (tiles + tiles_per_group - 1u) / tiles_per_group);
}
