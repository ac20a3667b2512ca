// SPDX-License-Identifier: MIT
// Row numbers lie beside the keys and break ties: the sort is stable.

@group(0) @binding(2) var<storage, read_write> rows: array<u32>;

fn row_load(position: u32) -> u32 {
    return rows[params.rows_base + position];
}

fn row_store(position: u32, row: u32) {
    rows[params.rows_base + position] = row;
}
