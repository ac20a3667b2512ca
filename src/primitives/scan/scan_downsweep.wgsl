// SPDX-License-Identifier: MIT
// Last kernel of a scan: every group scans its tiles from where the groups before it end. With one
// group it is the whole scan.
//
// Grid: as scan_reduce.
// In:  sums[first_group + g], what all groups before amount to (not read by a scan of one group).
// Invariants: tiles of a group are taken in order with a carry; elements of the output past count
//      are not written. Every barrier is reached by whole workgroups.
// Indices: element < count on both sides.
// Reference: wgs_scan_reference.

struct Params {
    count: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    first_group: u32,
    alone: u32, // 1: nothing lies before the only group
    inclusive: u32,
    identity: u32, // of least and greatest, as an ordered word
    flip: u32,
    negative: u32,
    gpu_count_base: u32,
    elements_in_base: u32,
    elements_out_base: u32,
    flags_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
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
    var carry = Partial(scan_identity(), 0u);
    if (params.alone == 0u) {
        carry.value = sums[params.first_group + group];
    }
    for (var tile = first; tile < end; tile += TILE) {
        carry = join(carry, scan_tile(lane, tile, end, carry));
    }
}

// Scans one tile behind `carry` and returns what it amounts to.
fn scan_tile(lane: u32, tile: u32, end: u32, carry: Partial) -> Partial {
    // Coalesced loads, then each invocation takes ITEMS consecutive elements. ITEMS is odd: no bank
    // conflicts.
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + i * WG_SIZE + lane;
        let value = scan_from_element(element_load(min(element, end - 1u)));
        wg_tile[i * WG_SIZE + lane] = select(scan_identity(), value, element < end);
    }
    workgroupBarrier();
    var parts: array<Partial, ITEMS>;
    var own = Partial(scan_identity(), 0u);
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        // Past the end a repeated flag has no row to show on.
        let flag = flag_load(min(tile + lane * ITEMS + i, end - 1u));
        parts[i] = Partial(wg_tile[lane * ITEMS + i], flag);
        own = join(own, parts[i]);
    }
    workgroupBarrier();
    let scan = workgroup_scan(lane, own);
    workgroupBarrier();
    var before = join(carry, scan.before);
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let start = parts[i].started != 0u;
        let exclusive = select(before.value, scan_identity(), start);
        let after = join(before, parts[i]);
        let result = select(exclusive, after.value, params.inclusive == 1u);
        wg_tile[lane * ITEMS + i] = scan_to_element(result);
        before = after;
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let element = tile + i * WG_SIZE + lane;
        if (element < end) {
            element_store(element, wg_tile[i * WG_SIZE + lane]);
        }
    }
    workgroupBarrier();
    return scan.total;
}
