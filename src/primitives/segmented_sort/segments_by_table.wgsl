// SPDX-License-Identifier: MIT
// Segments that the host listed: five words each, checked against the views.

@group(0) @binding(3) var<storage, read> segments: array<u32>;

fn segment_count() -> u32 {
    return params.count;
}

fn segment_at(index: u32) -> Segment {
    let word = params.segments_base + 5u * index;
    return Segment(
        segments[word],
        segments[word + 1u],
        segments[word + 2u],
        segments[word + 3u],
        segments[word + 4u],
    );
}
