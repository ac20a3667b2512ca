// SPDX-License-Identifier: MIT
// A scan without segments: no run of elements ever starts anew.

const SEGMENTED: bool = false;

fn started_slot_load(slot: u32) -> u32 {
    return 0u;
}

fn started_slot_store(slot: u32, started: u32) {}
