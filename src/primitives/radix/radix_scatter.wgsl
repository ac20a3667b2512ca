// SPDX-License-Identifier: MIT
// Last kernel of a radix pass: moves every row of a group behind the rows of smaller digits and
// behind earlier rows of its own digit. Local ranks as in Merrill and Grimshaw (2011): each
// invocation counts ITEMS consecutive rows, one workgroup scan orders the counts by digit and
// invocation, and the tile passes through workgroup memory so that each digit's rows leave together.
//
// Grid: as radix_histogram; a group takes its tiles one after another and carries each digit's next
//      output row along.
// In:  counts after scan_rows: counts[digit * group_count + g] is where group g starts within the
//      digit, counts[DIGITS * group_count + digit] is the digit's total.
// Invariants: stable, because ranks follow (digit, invocation, row within the invocation), which is
//      (digit, position). Padding takes the last digit by position behind all rows, so it ranks
//      last in its tile and is dropped by rank, never by its value. Every barrier is reached by
//      whole workgroups.
// Indices: input rows are clamped below row_count(); output rows are a permutation of
//      [0, count): the counts come from the same keys. wg_tile is indexed by ranks below TILE.
// Reference: wgs_radix_reference.

struct Params {
    count: u32,
    shift: u32,
    mask: u32,
    flip_in: u32, // key map of the first pass, undone by that of the last
    negative_in: u32,
    flip_out: u32,
    negative_out: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    row_numbers: u32, // 1: the first payload column is the row number
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
@group(0) @binding(3) var<storage, read> counts: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;
const DIGITS: u32 = 16u;
const FIELDS: u32 = 8u; // words of two 16-bit counters: digit d and digit d + 8
const FIELD_WORDS: u32 = FIELDS * WG_SIZE;
const SCAN_SLOTS: u32 = FIELD_WORDS + FIELD_WORDS / 32u; // the padded counters end here

const TILE_WORDS: u32 = max(TILE, SCAN_SLOTS + 2u * WG_SIZE);

// One array, in turn: rows in input order, counters and scan slots, rows in digit order.
var<workgroup> wg_tile: array<u32, TILE_WORDS>;
// The output row of the first row of each digit, less that row's rank in the tile.
var<workgroup> wg_digit_start: array<u32, DIGITS>;
var<workgroup> wg_digit_next: array<u32, DIGITS>;

fn scan_slot_load(slot: u32) -> u32 {
    return wg_tile[SCAN_SLOTS + slot];
}

fn scan_slot_store(slot: u32, value: u32) {
    wg_tile[SCAN_SLOTS + slot] = value;
}

// Counter words lie word after word, WG_SIZE invocations each, and are scanned FIELDS in a row by
// each invocation: one word of padding after every 32 keeps those reads in different banks.
// counter_slot(word, lane) and scan_slot(lane, k) are p + p / 32 of p = word * WG_SIZE + lane and of
// p = lane * FIELDS + k.
fn counter_slot(word: u32, lane: u32) -> u32 {
    return word * (WG_SIZE + WG_SIZE / 32u) + lane + lane / 32u;
}

fn scan_slot(lane: u32, k: u32) -> u32 {
    return lane * FIELDS + lane / (32u / FIELDS) + k;
}

@compute @workgroup_size(WG_SIZE)
fn radix_scatter(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) grid: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let count = row_count();
    let tiling = row_tiling(TILE);
    let group = linear_workgroup(workgroup, grid);
    if (group >= tiling.group_count) {
        return;
    }
    if (lane < DIGITS) {
        var start = counts[lane * tiling.group_count + group];
        for (var digit = 0u; digit < lane; digit++) {
            start += counts[DIGITS * tiling.group_count + digit];
        }
        wg_digit_next[lane] = start;
    }
    let first = group * tiling.tiles_per_group * TILE;
    let end = min(first + tiling.tiles_per_group * TILE, count);
    for (var tile = first; tile < end; tile += TILE) {
        scatter_tile(lane, tile, end);
        workgroupBarrier();
    }
}

fn scatter_tile(lane: u32, tile: u32, end: u32) {
    let rows = min(end - tile, TILE);
    var keys: array<u32, ITEMS>; // of positions lane * ITEMS + i
    load_keys(lane, tile, rows, &keys);
    var ranks: array<u32, ITEMS>;
    rank_keys(lane, &keys, &ranks);
    var outputs: array<u32, ITEMS>; // output row of rank i * WG_SIZE + lane
    store_keys(lane, rows, &keys, &ranks, &outputs);
    if (PAYLOAD_COLUMNS > 0u) {
        ranks_by_position(lane, &ranks);
    }
    for (var column = 0u; column < PAYLOAD_COLUMNS; column++) {
        move_column(column, lane, tile, rows, &ranks, &outputs);
    }
}

