// SPDX-License-Identifier: MIT
// Edges of even bins between two floats that lie on the GPU, as ordered words:
//     t = i / bins, half = high / 2 - low / 2, edge i = (low + t * half) + t * half
// in f32, kept between low and high, with the ends themselves as first and last edge. Halves, so that
// no step overflows. What rounds differently on another device are the edges; which bin an element
// is in follows from them by comparison.
//
// Grid: one edge an invocation, in steps of all invocations launched.
// Out: where an end is not finite, edges that count nothing.
// Indices: i <= bin_count, an edge more than there are bins; the range has two elements.
// Reference: wgs_histogram_range_reference, for edges that are exact in f32.

struct Params {
    bin_count: u32,
    flip: u32,
    negative: u32,
    minus_zero: u32,
    range_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> range_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> edges_out: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn edges_even_float(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let low_bits = range_in[params.range_in_base];
    let high_bits = range_in[params.range_in_base + 1u];
    let valid = is_finite(low_bits) && is_finite(high_bits);
    let low = bitcast<f32>(select(0u, low_bits, valid));
    let half = bitcast<f32>(select(0u, high_bits, valid)) * 0.5 - low * 0.5;
    let first = select(0xffffffffu, edge_order(low_bits), valid);
    let last = select(0u, edge_order(high_bits), valid);
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i <= params.bin_count; i += step) {
        let part = f32(i) / f32(params.bin_count) * half;
        let edge = min(max(edge_order(bitcast<u32>((low + part) + part)), first), last);
        edges_out[i] = select(select(edge, last, i == params.bin_count), first, i == 0u);
    }
}

fn is_finite(bits: u32) -> bool {
    return (bits & 0x7fffffffu) < 0x7f800000u;
}
