// SPDX-License-Identifier: MIT
// Edges that lie on the GPU: as ordered words when they are finite and strictly increasing, else
// edges that count nothing.
//
// Grid: one workgroup, over all edges in steps.
// Invariants: the verdict is written before it is read; every barrier is reached by the whole
//      workgroup.
// Indices: i < edge_count, the length of both.
// Reference: wgs_histogram_edges_reference.

struct Params {
    edge_count: u32,
    flip: u32,
    negative: u32,
    minus_zero: u32,
    low: u32, // ordered words outside of [low, high] are not finite
    high: u32,
    edges_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> edges_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> edges_out: array<u32>;

var<workgroup> wg_faults: atomic<u32>;

@compute @workgroup_size(WG_SIZE)
fn edges_check(@builtin(local_invocation_index) lane: u32) {
    if (lane == 0u) {
        atomicStore(&wg_faults, 0u);
    }
    workgroupBarrier();
    var faults = 0u;
    for (var i = lane; i < params.edge_count; i += WG_SIZE) {
        let edge = edge_order(edges_in[params.edges_in_base + i]);
        let before = edge_order(edges_in[params.edges_in_base + max(i, 1u) - 1u]);
        let good = edge >= params.low && edge <= params.high && (i == 0u || before < edge);
        faults += select(1u, 0u, good);
    }
    atomicAdd(&wg_faults, faults);
    workgroupBarrier();
    let valid = atomicLoad(&wg_faults) == 0u;
    for (var i = lane; i < params.edge_count; i += WG_SIZE) {
        let edge = edge_order(edges_in[params.edges_in_base + i]);
        let nothing = select(0u, 0xffffffffu, i == 0u);
        edges_out[i] = select(nothing, edge, valid);
    }
}
