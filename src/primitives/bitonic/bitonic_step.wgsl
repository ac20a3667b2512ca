// SPDX-License-Identifier: MIT
// One step of a bitonic merge over memory, in place: a compare and exchange of rows `distance`
// apart, or mirrored in blocks of twice the distance.
//
// Grid: one comparator an invocation, in steps of all invocations launched.
// Indices: both rows below row_count(), else the comparator is skipped (see bitonic_local).
// Reference: wgs_sort_reference.

struct Params {
    count: u32,
    shift: u32,
    mask: u32,
    flip: u32,
    negative: u32,
    distance: u32, // a power of two
    mirrored: u32, // 1: the first step of a merge
    gpu_count_base: u32,
    keys_base: u32,
    rows_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn bitonic_step(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    // Comparators of whole blocks; count is at most 2^31, so this can't wrap.
    let size = 2u * params.distance;
    let comparators = (count + size - 1u) / size * params.distance;
    for (var c = linear_workgroup(workgroup, grid) * WG_SIZE + lane; c < comparators; c += step) {
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
    let lower_key = keys[params.keys_base + lower];
    let upper_key = keys[params.keys_base + upper];
    let lower_row = row_load(lower);
    let upper_row = row_load(upper);
    if (row_precedes(upper_key, upper_row, lower_key, lower_row)) {
        keys[params.keys_base + lower] = upper_key;
        keys[params.keys_base + upper] = lower_key;
        row_store(lower, upper_row);
        row_store(upper, lower_row);
    }
}
