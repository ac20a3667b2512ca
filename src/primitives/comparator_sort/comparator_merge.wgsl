// SPDX-License-Identifier: MIT
// The last steps of a merge, distances up to WIDTH, in workgroup memory: each block of 2 * WIDTH
// records is read and written once.
//
// Grid: a workgroup of WIDTH invocations takes blocks in steps of all workgroups launched.
// Invariants: as comparator_block.
// Indices: records below row_count(); wgs_block below 2 * WIDTH.
// Reference: as comparator_block.

struct Params {
    count: u32,
    gpu_count_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> wgs_records: array<wgs_Slot>;

const BLOCK: u32 = 2u * WIDTH;

var<workgroup> wgs_block: array<Record, BLOCK>;

@compute @workgroup_size(WIDTH)
fn comparator_merge(
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
        wgs_block[position] = wgs_records[first + position].record;
    }
    workgroupBarrier();
    for (var distance = WIDTH; distance > 0u; distance /= 2u) {
        let offset = lane & (distance - 1u);
        let lower = 2u * (lane - offset) + offset;
        compare_exchange(lower, lower + distance, rows);
        workgroupBarrier();
    }
    for (var position = lane; position < rows; position += WIDTH) {
        wgs_records[first + position].record = wgs_block[position];
    }
}

fn compare_exchange(lower: u32, upper: u32, rows: u32) {
    if (upper < rows) {
        let a = wgs_block[lower];
        let b = wgs_block[upper];
        if (before(b, a)) {
            wgs_block[lower] = b;
            wgs_block[upper] = a;
        }
    }
}
