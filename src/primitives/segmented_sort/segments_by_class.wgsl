// SPDX-License-Identifier: MIT
// Segments of one class: `order` holds the numbers of all segments class after class, and class c
// begins at class_starts[c].

@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(8) var<storage, read> class_starts: array<u32>;

fn segment_count() -> u32 {
    let start = params.class_starts_base + params.first_class;
    return class_starts[start + 1u] - class_starts[start];
}

fn segment_at(index: u32) -> Segment {
    let first = class_starts[params.class_starts_base + params.first_class];
    let bounds = segment_bounds(order[params.order_base + first + index]);
    return Segment(bounds.begin, bounds.begin, bounds.begin, bounds.begin, bounds.length);
}
