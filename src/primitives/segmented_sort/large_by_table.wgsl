// SPDX-License-Identifier: MIT
// Large segments that the host listed: six words each, the last one the rows of all up to it.

@group(0) @binding(6) var<storage, read> large: array<u32>;

fn large_rows() -> u32 {
    return params.count;
}

fn large_end(index: u32) -> u32 {
    return large[params.large_base + 6u * index + 5u];
}

fn large_at(index: u32) -> Segment {
    let word = params.large_base + 6u * index;
    return Segment(
        large[word],
        large[word + 1u],
        large[word + 2u],
        large[word + 3u],
        large[word + 4u],
    );
}
