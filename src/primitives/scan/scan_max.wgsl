// SPDX-License-Identifier: MIT
// The greatest of u32, i32 or f32 elements, compared as the ordered words of the key rule
// (kernels/key_order.wgsl). NaN, told by its bits, is passed over.

fn scan_identity() -> u32 {
    return params.identity;
}

fn scan_combine(left: u32, right: u32) -> u32 {
    return max(left, right);
}

fn scan_from_element(bits: u32) -> u32 {
    let is_nan = params.negative != 0u && (bits & 0x7fffffffu) > 0x7f800000u;
    return select(key_to_ordered(bits, params.flip, params.negative), params.identity, is_nan);
}

fn scan_to_element(value: u32) -> u32 {
    return key_from_ordered(value, params.flip, params.negative);
}
