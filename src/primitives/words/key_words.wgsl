// SPDX-License-Identifier: MIT
// One 32-bit word of a key column, mapped by the key rule so that unsigned order is the order asked
// for, in the row order of the sort so far: what one step of a sort by several words compares.
//
// Grid: one row an invocation, in steps of all invocations launched.
// Data: an element has `words` words, `word` is taken; a float's low word follows the sign of its
//      top word.
// Indices: source_row gives rows below count; words * row + word stays inside the view.
// Reference: wgs_key_word_reference.

struct Params {
    count: u32,
    words: u32, // of an element: 1 or 2
    word: u32,
    flip: u32,
    negative: u32,
    gpu_count_base: u32,
    column_base: u32,
    rows_base: u32,
    ordered_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> column: array<u32>;
@group(0) @binding(2) var<storage, read_write> ordered: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn key_words(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < count; i += step) {
        let first = params.column_base + source_row(i) * params.words;
        let bits = column[first + params.word];
        let top = column[first + params.words - 1u];
        let sign = u32(bitcast<i32>(top) >> 31u);
        ordered[params.ordered_base + i] = bits ^ params.flip ^ (sign & params.negative);
    }
}
