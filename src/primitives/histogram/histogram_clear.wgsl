// SPDX-License-Identifier: MIT
// First kernel of a histogram: all bins 0.
//
// Grid: one bin an invocation, in steps of all invocations launched.
// Indices: below bin_count.
// Reference: wgs_histogram_edges_reference.

struct Params {
    bin_count: u32,
    bins_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn histogram_clear(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < params.bin_count; i += step) {
        bins[params.bins_base + i] = 0u;
    }
}
