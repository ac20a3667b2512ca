// SPDX-License-Identifier: MIT
// First kernel of a radix pass: how often each 4-bit digit occurs in the rows of each group.
// Merrill and Grimshaw (2011), with the counters of one tile packed into two registers.
//
// Grid: group g counts tiles [g * tiles_per_group, (g + 1) * tiles_per_group) of TILE rows.
// Out: counts[digit * group_count + g], digit by digit, so that one exclusive scan of each digit's
//      row gives where every group starts within its digit.
// Invariants: an invocation adds at most ITEMS = 15 rows of a tile to a 4-bit field, and at most
//      65,535 rows of a group to a 16-bit field (radix.c bounds tiles_per_group): neither overflows.
//      Rows past row_count() are not counted. Every barrier is reached by whole workgroups.
// Indices: keys_in_base + row with row < count; counts below DIGITS * group_count; wg_fields below
//      its length by construction.
// Reference: wgs_radix_reference.

struct Params {
    count: u32,
    shift: u32,
    mask: u32,
    flip: u32,
    negative: u32,
    tiles_per_group: u32,
    group_count: u32,
    max_groups: u32,
    gpu_count_base: u32,
    keys_in_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

const TILE: u32 = WG_SIZE * ITEMS;
const DIGITS: u32 = 16u;
const FIELDS: u32 = 8u; // words of two 16-bit counters: digit d and digit d + 8

var<workgroup> wg_fields: array<u32, FIELDS * WG_SIZE>;

@compute @workgroup_size(WG_SIZE)
fn radix_histogram(
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
    let first = group * tiling.tiles_per_group * TILE;
    let end = min(first + tiling.tiles_per_group * TILE, count);

    var fields: array<u32, FIELDS>;
    for (var tile = first; tile < end; tile += TILE) {
        var keys: array<u32, ITEMS>;
        // unroll
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = keys_in[params.keys_in_base + min(tile + i * WG_SIZE + lane, end - 1u)];
        }
        var low = 0u; // digits 0 to 7, 4 bits each
        var high = 0u;
        // unroll
        for (var i = 0u; i < ITEMS; i++) {
            let ordered = key_to_ordered(keys[i], params.flip, params.negative);
            let digit = (ordered >> params.shift) & params.mask;
            let one = u32(tile + i * WG_SIZE + lane < end) << ((digit & 7u) * 4u);
            low += select(one, 0u, digit > 7u);
            high += select(0u, one, digit > 7u);
        }
        // unroll
        for (var j = 0u; j < FIELDS; j++) {
            fields[j] += ((low >> (4u * j)) & 15u) | (((high >> (4u * j)) & 15u) << 16u);
        }
    }

    // unroll
    for (var j = 0u; j < FIELDS; j++) {
        wg_fields[j * WG_SIZE + lane] = fields[j];
    }
    workgroupBarrier();
    let digit_count = group_digit_count(lane);
    if (lane < DIGITS) {
        counts[lane * tiling.group_count + group] = digit_count;
    }
}

// Sums the fields of all invocations; invocation d < DIGITS returns the count of digit d.
fn group_digit_count(lane: u32) -> u32 {
    // 32 partial sums a word: invocation (word, column) adds every 32nd entry.
    let word = lane / 32u;
    let column = lane % 32u;
    var low = 0u;
    var high = 0u;
    // unroll
    for (var k = 0u; k < FIELDS; k++) {
        let pair = wg_fields[word * WG_SIZE + k * 32u + column];
        low += pair & 0xffffu;
        high += pair >> 16u;
    }
    workgroupBarrier();
    wg_fields[lane] = low; // digit `word`, then digit `word + 8`: 32 entries a digit, in order
    wg_fields[WG_SIZE + lane] = high;
    workgroupBarrier();
    // 8 partial sums a digit.
    var partial = 0u;
    if (lane < DIGITS * 8u) {
        let entry = (lane / 8u) * 32u + lane % 8u;
        partial = wg_fields[entry] + wg_fields[entry + 8u] + wg_fields[entry + 16u]
            + wg_fields[entry + 24u];
    }
    workgroupBarrier();
    if (lane < DIGITS * 8u) {
        wg_fields[lane] = partial;
    }
    workgroupBarrier();
    var count = 0u;
    if (lane < DIGITS) {
        // unroll
        for (var k = 0u; k < FIELDS; k++) {
            count += wg_fields[lane * 8u + k];
        }
    }
    return count;
}
