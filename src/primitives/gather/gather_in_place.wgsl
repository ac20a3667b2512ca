// SPDX-License-Identifier: MIT
// column[i] = in[column[i]]: row numbers are replaced by the 4-byte values that they name, each in
// its own slot, so that a sort which kept row numbers in a value output needs no other memory.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Indices: row numbers come from a permutation of [0, count).
// Reference: wgs_gather_reference.

struct Params {
    count: u32,
    gpu_count_base: u32,
    values_in_base: u32,
    column_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> values_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> column: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn gather_in_place(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < count; i += step) {
        let slot = params.column_base + i;
        column[slot] = values_in[params.values_in_base + column[slot]];
    }
}
