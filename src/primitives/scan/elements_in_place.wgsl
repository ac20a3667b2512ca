// SPDX-License-Identifier: MIT
// The output takes the place of the input: a tile is read whole before any of it is written, and no
// other group reads it.

@group(0) @binding(2) var<storage, read_write> elements_out: array<u32>;

fn element_load(element: u32) -> u32 {
    return elements_out[params.elements_out_base + element];
}

fn element_store(element: u32, bits: u32) {
    elements_out[params.elements_out_base + element] = bits;
}
