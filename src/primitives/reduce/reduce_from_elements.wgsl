// SPDX-License-Identifier: MIT
// Items of a reduction that are elements of a view, `stride` apart.
// Indices: row * stride is an element of the view for every row below the count.

@group(0) @binding(2) var<storage, read> elements_in: array<u32>;

fn load_part(row: u32) -> Part {
    return part_of(elements_in[params.elements_in_base + row * params.stride]);
}
