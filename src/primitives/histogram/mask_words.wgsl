// SPDX-License-Identifier: MIT
// Rows whose word of the mask is not 0 count.
// Indices: the mask has a word for every row.

@group(0) @binding(4) var<storage, read> mask: array<u32>;

fn mask_allows(row: u32) -> bool {
    return mask[params.mask_base + row] != 0u;
}
