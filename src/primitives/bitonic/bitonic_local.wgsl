// SPDX-License-Identifier: MIT
// A complete bitonic sort (Batcher 1968) of up to WIDTH rows in one workgroup: one load a key, one
// dispatch. Also the first kernel of a longer bitonic sort, which orders every block of WIDTH rows.
//
// Grid: workgroup g sorts rows [g * WIDTH, (g + 1) * WIDTH), taking blocks in steps of all
//      workgroups launched.
// Network: each merge compares a row with its mirror image in the block first, so that every
//      comparator puts the smaller row first; comparators that reach past the last row are skipped,
//      which is what rows larger than all others at the end would do. Nothing is padded.
// Stable: rows with equal keys are ordered by their position in the block.
// Indices: rows below row_count(); wg_* below WIDTH.
// Reference: wgs_sort_reference.

struct Params {
    count: u32,
    shift: u32,
    mask: u32,
    flip: u32,
    negative: u32,
    row_numbers: u32,
    gpu_count_base: u32,
    keys_in_base: u32,
    keys_out_base: u32,
    values0_in_base: u32,
    values0_out_base: u32,
    values1_in_base: u32,
    values1_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;

var<workgroup> wg_keys: array<u32, WIDTH>; // as ordered words
var<workgroup> wg_positions: array<u32, WIDTH>;

@compute @workgroup_size(WIDTH)
fn bitonic_local(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let blocks = (count + WIDTH - 1u) / WIDTH;
    let step = launched_workgroups(grid);
    for (var block = linear_workgroup(workgroup, grid); block < blocks; block += step) {
        sort_block(lane, block * WIDTH, count);
        workgroupBarrier();
    }
}

fn sort_block(lane: u32, first: u32, count: u32) {
    let rows = min(count - first, WIDTH);
    if (lane < rows) {
        let bits = keys_in[params.keys_in_base + first + lane];
        wg_keys[lane] = key_to_ordered(bits, params.flip, params.negative);
        wg_positions[lane] = lane;
    }
    workgroupBarrier();
    for (var size = 2u; size <= WIDTH; size *= 2u) {
        let mirror = lane ^ (size - 1u);
        if (lane < mirror && mirror < rows) {
            compare_exchange(lane, mirror);
        }
        workgroupBarrier();
        for (var distance = size / 4u; distance > 0u; distance /= 2u) {
            let partner = lane ^ distance;
            if (lane < partner && partner < rows) {
                compare_exchange(lane, partner);
            }
            workgroupBarrier();
        }
    }
    if (lane < rows) {
        let key = key_from_ordered(wg_keys[lane], params.flip, params.negative);
        keys_out[params.keys_out_base + first + lane] = key;
        for (var column = 0u; column < PAYLOAD_COLUMNS; column++) {
            let value = payload_load(column, first + wg_positions[lane]);
            payload_store(column, first + lane, value);
        }
    }
}

fn compare_exchange(lower: u32, upper: u32) {
    let lower_key = wg_keys[lower];
    let upper_key = wg_keys[upper];
    let a = (lower_key >> params.shift) & params.mask;
    let b = (upper_key >> params.shift) & params.mask;
    let lower_position = wg_positions[lower];
    let upper_position = wg_positions[upper];
    if (b < a || (b == a && upper_position < lower_position)) {
        wg_keys[lower] = upper_key;
        wg_keys[upper] = lower_key;
        wg_positions[lower] = upper_position;
        wg_positions[upper] = lower_position;
    }
}
