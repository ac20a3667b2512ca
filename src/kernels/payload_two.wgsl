// SPDX-License-Identifier: MIT
// Two 4-byte columns travel with the keys; the first may be row numbers, as in payload_one.wgsl.

const PAYLOAD_COLUMNS: u32 = 2u;

@group(0) @binding(4) var<storage, read> values0_in: array<u32>;
@group(0) @binding(5) var<storage, read_write> values0_out: array<u32>;
@group(0) @binding(6) var<storage, read> values1_in: array<u32>;
@group(0) @binding(7) var<storage, read_write> values1_out: array<u32>;

fn payload_load(column: u32, row: u32) -> u32 {
    if (column == 1u) {
        return values1_in[params.values1_in_base + row];
    }
    if (params.row_numbers == 1u) {
        return row;
    }
    return values0_in[params.values0_in_base + row];
}

fn payload_store(column: u32, row: u32, value: u32) {
    if (column == 1u) {
        values1_out[params.values1_out_base + row] = value;
    } else {
        values0_out[params.values0_out_base + row] = value;
    }
}
