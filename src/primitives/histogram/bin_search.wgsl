// SPDX-License-Identifier: MIT
// The bin of an ordered word: the last edge at or below it, by bisection. Another
// fragment supplies edge_at(i) for i up to the number of bins.
//
// The last bin is closed: an element at the last edge is in it. Where the first and the last edge
// are equal, elements at them are in bin 0. Edges that do not increase from first to last count
// nothing. Edges in between that are out of order cost a wrong bin, never an index out of range.

const NO_BIN: u32 = 0xffffffffu;

fn find_bin(ordered: u32, bins: u32) -> u32 {
    let low = edge_at(0u);
    let high = edge_at(bins);
    if (ordered < low || ordered > high) {
        return NO_BIN;
    }
    if (low == high) {
        return 0u;
    }
    var first = 0u;
    var last = bins - 1u;
    while (first < last) {
        let middle = last - (last - first) / 2u;
        if (edge_at(middle) <= ordered) {
            first = middle;
        } else {
            last = middle - 1u;
        }
    }
    return first;
}
