// SPDX-License-Identifier: MIT
// One step of a merge over memory, in place: a compare and exchange of records `distance` apart, or
// mirrored in blocks of twice the distance.
//
// Grid: one comparator an invocation, in steps of all invocations launched.
// Invariants: no record takes part in two comparators; records only change places.
// Indices: both records below row_count(), else the comparator is skipped (see comparator_block).
// Reference: as comparator_block.

struct Params {
    count: u32,
    distance: u32, // a power of two
    mirrored: u32, // 1: the first step of a merge
    gpu_count_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> wgs_records: array<wgs_Slot>;

@compute @workgroup_size(WIDTH)
fn comparator_step(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WIDTH;
    // Comparators of whole blocks; count is at most 2^31, so this can't wrap.
    let size = 2u * params.distance;
    let comparators = (count + size - 1u) / size * params.distance;
    for (var c = linear_workgroup(workgroup, grid) * WIDTH + lane; c < comparators; c += step) {
        let offset = c & (params.distance - 1u);
        let lower = 2u * (c - offset) + offset;
        var upper = lower + params.distance;
        if (params.mirrored == 1u) {
            upper = lower ^ (size - 1u);
        }
        if (upper < count) {
            compare_exchange(lower, upper);
        }
    }
}

fn compare_exchange(lower: u32, upper: u32) {
    let a = wgs_records[lower].record;
    let b = wgs_records[upper].record;
    if (before(b, a)) {
        wgs_records[lower].record = b;
        wgs_records[upper].record = a;
    }
}
