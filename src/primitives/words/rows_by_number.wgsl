// SPDX-License-Identifier: MIT
// A later step of a sort by several words: rows lie in the order found so far.

@group(0) @binding(3) var<storage, read> rows: array<u32>;

fn source_row(position: u32) -> u32 {
    return rows[params.rows_base + position];
}
