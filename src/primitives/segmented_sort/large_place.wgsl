// SPDX-License-Identifier: MIT
// Writes the rows of all large segments in order: packed row i becomes the packed row sorted[i] of
// the same segment.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Indices: packed rows below large_rows(); both positions are checked against the segment's length,
//      so that nothing outside of a segment is touched whatever the lists hold.
// Reference: wgs_segmented_sort_reference.

struct Params {
    count: u32, // packed rows at most
    entries: u32, // of the list
    row_numbers: u32,
    large_base: u32,
    large_begins_base: u32,
    large_ends_base: u32,
    keys_in_base: u32,
    keys_out_base: u32,
    sorted_base: u32,
    values0_in_base: u32,
    values0_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(3) var<storage, read> sorted: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn large_place(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let rows = large_rows();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < rows; i += step) {
        let number = large_of(i);
        let segment = large_at(number);
        let start = large_end(number) - segment.length;
        let row = sorted[params.sorted_base + i] - start;
        if (i - start < segment.length && row < segment.length) {
            place_row(segment, i - start, row);
        }
    }
}

fn place_row(segment: Segment, position: u32, row: u32) {
    keys_out[params.keys_out_base + segment.keys_out + position] =
        keys_in[params.keys_in_base + segment.keys_in + row];
    if (PAYLOAD_COLUMNS > 0u) {
        var value = row;
        if (params.row_numbers == 0u) {
            value = payload_load(0u, segment.values_in + row);
        }
        payload_store(0u, segment.values_out + position, value);
    }
}
