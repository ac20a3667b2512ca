// SPDX-License-Identifier: MIT
// Edges in the workgroup's own memory: for bins few enough that their counters leave room.

var<workgroup> wg_edges: array<u32, LOCAL_BINS + 1u>;

// A barrier must follow before edge_at.
fn take_edges(lane: u32) {
    for (var i = lane; i <= params.bin_count; i += WG_SIZE) {
        wg_edges[i] = edges[i];
    }
}

fn edge_at(i: u32) -> u32 {
    return wg_edges[i];
}
