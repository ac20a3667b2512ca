// SPDX-License-Identifier: MIT
// The number of rows was written by an earlier dispatch. What is larger than the capacity acts as
// the capacity, so that every row stays inside its view.

@group(0) @binding(8) var<storage, read> gpu_count: array<u32>;

fn row_count() -> u32 {
    return min(gpu_count[params.gpu_count_base], params.count);
}
