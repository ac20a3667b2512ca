// SPDX-License-Identifier: MIT
// Large segments that the device listed. Ends are sums modulo 2^32: where segments overlap so much
// that they wrap, differences are lengths all the same.

@group(0) @binding(6) var<storage, read> large_begins: array<u32>;
@group(0) @binding(7) var<storage, read> large_ends: array<u32>;

fn large_rows() -> u32 {
    return min(large_end(params.entries - 1u), params.count);
}

fn large_end(index: u32) -> u32 {
    return large_ends[params.large_ends_base + index];
}

fn large_at(index: u32) -> Segment {
    let begin = large_begins[params.large_begins_base + index];
    var length = large_end(index);
    if (index > 0u) {
        length -= large_end(index - 1u);
    }
    return Segment(begin, begin, begin, begin, length);
}
