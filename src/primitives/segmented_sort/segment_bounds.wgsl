// SPDX-License-Identifier: MIT
// Segments as the caller's begins and ends. An end past the rows acts as the number of rows, and a
// begin that is not before the end makes an empty segment: begin + length is at most params.rows.

@group(0) @binding(6) var<storage, read> segment_begins: array<u32>;
@group(0) @binding(7) var<storage, read> segment_ends: array<u32>;

struct Bounds {
    begin: u32,
    length: u32,
}

fn segment_bounds(segment: u32) -> Bounds {
    let begin = segment_begins[params.segment_begins_base + segment];
    let end = min(segment_ends[params.segment_ends_base + segment], params.rows);
    if (begin >= end) {
        return Bounds(0u, 0u);
    }
    return Bounds(begin, end - begin);
}
