// SPDX-License-Identifier: MIT
// One 4-byte column travels with the keys: values, or row numbers made here when params.row_numbers
// is 1 (the input binding is then any readable buffer, and not read).

const PAYLOAD_COLUMNS: u32 = 1u;

@group(0) @binding(4) var<storage, read> values0_in: array<u32>;
@group(0) @binding(5) var<storage, read_write> values0_out: array<u32>;

fn payload_load(column: u32, row: u32) -> u32 {
    if (params.row_numbers == 1u) {
        return row;
    }
    return values0_in[params.values0_in_base + row];
}

fn payload_store(column: u32, row: u32, value: u32) {
    values0_out[params.values0_out_base + row] = value;
}
