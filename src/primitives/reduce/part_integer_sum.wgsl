// SPDX-License-Identifier: MIT
// Parts of a sum of u32 or i32, modulo 2^32.

alias Part = u32;

fn part_none() -> Part {
    return 0u;
}

fn part_of(bits: u32) -> Part {
    return bits;
}

fn part_join(a: Part, b: Part) -> Part {
    return a + b;
}

fn part_pack(part: Part) -> vec2u {
    return vec2u(part, 0u);
}

fn part_unpack(words: vec2u) -> Part {
    return words.x;
}

fn part_result(part: Part) -> vec2u {
    return vec2u(part, 0u);
}
