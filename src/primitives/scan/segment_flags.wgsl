// SPDX-License-Identifier: MIT
// Any flag that is not zero starts a segment. That the first element starts one needs no flag:
// nothing lies before it.

@group(0) @binding(4) var<storage, read> flags: array<u32>;

fn flag_load(element: u32) -> u32 {
    return u32(flags[params.flags_base + element] != 0u);
}
