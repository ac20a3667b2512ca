// SPDX-License-Identifier: MIT
// Last kernel of a scan: every group scans its tiles from where the groups before it end. With one
// group it is the whole scan.
//
// Grid: as scan_reduce.
// In:  sums[g], the sum of all groups before g (not read when there is one group).
// Invariants: tiles of a group are taken in order with a carry; sums wrap modulo 2^32; elements of
//      the output past count are not written. Every barrier is reached by whole workgroups.
// Indices: element < count on both sides.
// Reference: wgs_scan_reference.

struct Params {
    count: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    gpu_count_base: u32,
    inclusive: u32,
    elements_in_base: u32,
    elements_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> elements_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> elements_out: array<u32>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;

// In turn: elements in memory order, scan slots, results in memory order.
var<workgroup> wg_tile: array<u32, TILE>;

fn scan_slot_load(slot: u32) -> u32 {
    return wg_tile[slot];
}

fn scan_slot_store(slot: u32, value: u32) {
    wg_tile[slot] = value;
}

@compute @workgroup_size(WG_SIZE)
fn scan_downsweep(
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
    var carry = 0u;
    if (tiling.group_count > 1u) {
        carry = sums[group];
    }
    for (var tile = first; tile < end; tile += TILE) {
        carry += scan_tile(lane, tile, end, carry);
    }
}

// Scans one tile behind `carry` and returns its sum.
fn scan_tile(lane: u32, tile: u32, end: u32, carry: u32) -> u32 {
    // Coalesced loads, then each invocation takes ITEMS consecutive elements. ITEMS is odd: no bank
    // conflicts.
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + i * WG_SIZE + lane;
        let value = elements_in[params.elements_in_base + min(element, end - 1u)];
        wg_tile[i * WG_SIZE + lane] = select(0u, value, element < end);
    }
    workgroupBarrier();
    var values: array<u32, ITEMS>;
    var sum = 0u;
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        values[i] = wg_tile[lane * ITEMS + i];
        sum += values[i];
    }
    workgroupBarrier();
    let scan = workgroup_scan(lane, sum);
    workgroupBarrier();
    var before = carry + scan.before;
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let after = before + values[i];
        wg_tile[lane * ITEMS + i] = select(before, after, params.inclusive == 1u);
        before = after;
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + i * WG_SIZE + lane;
        if (element < end) {
            elements_out[params.elements_out_base + element] = wg_tile[i * WG_SIZE + lane];
        }
    }
    workgroupBarrier();
    return scan.total;
}
