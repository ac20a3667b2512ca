// SPDX-License-Identifier: MIT
// Fills workgroup memory with a value that no kernel expects, so that the dispatches after it find
// it there if they read what they did not write. Used by the self-test and by tests.
//
// Grid: any number of workgroups; each fills WG_WORDS words and writes WG_SIZE of them to `out`, so
//      that a compiler can't leave the stores away.
// Indices: wg_words below WG_WORDS by the loop's bound and the remainder; out has WG_SIZE words a
//      workgroup.

struct Params {
    value: u32,
    out_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

var<workgroup> wg_words: array<u32, WG_WORDS>;

@compute @workgroup_size(WG_SIZE)
fn poison_workgroup(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    for (var i = lane; i < WG_WORDS; i += WG_SIZE) {
        wg_words[i] = params.value;
    }
    workgroupBarrier();
    out[params.out_base + workgroup.x * WG_SIZE + lane] = wg_words[(lane * 17u + 5u) % WG_WORDS];
}
