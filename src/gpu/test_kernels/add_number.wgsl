// SPDX-License-Identifier: MIT
// The kernel of the gpu layer's own tests: output[i] = input[i] + number for i < count.
//
// Grid: WG_SIZE * ITEMS elements a workgroup, spread over x, y and z.
// Indices: i < count, which both views hold.

struct Params {
    count: u32,
    number: u32,
    input_base: u32,
    output_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn add_number(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let first = linear_workgroup(workgroup, grid) * WG_SIZE * ITEMS;
    // unroll
    for (var k = 0u; k < ITEMS; k++) {
        let i = first + k * WG_SIZE + lane;
        if (i < params.count) {
            output[params.output_base + i] = input[params.input_base + i] + params.number;
        }
    }
}
