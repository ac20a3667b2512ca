// SPDX-License-Identifier: MIT
// A part of the sequence for each group of tiles, or the result when there is one group: a chain of
// each invocation over its elements, then a tree over the workgroup (Harris 2007, "Optimizing
// parallel reduction in CUDA"). Runs a second time over the parts.
//
// Grid: group g reduces tiles [g * n, (g + 1) * n) of TILE items, n so that all groups suffice.
// Out: the two words of part first_part + g; with `last`, the result: one word or both.
// Fragments: part_*.wgsl say what a part is and how two are joined; reduce_from_*.wgsl load an item
//      as a part; span_*.wgsl tell how many items there are, at most count.
// Invariants: the order of all joins depends on the number of items and groups alone; groups past
//      the last item write the part of nothing; every barrier is reached by whole workgroups.
// Indices: items below count, which the fragment maps into its view; parts below first_part +
//      group_count.
// Reference: wgs_reduce_reference.

struct Params {
    count: u32, // items, if no fragment knows of fewer
    first_row: u32, // of the sequence, where items are rows of a chunk
    group_count: u32,
    first_part: u32,
    stride: u32, // elements from one item to the next
    last: u32,
    first_word: u32, // of the result
    word_count: u32,
    flip: u32, // of the key map; parts of extents are ordered words
    negative: u32,
    low: u32, // ordered words outside of [low, high] are ignored
    high: u32,
    elements_in_base: u32,
    mask_base: u32,
    gpu_count_base: u32,
    parts_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> parts_out: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;
const STEPS: u32 = 8u; // WG_SIZE is 2^8

var<workgroup> wg_parts: array<Part, WG_SIZE>;

@compute @workgroup_size(WG_SIZE)
fn reduce_groups(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = linear_workgroup(workgroup, grid);
    if (group >= params.group_count) {
        return;
    }
    let count = span_rows();
    let tiles = (count + TILE - 1u) / TILE;
    let share = (tiles + params.group_count - 1u) / params.group_count * TILE;
    let first = group * share;
    let end = min(first + share, count);
    var part = part_none();
    for (var tile = first; tile < end; tile += TILE) {
        part = part_join(part, tile_part(lane, tile, end));
    }
    wg_parts[lane] = part;
    workgroupBarrier();
    // unroll
    for (var step = 0u; step < STEPS; step++) {
        let distance = WG_SIZE >> (step + 1u);
        if (lane < distance) {
            wg_parts[lane] = part_join(wg_parts[lane], wg_parts[lane + distance]);
        }
        workgroupBarrier();
    }
    if (lane == 0u) {
        write_part(group, wg_parts[0]);
    }
}

// The items of one invocation in one tile.
fn tile_part(lane: u32, tile: u32, end: u32) -> Part {
    var part = part_none();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let item = tile + i * WG_SIZE + lane;
        let loaded = load_part(min(item, end - 1u));
        part = part_join(part, select(part_none(), loaded, item < end));
    }
    return part;
}

fn write_part(group: u32, part: Part) {
    if (params.last == 0u) {
        let words = part_pack(part);
        parts_out[2u * (params.first_part + group)] = words.x;
        parts_out[2u * (params.first_part + group) + 1u] = words.y;
        return;
    }
    let words = part_result(part);
    for (var i = 0u; i < params.word_count; i++) {
        parts_out[params.parts_out_base + i] = select(words.x, words.y, params.first_word + i == 1u);
    }
}
