// SPDX-License-Identifier: MIT
// Exclusive sum over the WG_SIZE = 256 invocations of a workgroup, without subgroups: Hillis and
// Steele (1986) with four terms a step, so four steps and five barriers.
// The kernel supplies 2 * WG_SIZE words through scan_slot_load and scan_slot_store; they hold
// nothing of the caller's during the call, and a barrier must pass before they are used again.
// Fields packed into one word are summed side by side as long as none overflows.

struct WorkgroupScan {
    before: u32, // sum of the values of lower invocations
    total: u32,  // sum of all
}

const WORKGROUP_SCAN_STEPS: u32 = 4u;

fn workgroup_scan(lane: u32, value: u32) -> WorkgroupScan {
    var sum = value;
    scan_slot_store(lane, sum);
    workgroupBarrier();
    // unroll
    for (var step = 0u; step < WORKGROUP_SCAN_STEPS; step++) {
        let distance = 1u << (2u * step);
        let side = (step & 1u) * WG_SIZE;
        if (lane >= distance) {
            sum += scan_slot_load(side + lane - distance);
        }
        if (lane >= 2u * distance) {
            sum += scan_slot_load(side + lane - 2u * distance);
        }
        if (lane >= 3u * distance) {
            sum += scan_slot_load(side + lane - 3u * distance);
        }
        scan_slot_store(WG_SIZE - side + lane, sum);
        workgroupBarrier();
    }
    return WorkgroupScan(sum - value, scan_slot_load(WG_SIZE - 1u));
}
