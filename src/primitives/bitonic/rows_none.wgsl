// SPDX-License-Identifier: MIT
// Whole keys and nothing else: equal keys are equal bits, so no order among them can be seen.

fn row_load(position: u32) -> u32 {
    return 0u;
}

fn row_store(position: u32, row: u32) {}
