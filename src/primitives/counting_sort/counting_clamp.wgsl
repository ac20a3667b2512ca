// SPDX-License-Identifier: MIT
// Brings keys into the range of a counting sort, for a radix sort that looks at the bits of the
// range only.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Indices: rows below row_count().
// Reference: wgs_counting_sort_reference.

struct Params {
    count: u32,
    last_key: u32,
    gpu_count_base: u32,
    keys_in_base: u32,
    keys_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn counting_clamp(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var row = linear_workgroup(workgroup, grid) * WG_SIZE + lane; row < count; row += step) {
        let key = min(keys_in[params.keys_in_base + row], params.last_key);
        keys_out[params.keys_out_base + row] = key;
    }
}
