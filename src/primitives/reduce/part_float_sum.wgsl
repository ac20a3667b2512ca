// SPDX-License-Identifier: MIT
// Parts of a sum of f32: plain additions, whose number on the way of one element is small
// (reduce_groups.wgsl) and bounds the error.

alias Part = f32;

fn part_none() -> Part {
    return 0.0;
}

fn part_of(bits: u32) -> Part {
    return bitcast<f32>(bits);
}

fn part_join(a: Part, b: Part) -> Part {
    return a + b;
}

fn part_pack(part: Part) -> vec2u {
    return vec2u(bitcast<u32>(part), 0u);
}

fn part_unpack(words: vec2u) -> Part {
    return bitcast<f32>(words.x);
}

fn part_result(part: Part) -> vec2u {
    return vec2u(bitcast<u32>(part), 0u);
}
