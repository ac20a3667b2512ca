// SPDX-License-Identifier: MIT
// Parts of a reduction to the least and the greatest element, as ordered words (key_order.wgsl).
// Words outside of [low, high] are ignored: every NaN, and infinities where only finite numbers are
// wanted, lie there. Nothing is compared as f32.

alias Part = vec2u;

fn part_none() -> Part {
    return vec2u(params.high, params.low);
}

fn part_of(bits: u32) -> Part {
    let ordered = key_to_ordered(bits, params.flip, params.negative);
    let counts = ordered >= params.low && ordered <= params.high;
    return select(part_none(), vec2u(ordered), counts);
}

fn part_join(a: Part, b: Part) -> Part {
    return vec2u(min(a.x, b.x), max(a.y, b.y));
}

fn part_pack(part: Part) -> vec2u {
    return part;
}

fn part_unpack(words: vec2u) -> Part {
    return words;
}

fn part_result(part: Part) -> vec2u {
    return vec2u(
        key_from_ordered(part.x, params.flip, params.negative),
        key_from_ordered(part.y, params.flip, params.negative),
    );
}
