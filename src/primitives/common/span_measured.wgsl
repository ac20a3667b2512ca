// SPDX-License-Identifier: MIT
// The number of rows of a sequence was written by an earlier dispatch; here are those of the chunk
// that starts with row first_row. Never more than the chunk holds, so that every row stays inside
// its view.

@group(0) @binding(8) var<storage, read> gpu_count: array<u32>;

fn span_rows() -> u32 {
    let all = gpu_count[params.gpu_count_base];
    return min(max(all, params.first_row) - params.first_row, params.count);
}
