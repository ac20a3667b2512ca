// SPDX-License-Identifier: MIT
// Elements and edges as ordered words (key_order.wgsl), in which they are compared. -0 is +0 here.
// `minus_zero` is its bits for floats, and 0 for integers.

fn edge_order(bits: u32) -> u32 {
    let plain = select(bits, 0u, bits == params.minus_zero);
    return key_to_ordered(plain, params.flip, params.negative);
}
