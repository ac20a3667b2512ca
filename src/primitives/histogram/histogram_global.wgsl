// SPDX-License-Identifier: MIT
// Counts the rows of one chunk into more bins than workgroup memory holds: an atomic addition to the
// bin for every row that counts.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Invariants: sums of counts do not depend on the order of additions.
// Indices: row < count; edges up to bin_count; bins below bin_count.
// Reference: wgs_histogram_edges_reference.

struct Params {
    count: u32, // rows of the chunk, if no fragment knows of fewer
    first_row: u32, // of the chunk, in the sequence
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

@compute @workgroup_size(WG_SIZE)
fn histogram_global(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = span_rows();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var row = linear_workgroup(workgroup, grid) * WG_SIZE + lane; row < count; row += step) {
        if (mask_allows(row)) {
            let bits = elements_in[params.elements_in_base + row * params.stride];
            let bin = find_bin(edge_order(bits), params.bin_count);
            if (bin != NO_BIN) {
                atomicAdd(&bins[params.bins_base + bin], 1u);
            }
        }
    }
}
