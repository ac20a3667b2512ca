// SPDX-License-Identifier: MIT
// The last kernel of an unstable counting sort for keys of a small range: a tile of rows takes its
// places together, with one addition in memory for each key that it holds in place of one for each
// row. (Merrill and Grimshaw 2010, "Revisiting Sorting for GPGPU Stream Architectures", rank within
// a tile in this way; their ranks are stable, the order of atomic additions here is not.)
//
// Grid: a tile of WG_SIZE * ITEMS rows a workgroup, in steps of all workgroups launched.
// In, out, invariants: as counting_scatter. Every barrier is reached by whole workgroups. Between
//      the barriers each word of workgroup memory is touched by atomics alone or by one invocation.
// Indices: rows below row_count(); wg_counts and wg_places up to last_key, below MAX_RANGE; places
//      up to last_key + 1; positions below row_count() by test.
// Reference: wgs_counting_sort_reference.

struct Params {
    count: u32,
    last_key: u32, // below MAX_RANGE; larger keys act as this one
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

const TILE: u32 = WG_SIZE * ITEMS;

var<workgroup> wg_counts: array<atomic<u32>, MAX_RANGE>;
var<workgroup> wg_places: array<u32, MAX_RANGE>;

@compute @workgroup_size(WG_SIZE)
fn counting_scatter_tiles(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let step = launched_workgroups(grid);
    let tiles = (count + TILE - 1u) / TILE;
    for (var tile = linear_workgroup(workgroup, grid); tile < tiles; tile += step) {
        for (var key = lane; key <= params.last_key; key += WG_SIZE) {
            atomicStore(&wg_counts[key], 0u);
        }
        workgroupBarrier();
        var keys: array<u32, ITEMS>;
        var ranks: array<u32, ITEMS>;
        // unroll
        for (var i = 0u; i < ITEMS; i++) {
            let row = tile * TILE + i * WG_SIZE + lane;
            keys[i] = 0u;
            ranks[i] = 0u;
            if (row < count) {
                keys[i] = min(keys_in[params.keys_in_base + row], params.last_key);
                ranks[i] = atomicAdd(&wg_counts[keys[i]], 1u);
            }
        }
        workgroupBarrier();
        for (var key = lane; key <= params.last_key; key += WG_SIZE) {
            let found = atomicLoad(&wg_counts[key]);
            if (found > 0u) {
                wg_places[key] = atomicAdd(&places[params.places_base + key + 1u], found);
            }
        }
        workgroupBarrier();
        // unroll
        for (var i = 0u; i < ITEMS; i++) {
            let row = tile * TILE + i * WG_SIZE + lane;
            if (row < count) {
                let position = wg_places[keys[i]] + ranks[i];
                if (position < count) {
                    key_store(position, keys[i]);
                    for (var column = 0u; column < PAYLOAD_COLUMNS; column++) {
                        payload_store(column, position, payload_load(column, row));
                    }
                }
            }
        }
    }
}
