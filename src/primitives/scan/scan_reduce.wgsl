// SPDX-License-Identifier: MIT
// First of the three kernels of a long scan: the sum of each group of tiles.
//
// Grid: group g sums tiles [g * tiles_per_group, (g + 1) * tiles_per_group) of TILE elements.
// Out: sums[g].
// Invariants: sums wrap modulo 2^32; every barrier is reached by whole workgroups.
// Indices: in_base + element with element < count.
// Reference: wgs_scan_reference.

struct Params {
    count: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    gpu_count_base: u32,
    elements_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> elements_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;

@compute @workgroup_size(WG_SIZE)
fn scan_reduce(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let tiling = row_tiling(TILE);
    let group = linear_workgroup(workgroup, grid);
    if (group >= tiling.group_count) {
        return;
    }
    let first = group * tiling.tiles_per_group * TILE;
    let end = min(first + tiling.tiles_per_group * TILE, count);
    var sum = 0u;
    for (var tile = first; tile < end; tile += TILE) {
        // unroll
        for (var i = 0u; i < ITEMS; i++) {
            let element = tile + i * WG_SIZE + lane;
            let value = elements_in[params.elements_in_base + min(element, end - 1u)];
            sum += select(0u, value, element < end);
        }
    }
    let scan = workgroup_scan(lane, sum);
    if (lane == 0u) {
        sums[group] = scan.total;
    }
}
