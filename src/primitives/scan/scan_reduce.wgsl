// SPDX-License-Identifier: MIT
// First of the three kernels of a long scan: what each group of tiles amounts to.
//
// Grid: group g takes tiles [g * tiles_per_group, (g + 1) * tiles_per_group) of TILE elements.
// Out: sums[first_group + g]; with segments also whether one starts in the group, started_offset
//      words further on.
// Invariants: without segments an invocation takes every WG_SIZE-th element, which any operator here
//      allows; with segments it takes ITEMS consecutive ones, and tiles are joined in order. Every
//      barrier is reached by whole workgroups.
// Indices: elements are clamped below count; sums hold an entry for each group.
// Reference: wgs_scan_reference.

struct Params {
    count: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    first_group: u32,
    started_offset: u32,
    identity: u32, // of least and greatest, as an ordered word
    flip: u32,
    negative: u32,
    gpu_count_base: u32,
    elements_in_base: u32,
    flags_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> elements_in: array<u32>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;

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
    // With segments: of the tiles so far. Without: of this invocation's elements so far.
    var run = Partial(scan_identity(), 0u);
    for (var tile = first; tile < end; tile += TILE) {
        let own = lane_partial(lane, tile, end);
        if (SEGMENTED) {
            run = join(run, workgroup_scan(lane, own).total);
            workgroupBarrier();
        } else {
            run = join(run, own);
        }
    }
    if (!SEGMENTED) {
        run = workgroup_scan(lane, run).total;
    }
    if (lane == 0u) {
        sums[params.first_group + group] = run.value;
        if (SEGMENTED) {
            sums[params.first_group + group + params.started_offset] = run.started;
        }
    }
}

// What one invocation's elements of a tile amount to.
fn lane_partial(lane: u32, tile: u32, end: u32) -> Partial {
    var bits: array<u32, ITEMS>;
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + select(i * WG_SIZE + lane, lane * ITEMS + i, SEGMENTED);
        bits[i] = elements_in[params.elements_in_base + min(element, end - 1u)];
    }
    var run = Partial(scan_identity(), 0u);
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + select(i * WG_SIZE + lane, lane * ITEMS + i, SEGMENTED);
        let inside = element < end;
        let value = select(scan_identity(), scan_from_element(bits[i]), inside);
        let flag = select(0u, flag_load(min(element, end - 1u)), inside);
        run = join(run, Partial(value, flag));
    }
    return run;
}
