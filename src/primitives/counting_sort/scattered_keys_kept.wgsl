// SPDX-License-Identifier: MIT
// The keys are wanted in order, too.

@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;

fn key_store(position: u32, key: u32) {
    keys_out[params.keys_out_base + position] = key;
}
