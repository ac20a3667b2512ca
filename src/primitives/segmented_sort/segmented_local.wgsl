// SPDX-License-Identifier: MIT
// Sorts segments of up to WIDTH rows: the network of Batcher (1968) in workgroup memory, several
// segments a workgroup.
//
// Grid: WIDTH / 4 invocations a segment, four rows an invocation; tiles of segments in steps of all
//      workgroups launched.
// Network: the first step of a merge compares mirror images, so that every comparator puts the
//      smaller row first. An invocation takes four rows at a time through two steps (one where a
//      merge has an odd one left), so that a barrier passes every two steps: 20 for 256 rows. Rows
//      are read neighbour by neighbour into whichever place: a network sorts any order.
// Stable: a row's position in its segment is the last key. Places past the length hold the largest
//      key with positions past the length, so they end behind every row; they are never stored.
// Banks: places are spread by one word in 32, or the rows of neighbours would collide.
// Indices: segment_at gives rows inside the views (checked on the host, or clamped); wg_* below
//      PLACES after spreading.
// Reference: wgs_segmented_sort_reference.

struct Params {
    count: u32, // segments, where the host lists them
    first_class: u32, // where the device lists them: the list to take
    rows: u32, // likewise: rows of the views
    flip: u32,
    negative: u32,
    row_numbers: u32,
    segments_base: u32,
    order_base: u32,
    class_starts_base: u32,
    segment_begins_base: u32,
    segment_ends_base: u32,
    keys_in_base: u32,
    keys_out_base: u32,
    values0_in_base: u32,
    values0_out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;

const LANES: u32 = WIDTH / 4u; // invocations of a segment
const SLOTS: u32 = WG_SIZE / LANES; // segments of a tile
const PLACES: u32 = 4u * WG_SIZE + WG_SIZE / 8u;

var<workgroup> wg_keys: array<u32, PLACES>; // as ordered words
var<workgroup> wg_positions: array<u32, PLACES>;

// Four rows, each a key and its position.
struct Quad {
    low: vec4u,
    high: vec4u,
}

@compute @workgroup_size(WG_SIZE)
fn segmented_local(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = segment_count();
    let tiles = (count + SLOTS - 1u) / SLOTS;
    let step = launched_workgroups(grid);
    let slot = lane / LANES;
    for (var tile = linear_workgroup(workgroup, grid); tile < tiles; tile += step) {
        let index = tile * SLOTS + slot;
        var segment = Segment(0u, 0u, 0u, 0u, 0u);
        if (index < count) {
            segment = segment_at(index);
        }
        sort_segment(segment, slot * WIDTH, lane % LANES);
        workgroupBarrier();
    }
}

fn sort_segment(segment: Segment, first: u32, lane: u32) {
    sort_four(segment, first, lane);
    for (var size = 8u; size <= WIDTH; size *= 2u) {
        merge_mirrored(first, lane, size);
        var distance = size / 8u;
        while (distance >= 2u) {
            merge_two_steps(first, lane, distance / 2u);
            distance /= 4u;
        }
        if (distance == 1u) {
            merge_neighbours(first, lane);
        }
    }
    for (var position = lane; position < segment.length; position += LANES) {
        store_row(segment, position, place(first + position));
    }
}

fn store_row(segment: Segment, position: u32, from_place: u32) {
    let key = key_from_ordered(wg_keys[from_place], params.flip, params.negative);
    keys_out[params.keys_out_base + segment.keys_out + position] = key;
    if (PAYLOAD_COLUMNS > 0u) {
        var value = wg_positions[from_place];
        if (params.row_numbers == 0u) {
            value = payload_load(0u, segment.values_in + value);
        }
        payload_store(0u, segment.values_out + position, value);
    }
}

// Loads four rows that lie LANES apart and sorts them as four neighbours.
fn sort_four(segment: Segment, first: u32, lane: u32) {
    let a = load_row(segment, lane);
    let b = load_row(segment, lane + LANES);
    let c = load_row(segment, lane + 2u * LANES);
    let d = load_row(segment, lane + 3u * LANES);
    let low = ordered(vec4u(a, b));
    let high = ordered(vec4u(c, d));
    let sorted = mirrored(Quad(low, high));
    let start = first + 4u * lane;
    put_two(start, start + 1u, sorted.low);
    put_two(start + 2u, start + 3u, sorted.high);
    workgroupBarrier();
}

fn load_row(segment: Segment, position: u32) -> vec2u {
    if (position >= segment.length) {
        return vec2u(0xffffffffu, position);
    }
    let bits = keys_in[params.keys_in_base + segment.keys_in + position];
    return vec2u(key_to_ordered(bits, params.flip, params.negative), position);
}

// The first two steps of a merge of `size` rows: mirror images, then rows size / 4 apart.
fn merge_mirrored(first: u32, lane: u32, size: u32) {
    let quarter = size / 4u;
    let offset = lane & (quarter - 1u);
    let start = first + 4u * (lane - offset);
    let a = start + offset;
    let b = a + quarter;
    let d = start + size - 1u - offset;
    let c = d - quarter;
    let sorted = mirrored(Quad(get_two(a, b), get_two(c, d)));
    put_two(a, b, sorted.low);
    put_two(c, d, sorted.high);
    workgroupBarrier();
}

// Two steps: rows 2 * distance apart, then rows `distance` apart.
fn merge_two_steps(first: u32, lane: u32, distance: u32) {
    let offset = lane & (distance - 1u);
    let a = first + 4u * (lane - offset) + offset;
    let b = a + distance;
    let c = b + distance;
    let d = c + distance;
    let outer = ordered(get_two(a, c));
    let inner = ordered(get_two(b, d));
    put_two(a, b, ordered(vec4u(outer.xy, inner.xy)));
    put_two(c, d, ordered(vec4u(outer.zw, inner.zw)));
    workgroupBarrier();
}

// One step: neighbours.
fn merge_neighbours(first: u32, lane: u32) {
    let start = first + 4u * lane;
    put_two(start, start + 1u, ordered(get_two(start, start + 1u)));
    put_two(start + 2u, start + 3u, ordered(get_two(start + 2u, start + 3u)));
    workgroupBarrier();
}

// Compares the first with the last and the two between, then the two in each half.
fn mirrored(rows: Quad) -> Quad {
    let outer = ordered(vec4u(rows.low.xy, rows.high.zw));
    let inner = ordered(vec4u(rows.low.zw, rows.high.xy));
    return Quad(ordered(vec4u(outer.xy, inner.xy)), ordered(vec4u(inner.zw, outer.zw)));
}

// Two rows, the smaller one first.
fn ordered(rows: vec4u) -> vec4u {
    let swap = rows.z < rows.x || (rows.z == rows.x && rows.w < rows.y);
    return select(rows, rows.zwxy, swap);
}

fn place(row: u32) -> u32 {
    return row + (row >> 5u);
}

fn get_two(a: u32, b: u32) -> vec4u {
    let i = place(a);
    let j = place(b);
    return vec4u(wg_keys[i], wg_positions[i], wg_keys[j], wg_positions[j]);
}

fn put_two(a: u32, b: u32, rows: vec4u) {
    let i = place(a);
    let j = place(b);
    wg_keys[i] = rows.x;
    wg_positions[i] = rows.y;
    wg_keys[j] = rows.z;
    wg_positions[j] = rows.w;
}
