// SPDX-License-Identifier: MIT
// The large segment of a packed row: the first one that ends behind it. Always an entry of the
// list.

fn large_of(row: u32) -> u32 {
    var first = 0u;
    var last = params.entries - 1u;
    while (first < last) {
        let middle = first + (last - first) / 2u;
        if (large_end(middle) > row) {
            last = middle;
        } else {
            first = middle + 1u;
        }
    }
    return first;
}
