// SPDX-License-Identifier: MIT
// Where a segment's rows lie, in elements from the start of each view.

struct Segment {
    keys_in: u32,
    values_in: u32,
    keys_out: u32,
    values_out: u32,
    length: u32,
}
