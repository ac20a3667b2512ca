// SPDX-License-Identifier: MIT
// First kernel of a comparator sort: orders each block of 2 * WIDTH records by a complete bitonic
// network (Batcher 1968) in workgroup memory.
//
// Grid: a workgroup of WIDTH invocations takes blocks in steps of all workgroups launched.
// Network: each merge compares a record with its mirror image first, so that every comparator puts
//      the earlier record first; comparators that reach past the last record are skipped, which is
//      what records behind all others would do. Nothing is padded.
// Invariants: records only change places, whatever before() says. Every barrier is reached by whole
//      workgroups.
// Indices: records below row_count(); wgs_block below 2 * WIDTH.
// Reference: qsort of the host (comparator_sort_test.c).

struct Params {
    count: u32,
    gpu_count_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> wgs_records: array<wgs_Slot>;

const BLOCK: u32 = 2u * WIDTH;

var<workgroup> wgs_block: array<Record, BLOCK>;

@compute @workgroup_size(WIDTH)
fn comparator_block(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let blocks = (count + BLOCK - 1u) / BLOCK;
    let step = launched_workgroups(grid);
    for (var block = linear_workgroup(workgroup, grid); block < blocks; block += step) {
        order_block(lane, block * BLOCK, count);
        workgroupBarrier();
    }
}

fn order_block(lane: u32, first: u32, count: u32) {
    let rows = min(count - first, BLOCK);
    for (var position = lane; position < rows; position += WIDTH) {
        wgs_block[position] = wgs_records[first + position].record;
    }
    workgroupBarrier();
    for (var size = 2u; size <= BLOCK; size *= 2u) {
        let offset = lane & (size / 2u - 1u);
        let mirrored = 2u * (lane - offset) + offset;
        compare_exchange(mirrored, mirrored ^ (size - 1u), rows);
        workgroupBarrier();
        for (var distance = size / 4u; distance > 0u; distance /= 2u) {
            let within = lane & (distance - 1u);
            let lower = 2u * (lane - within) + within;
            compare_exchange(lower, lower + distance, rows);
            workgroupBarrier();
        }
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
