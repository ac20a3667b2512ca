// SPDX-License-Identifier: MIT
// Exclusive scan over the WG_SIZE = 256 invocations of a workgroup, without subgroups: Hillis and
// Steele (1986) with four terms a step, so four steps and five barriers.
//
// The operator comes from a scan_<operator>.wgsl, and whether segments end a sum from one of
// scan_whole.wgsl and scan_segmented.wgsl. The kernel lends 2 * WG_SIZE words through
// scan_slot_load and scan_slot_store; they hold nothing of its own during the call, and a barrier
// must pass before they are used again. Terms are joined in order, so the operator need not commute;
// fields packed into one word are summed side by side as long as none overflows.

// What a run of elements amounts to: everything, or everything since the last start of a segment.
struct Partial {
    value: u32,
    started: u32, // 1: a segment starts in the run
}

struct WorkgroupScan {
    before: Partial, // of lower invocations
    total: Partial,
}

const WORKGROUP_SCAN_STEPS: u32 = 4u;

// Without branches: unrolled loops join dozens of times, and a compiler for a CPU is soon lost in the
// paths.
fn join(left: Partial, right: Partial) -> Partial {
    let both = scan_combine(left.value, right.value);
    return Partial(
        select(both, right.value, right.started != 0u), left.started | right.started);
}

fn partial_load(slot: u32) -> Partial {
    return Partial(scan_slot_load(slot), started_slot_load(slot));
}

fn partial_store(slot: u32, partial: Partial) {
    scan_slot_store(slot, partial.value);
    started_slot_store(slot, partial.started);
}

fn workgroup_scan(lane: u32, own: Partial) -> WorkgroupScan {
    var run = own;
    partial_store(lane, run);
    workgroupBarrier();
    // unroll
    for (var step = 0u; step < WORKGROUP_SCAN_STEPS; step++) {
        let distance = 1u << (2u * step);
        let side = (step & 1u) * WG_SIZE;
        if (lane >= distance) {
            run = join(partial_load(side + lane - distance), run);
        }
        if (lane >= 2u * distance) {
            run = join(partial_load(side + lane - 2u * distance), run);
        }
        if (lane >= 3u * distance) {
            run = join(partial_load(side + lane - 3u * distance), run);
        }
        partial_store(WG_SIZE - side + lane, run);
        workgroupBarrier();
    }
    // After an even number of steps the result lies where it began.
    var before = Partial(scan_identity(), 0u);
    if (lane > 0u) {
        before = partial_load(lane - 1u);
    }
    return WorkgroupScan(before, partial_load(WG_SIZE - 1u));
}