// Coalesced loads, then each invocation takes ITEMS consecutive rows. ITEMS is odd: no bank
// conflicts.
fn load_keys(lane: u32, tile: u32, rows: u32, keys: ptr<function, array<u32, ITEMS>>) {
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let position = i * WG_SIZE + lane;
        (*keys)[i] = keys_in[params.keys_in_base + tile + min(position, rows - 1u)];
    }
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let position = i * WG_SIZE + lane;
        let ordered = key_to_ordered((*keys)[i], params.flip_in, params.negative_in);
        wg_tile[position] = select(0xffffffffu, ordered, position < rows);
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        (*keys)[i] = wg_tile[lane * ITEMS + i];
    }
    workgroupBarrier();
}

// ranks[i]: first the rank among this invocation's rows of the same digit, then in the tile.
fn rank_keys(
    lane: u32,
    keys: ptr<function, array<u32, ITEMS>>,
    ranks: ptr<function, array<u32, ITEMS>>,
) {
    var low = 0u; // counters of digits 0 to 7, 4 bits each: ITEMS <= 15
    var high = 0u;
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let digit = ((*keys)[i] >> params.shift) & params.mask;
        let field = (digit & 7u) * 4u;
        (*ranks)[i] = (select(low, high, digit > 7u) >> field) & 15u;
        low += select(1u << field, 0u, digit > 7u);
        high += select(0u, 1u << field, digit > 7u);
    }
    // unroll
    for (var j = 0u; j < FIELDS; j++) {
        wg_tile[counter_slot(j, lane)] =
            ((low >> (4u * j)) & 15u) | (((high >> (4u * j)) & 15u) << 16u);
    }
    workgroupBarrier();
    scan_counters(lane);
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let digit = ((*keys)[i] >> params.shift) & params.mask;
        let pair = wg_tile[counter_slot(digit & 7u, lane)];
        (*ranks)[i] += (pair >> ((digit & 8u) * 2u)) & 0xffffu;
    }
    workgroupBarrier();
}

fn store_keys(
    lane: u32,
    rows: u32,
    keys: ptr<function, array<u32, ITEMS>>,
    ranks: ptr<function, array<u32, ITEMS>>,
    outputs: ptr<function, array<u32, ITEMS>>,
) {
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        wg_tile[(*ranks)[i]] = (*keys)[i];
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let rank = i * WG_SIZE + lane;
        let key = wg_tile[rank];
        (*outputs)[i] = wg_digit_start[(key >> params.shift) & params.mask] + rank;
        if (rank < rows) {
            keys_out[params.keys_out_base + (*outputs)[i]] =
                key_from_ordered(key, params.flip_out, params.negative_out);
        }
    }
}

// From ranks of positions lane * ITEMS + i to ranks of positions i * WG_SIZE + lane.
fn ranks_by_position(lane: u32, ranks: ptr<function, array<u32, ITEMS>>) {
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        wg_tile[lane * ITEMS + i] = (*ranks)[i];
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        (*ranks)[i] = wg_tile[i * WG_SIZE + lane];
    }
}

// Values are loaded here and not before ranking: held through it, they cost occupancy.
fn move_column(
    column: u32,
    lane: u32,
    tile: u32,
    rows: u32,
    ranks: ptr<function, array<u32, ITEMS>>,
    outputs: ptr<function, array<u32, ITEMS>>,
) {
    var values: array<u32, ITEMS>; // of positions i * WG_SIZE + lane
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        values[i] = payload_load(column, tile + min(i * WG_SIZE + lane, rows - 1u));
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        wg_tile[(*ranks)[i]] = values[i];
    }
    workgroupBarrier();
    // unroll
    for (var i = 0u; i < ITEMS; i++) {
        let rank = i * WG_SIZE + lane;
        if (rank < rows) {
            payload_store(column, (*outputs)[i], wg_tile[rank]);
        }
    }
}

// Turns the counters into ranks: counter (digit, lane) becomes the number of rows of the tile with a
// smaller digit, or the same digit and a lower lane. Also moves wg_digit_start and wg_digit_next on.
// The words hold digits 0 to 7 in their low halves and 8 to 15 in their high halves, so one scan
// counts both; the high halves then follow all of the low ones.
fn scan_counters(lane: u32) {
    var sum = 0u;
    var words: array<u32, FIELDS>;
    // unroll
    for (var k = 0u; k < FIELDS; k++) {
        words[k] = wg_tile[scan_slot(lane, k)];
        sum += words[k];
    }
    let scan = workgroup_scan(lane, Partial(sum, 0u));
    var before = scan.before.value + (scan.total.value << 16u);
    // unroll
    for (var k = 0u; k < FIELDS; k++) {
        wg_tile[scan_slot(lane, k)] = before;
        before += words[k];
    }
    workgroupBarrier();
    if (lane < DIGITS) {
        let rank = digit_rank(lane);
        var next = TILE;
        if (lane < DIGITS - 1u) {
            next = digit_rank(lane + 1u);
        }
        let output = wg_digit_next[lane];
        wg_digit_start[lane] = output - rank;
        wg_digit_next[lane] = output + next - rank;
    }
}

// The rank of the first row of a digit.
fn digit_rank(digit: u32) -> u32 {
    return (wg_tile[counter_slot(digit & 7u, 0u)] >> ((digit & 8u) * 2u)) & 0xffffu;
}
