// SPDX-License-Identifier: MIT
// A scan by segments: beside every sum lies whether a segment starts in what it sums.

const SEGMENTED: bool = true;

var<workgroup> wg_started: array<u32, 2u * WG_SIZE>;

fn started_slot_load(slot: u32) -> u32 {
    return wg_started[slot];
}

fn started_slot_store(slot: u32, started: u32) {
    wg_started[slot] = started;
}
