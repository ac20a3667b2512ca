// SPDX-License-Identifier: MIT
// The input stays as it is.

@group(0) @binding(1) var<storage, read> elements_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> elements_out: array<u32>;

fn element_load(element: u32) -> u32 {
    return elements_in[params.elements_in_base + element];
}

fn element_store(element: u32, bits: u32) {
    elements_out[params.elements_out_base + element] = bits;
}
