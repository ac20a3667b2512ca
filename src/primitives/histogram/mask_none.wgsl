// SPDX-License-Identifier: MIT
// No mask: every row counts.

fn mask_allows(row: u32) -> bool {
    return true;
}
