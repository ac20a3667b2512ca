// SPDX-License-Identifier: MIT
// The order of a bitonic sort over memory: by the key's window, then by row number. Keys are
// compared by the ordered word and stored as they are.

fn row_precedes(key: u32, row: u32, other_key: u32, other_row: u32) -> bool {
    let a = (key_to_ordered(key, params.flip, params.negative) >> params.shift) & params.mask;
    let b = (key_to_ordered(other_key, params.flip, params.negative) >> params.shift) & params.mask;
    return a < b || (a == b && row < other_row);
}
