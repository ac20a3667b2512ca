// SPDX-License-Identifier: MIT
// The last steps of a bitonic merge, distances below WIDTH, in workgroup memory: each block of
// 2 * WIDTH rows is read and written once.
//
// Grid: a workgroup of WIDTH invocations takes blocks in steps of all workgroups launched.
// Indices: rows below row_count(); wg_* below 2 * WIDTH.
// Reference: wgs_sort_reference.

struct Params {
    count: u32,
    shift: u32,
    mask: u32,
    flip: u32,
    negative: u32,
    gpu_count_base: u32,
    keys_base: u32,
    rows_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;

const BLOCK: u32 = 2u * WIDTH;

var<workgroup> wg_keys: array<u32, BLOCK>;
var<workgroup> wg_rows: array<u32, BLOCK>;

@compute @workgroup_size(WIDTH)
fn bitonic_merge(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let blocks = (count + BLOCK - 1u) / BLOCK;
    let step = launched_workgroups(grid);
    for (var block = linear_workgroup(workgroup, grid); block < blocks; block += step) {
        merge_block(lane, block * BLOCK, count);
        workgroupBarrier();
    }
}

fn merge_block(lane: u32, first: u32, count: u32) {
    let rows = min(count - first, BLOCK);
    for (var position = lane; position < rows; position += WIDTH) {
        wg_keys[position] = keys[params.keys_base + first + position];
        wg_rows[position] = row_load(first + position);
    }
    workgroupBarrier();
    for (var distance = WIDTH; distance > 0u; distance /= 2u) {
        let offset = lane & (distance - 1u);
        let lower = 2u * (lane - offset) + offset;
        if (lower + distance < rows) {
            compare_exchange(lower, lower + distance);
        }
        workgroupBarrier();
    }
    for (var position = lane; position < rows; position += WIDTH) {
        keys[params.keys_base + first + position] = wg_keys[position];
        row_store(first + position, wg_rows[position]);
    }
}

fn compare_exchange(lower: u32, upper: u32) {
    let lower_key = wg_keys[lower];
    let upper_key = wg_keys[upper];
    let lower_row = wg_rows[lower];
    let upper_row = wg_rows[upper];
    if (row_precedes(upper_key, upper_row, lower_key, lower_row)) {
        wg_keys[lower] = upper_key;
        wg_keys[upper] = lower_key;
        wg_rows[lower] = upper_row;
        wg_rows[upper] = lower_row;
    }
}
