// SPDX-License-Identifier: MIT
// Counts the rows of one chunk into up to LOCAL_BINS bins: counters of each workgroup in its own
// memory, added to the bins at its end (Podlozhnyuk 2007, "Histogram calculation in CUDA").
//
// Grid: group g counts tiles [g * n, (g + 1) * n) of TILE rows, n so that all groups suffice.
// Invariants: sums of counts do not depend on the order of additions. Every counter and edge is
//      written before it is read; every barrier is reached by whole workgroups.
// Indices: row < count; edges up to bin_count, which is at most LOCAL_BINS; bins below bin_count.
// Reference: wgs_histogram_edges_reference.

struct Params {
    count: u32, // rows of the chunk, if no fragment knows of fewer
    first_row: u32, // of the chunk, in the sequence
    group_count: u32,
    stride: u32, // elements from one row to the next
    bin_count: u32,
    flip: u32,
    negative: u32,
    minus_zero: u32,
    elements_in_base: u32,
    mask_base: u32,
    gpu_count_base: u32,
    bins_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> elements_in: array<u32>;
@group(0) @binding(2) var<storage, read> edges: array<u32>;
@group(0) @binding(3) var<storage, read_write> bins: array<atomic<u32>>;

const TILE: u32 = WG_SIZE * ITEMS;

var<workgroup> wg_counts: array<atomic<u32>, LOCAL_BINS>;

@compute @workgroup_size(WG_SIZE)
fn histogram_local(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = linear_workgroup(workgroup, grid);
    if (group >= params.group_count) {
        return;
    }
    for (var i = lane; i < params.bin_count; i += WG_SIZE) {
        atomicStore(&wg_counts[i], 0u);
    }
    take_edges(lane);
    workgroupBarrier();
    let count = span_rows();
    let tiles = (count + TILE - 1u) / TILE;
    let share = (tiles + params.group_count - 1u) / params.group_count * TILE;
    let first = group * share;
    let end = min(first + share, count);
    for (var row = first + lane; row < end; row += WG_SIZE) {
        if (mask_allows(row)) {
            let bits = elements_in[params.elements_in_base + row * params.stride];
            let bin = find_bin(edge_order(bits), params.bin_count);
            if (bin != NO_BIN) {
                atomicAdd(&wg_counts[bin], 1u);
            }
        }
    }
    workgroupBarrier();
    for (var i = lane; i < params.bin_count; i += WG_SIZE) {
        let counted = atomicLoad(&wg_counts[i]);
        if (counted != 0u) {
            atomicAdd(&bins[params.bins_base + i], counted);
        }
    }
}
