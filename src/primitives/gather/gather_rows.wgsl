// SPDX-License-Identifier: MIT
// out[i] = in[rows[i]] for elements of `words` 32-bit words.
//
// Grid: one word of the output an invocation, in steps of all invocations launched; the words of one
//      element lie side by side, so that neighbours write together.
// Indices: a row number is clamped to the last element of the input; the output index is below
//      count * words.
// Reference: wgs_gather_reference.

struct Params {
    count: u32,     // elements to write
    words: u32,     // of an element: 1 to 4
    in_length: u32, // elements of the input
    gpu_count_base: u32,
    rows_base: u32,
    elements_in_base: u32,
    elements_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read> elements_in: array<u32>;
@group(0) @binding(3) var<storage, read_write> elements_out: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn gather_rows(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let step = launched_workgroups(grid) * WG_SIZE;
    let end = row_count() * params.words;
    for (var i = linear_workgroup(workgroup, grid) * WG_SIZE + lane; i < end; i += step) {
        let element = i / params.words;
        let word = i - element * params.words;
        let row = min(rows[params.rows_base + element], params.in_length - 1u);
        elements_out[params.elements_out_base + i] =
            elements_in[params.elements_in_base + row * params.words + word];
    }
}
