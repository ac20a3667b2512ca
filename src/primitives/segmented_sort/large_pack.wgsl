// SPDX-License-Identifier: MIT
// Packs the keys of all large segments one segment after another, as ordered words, each with the
// number of its segment in the list.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Indices: packed rows below large_rows(), at most the length of words and numbers; a row past its
//      segment's length (segments that overlap, see large_by_list.wgsl) reads no key.
// Reference: wgs_segmented_sort_reference.

struct Params {
    count: u32, // packed rows at most
    entries: u32, // of the list
    flip: u32,
    negative: u32,
    large_base: u32,
    large_begins_base: u32,
    large_ends_base: u32,
    keys_in_base: u32,
    words_base: u32,
    numbers_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> words: array<u32>;
@group(0) @binding(3) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn large_pack(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let rows = large_rows();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < rows; i += step) {
        let number = large_of(i);
        let segment = large_at(number);
        let position = i - (large_end(number) - segment.length);
        var word = 0u;
        if (position < segment.length) {
            let bits = keys_in[params.keys_in_base + segment.keys_in + position];
            word = key_to_ordered(bits, params.flip, params.negative);
        }
        words[params.words_base + i] = word;
        numbers[params.numbers_base + i] = number;
    }
}
