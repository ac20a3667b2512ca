// SPDX-License-Identifier: MIT
// Sums of u32, and of i32 by the same bits; they wrap modulo 2^32.

fn scan_identity() -> u32 {
    return 0u;
}

fn scan_combine(left: u32, right: u32) -> u32 {
    return left + right;
}

fn scan_from_element(bits: u32) -> u32 {
    return bits;
}

fn scan_to_element(value: u32) -> u32 {
    return value;
}
