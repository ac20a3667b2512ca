// SPDX-License-Identifier: MIT
// The key rule (wgsort/key.h) as one map from stored bits to an unsigned word whose order is the
// order asked for:
//     ordered = bits ^ flip ^ (sign of bits, smeared, & negative)
// with (flip, negative) = u32 (0, 0), i32 (0x80000000, 0), f32 (0x80000000, 0x7fffffff); descending
// complements flip. Undoing `flip` restores the sign bit, so the inverse needs the same two words.
// Bits are never read as f32: NaN payloads and denormals pass untouched.

fn key_to_ordered(bits: u32, flip: u32, negative: u32) -> u32 {
    return bits ^ flip ^ (u32(bitcast<i32>(bits) >> 31u) & negative);
}

fn key_from_ordered(ordered: u32, flip: u32, negative: u32) -> u32 {
    let bits = ordered ^ flip;
    return bits ^ (u32(bitcast<i32>(bits) >> 31u) & negative);
}
