// SPDX-License-Identifier: MIT
// The class of each segment: c for up to 4 << c rows, LARGE_CLASS for more than 256 rows, and one
// more for segments that are empty or longer than the caller said.
//
// Grid: one segment an invocation, in steps of all invocations launched.
// Indices: segments below row_count(), which is at most the length of begins and ends.
// Reference: the width of wgs_segmented_sort's classes (segment_class in segmented_sort.c).

struct Params {
    count: u32,
    rows: u32,
    longest: u32,
    gpu_count_base: u32,
    segment_begins_base: u32,
    segment_ends_base: u32,
    classes_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> classes: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn segment_classes(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < count; i += step) {
        classes[params.classes_base + i] = class_of(segment_bounds(i).length);
    }
}

fn class_of(length: u32) -> u32 {
    if (length == 0u || length > params.longest) {
        return LARGE_CLASS + 1u;
    }
    // The bits of (length - 1) / 4: 0 for up to 4 rows.
    return min(32u - countLeadingZeros((length - 1u) >> 2u), LARGE_CLASS);
}
