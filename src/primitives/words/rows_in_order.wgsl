// SPDX-License-Identifier: MIT
// The first step of a sort by several words: rows lie in input order.

fn source_row(position: u32) -> u32 {
    return position;
}
