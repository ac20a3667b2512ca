// SPDX-License-Identifier: MIT
// Counts keys with one atomic add a row: for ranges that workgroup memory can't hold.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Invariants: counters[k + 1] counts key k, and counters[0] stays 0, so that one scan gives where
//      each key starts (exclusive) or ends (inclusive), one element to the right.
// Indices: rows below row_count(); counters up to last_key + 1, the last one there is.
// Reference: wgs_counting_sort_reference.

struct Params {
    count: u32,
    last_key: u32, // larger keys act as this one
    gpu_count_base: u32,
    keys_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WG_SIZE)
fn counting_global(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var row = linear_workgroup(workgroup, grid) * WG_SIZE + lane; row < count; row += step) {
        let key = min(keys_in[params.keys_in_base + row], params.last_key);
        atomicAdd(&counters[key + 1u], 1u);
    }
}
