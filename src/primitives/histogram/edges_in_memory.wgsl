// SPDX-License-Identifier: MIT
// Edges where they are: for bins whose counters fill the workgroup's memory, or do not fit it.

fn take_edges(lane: u32) {
}

fn edge_at(i: u32) -> u32 {
    return edges[i];
}
