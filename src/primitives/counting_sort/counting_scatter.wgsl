// SPDX-License-Identifier: MIT
// Last kernel of an unstable counting sort: each row takes the next free place of its key.
//
// Grid: one row an invocation, in steps of all invocations launched.
// In:  places[k + 1] is where key k starts, places[0] is 0.
// Out: places[k + 1] is where key k ends, which is where key k + 1 starts: places has become the
//      offsets of all keys, without a copy.
// Invariants: rows of one key come in the order of the atomic adds, which is any.
// Indices: rows below row_count(); places up to last_key + 1; positions below row_count() by test.
// Reference: wgs_counting_sort_reference.

struct Params {
    count: u32,
    last_key: u32, // larger keys act as this one
    row_numbers: u32,
    gpu_count_base: u32,
    keys_in_base: u32,
    keys_out_base: u32,
    places_base: u32,
    values0_in_base: u32,
    values0_out_base: u32,
    values1_in_base: u32,
    values1_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<atomic<u32>>;

@compute @workgroup_size(WG_SIZE)
fn counting_scatter(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid) * WG_SIZE;
    for (var row = linear_workgroup(workgroup, grid) * WG_SIZE + lane; row < count; row += step) {
        let key = min(keys_in[params.keys_in_base + row], params.last_key);
        let position = atomicAdd(&places[params.places_base + key + 1u], 1u);
        if (position < count) {
            key_store(position, key);
            for (var column = 0u; column < PAYLOAD_COLUMNS; column++) {
                payload_store(column, position, payload_load(column, row));
            }
        }
    }
}
