// SPDX-License-Identifier: MIT
// Tells whether a count on the GPU is past the capacity that acts in its place.
//
// Grid: one invocation.
// Indices: one element each.
// Reference: count > capacity.

struct Params {
    count: u32,
    gpu_count_base: u32,
    exceeded_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> exceeded: array<u32>;
@group(0) @binding(8) var<storage, read> gpu_count: array<u32>;

@compute @workgroup_size(1)
fn count_exceeded() {
    exceeded[params.exceeded_base] = u32(gpu_count[params.gpu_count_base] > params.count);
}
