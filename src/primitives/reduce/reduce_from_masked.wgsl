// SPDX-License-Identifier: MIT
// Items of a reduction that are elements of a view, `stride` apart, where the word of the mask is
// not 0, and nothing elsewhere.
// Indices: as reduce_from_elements; the mask has a word for every row.

@group(0) @binding(2) var<storage, read> elements_in: array<u32>;
@group(0) @binding(3) var<storage, read> mask: array<u32>;

fn load_part(row: u32) -> Part {
    let part = part_of(elements_in[params.elements_in_base + row * params.stride]);
    return select(part_none(), part, mask[params.mask_base + row] != 0u);
}
