// SPDX-License-Identifier: MIT
// No flags are given.

fn flag_load(element: u32) -> u32 {
    return 0u;
}
