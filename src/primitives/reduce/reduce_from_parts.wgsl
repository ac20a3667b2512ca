// SPDX-License-Identifier: MIT
// Items of a reduction that are the parts which its first dispatches left.
// Indices: below twice the count, the size of the buffer.

@group(0) @binding(2) var<storage, read> parts_in: array<u32>;

fn load_part(item: u32) -> Part {
    return part_unpack(vec2u(parts_in[2u * item], parts_in[2u * item + 1u]));
}
