// SPDX-License-Identifier: MIT
// How rows are dealt to groups of tiles.

struct Tiling {
    tiles_per_group: u32,
    group_count: u32,
}
