// SPDX-License-Identifier: MIT
// First kernel of a counting sort: zeros.
//
// Grid: one counter an invocation, in steps of all invocations launched.
// Indices: below length, which is that of the view.
// Reference: none: all words are 0.

struct Params {
    length: u32,
    counters_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn counting_clear(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < params.length; i += step) {
        counters[params.counters_base + i] = 0u;
    }
}
