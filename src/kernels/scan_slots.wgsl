// SPDX-License-Identifier: MIT
// Workgroup memory for workgroup_scan, for kernels that have none to lend.

var<workgroup> wg_scan: array<u32, 2u * WG_SIZE>;

fn scan_slot_load(slot: u32) -> u32 {
    return wg_scan[slot];
}

fn scan_slot_store(slot: u32, value: u32) {
    wg_scan[slot] = value;
}
