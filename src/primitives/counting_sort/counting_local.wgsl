// SPDX-License-Identifier: MIT
// Counts keys of a small range in workgroup memory; what a workgroup found is added to the counters
// once.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Invariants: as counting_global. Every barrier is reached by whole workgroups.
// Indices: rows below row_count(); wg_counts up to last_key, below MAX_RANGE; counters up to
//      last_key + 1.
// Reference: wgs_counting_sort_reference.

struct Params {
    count: u32,
    last_key: u32, // below MAX_RANGE; larger keys act as this one
    gpu_count_base: u32,
    keys_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> wg_counts: array<atomic<u32>, MAX_RANGE>;

@compute @workgroup_size(WG_SIZE)
fn counting_local(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    for (var key = lane; key <= params.last_key; key += WG_SIZE) {
        atomicStore(&wg_counts[key], 0u);
    }
    workgroupBarrier();
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var row = linear_workgroup(workgroup, grid) * WG_SIZE + lane; row < count; row += step) {
        atomicAdd(&wg_counts[min(keys_in[params.keys_in_base + row], params.last_key)], 1u);
    }
    workgroupBarrier();
    for (var key = lane; key <= params.last_key; key += WG_SIZE) {
        let found = atomicLoad(&wg_counts[key]);
        if (found > 0u) {
            atomicAdd(&counters[key + 1u], found);
        }
    }
}
