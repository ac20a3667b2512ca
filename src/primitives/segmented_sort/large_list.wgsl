// SPDX-License-Identifier: MIT
// Lists the large segments: begin and length of each, and 0 rows behind the last one.
//
// Grid: one entry an invocation, in steps of all invocations launched.
// Bound: as many entries as segments of more than 256 rows fit the rows side by side; more can only
//      be there when segments overlap, and are left out.
// Indices: entries below params.entries, the length of both views.
// Reference: the segments of more than 256 rows, in their order.

struct Params {
    first_class: u32,
    rows: u32,
    entries: u32,
    order_base: u32,
    class_starts_base: u32,
    segment_begins_base: u32,
    segment_ends_base: u32,
    large_begins_base: u32,
    large_lengths_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> large_begins: array<u32>;
@group(0) @binding(2) var<storage, read_write> large_lengths: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn large_list(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = segment_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    let entries = params.entries;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < entries; i += step) {
        var segment = Segment(0u, 0u, 0u, 0u, 0u);
        if (i < count) {
            segment = segment_at(i);
        }
        large_begins[params.large_begins_base + i] = segment.keys_in;
        large_lengths[params.large_lengths_base + i] = segment.length;
    }
}
