// SPDX-License-Identifier: MIT
// Exclusive scan, in place, of each row of a small matrix: the counters of a radix pass (one row a
// digit) and the group sums of a large scan (one row).
//
// Grid: a workgroup takes row after row, from its linear id on in steps of all workgroups launched.
// Data: a row has an entry for each group that counted rows (tiling.wgsl), so `length` follows from
//      the number of rows; row r is sums[r * length, (r + 1) * length) and its total goes to
//      sums[rows * length + r].
// Invariants: tiles of a row are taken in order with a carry; sums wrap modulo 2^32. Every barrier
//      is reached by whole workgroups.
// Indices: below rows * length + rows, the size of the buffer.
// Reference: wgs_scan_reference.

struct Params {
    count: u32, // rows that were counted
    counted_tile: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    rows: u32, // of the matrix
    started_offset: u32, // with segments: from a sum to whether one starts in it
    identity: u32, // of least and greatest, as an ordered word
    flip: u32,
    negative: u32,
    gpu_count_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;

@compute @workgroup_size(WG_SIZE)
fn scan_rows(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let length = row_tiling(params.counted_tile).group_count;
    let step = launched_workgroups(grid);
    for (var row = linear_workgroup(workgroup, grid); row < params.rows; row += step) {
        let start = row * length;
        let end = start + length;
        var carry = Partial(scan_identity(), 0u);
        for (var tile = start; tile < end; tile += TILE) {
            let first = tile + lane * ITEMS;
            var parts: array<Partial, ITEMS>;
            var own = Partial(scan_identity(), 0u);
            // unroll
            for (var i = 0u; i < ITEMS; i++) {
                parts[i] = load_partial(first + i, end);
                own = join(own, parts[i]);
            }
            let scan = workgroup_scan(lane, own);
            var before = join(carry, scan.before);
            // unroll
            for (var i = 0u; i < ITEMS; i++) {
                if (first + i < end) {
                    sums[first + i] = before.value;
                }
                before = join(before, parts[i]);
            }
            carry = join(carry, scan.total);
            workgroupBarrier();
        }
        if (lane == 0u) {
            sums[params.rows * length + row] = carry.value;
        }
    }
}

// The sum at an index, or what changes nothing past the end of the row.
fn load_partial(index: u32, end: u32) -> Partial {
    let inside = index < end;
    let nearest = min(index, end - 1u);
    var started = 0u;
    if (SEGMENTED) {
        started = sums[nearest + params.started_offset];
    }
    return Partial(select(scan_identity(), sums[nearest], inside), select(0u, started, inside));
}
