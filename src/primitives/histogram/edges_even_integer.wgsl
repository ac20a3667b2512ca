// SPDX-License-Identifier: MIT
// Edges of even bins between two integers that lie on the GPU, as ordered words:
//     edge i = low + ceil(i * (high - low) / bins)
// so that an element x is in bin floor((x - low) * bins / (high - low)), exactly: the product has 64
// bits, in two words, and is divided bit by bit (Knuth 1981, 4.3.1).
//
// Grid: one edge an invocation, in steps of all invocations launched.
// Out: the first edge is `low` and the last `high`, also where high is less: then nothing counts.
// Indices: i <= bin_count, an edge more than there are bins; the range has two elements.
// Reference: wgs_histogram_range_reference.

struct Params {
    bin_count: u32, // at most 2^31, so that a remainder can be doubled
    flip: u32,
    negative: u32,
    minus_zero: u32,
    range_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> range_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> edges_out: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn edges_even_integer(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let low = edge_order(range_in[params.range_in_base]);
    let high = edge_order(range_in[params.range_in_base + 1u]);
    let span = select(0u, high - low, high >= low);
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i <= params.bin_count; i += step) {
        let edge = low + share_of_span(i, span);
        edges_out[i] = select(edge, high, i == params.bin_count);
    }
}

// ceil(i * span / bins), at most span for i up to the number of bins.
fn share_of_span(i: u32, span: u32) -> u32 {
    let product = multiply_wide(i, span);
    var remainder = 0u;
    var quotient = 0u;
    for (var bit = 0u; bit < 64u; bit++) {
        let word = select(product.x, product.y, bit < 32u);
        let next = (word >> (31u - bit % 32u)) & 1u;
        remainder = remainder * 2u + next;
        quotient = quotient * 2u;
        if (remainder >= params.bin_count) {
            remainder -= params.bin_count;
            quotient += 1u;
        }
    }
    return quotient + select(0u, 1u, remainder != 0u);
}

// The low and the high word of a product.
fn multiply_wide(a: u32, b: u32) -> vec2u {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return vec2u((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}
