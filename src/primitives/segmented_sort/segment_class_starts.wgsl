// SPDX-License-Identifier: MIT
// Where each class begins among sorted classes, and where the last one ends.
//
// Grid: one workgroup; invocation c finds the first entry that is not below class c.
// Indices: entries below row_count(); starts below WG_SIZE, the length of that view.
// Reference: the number of entries below c.

struct Params {
    count: u32,
    gpu_count_base: u32,
    classes_base: u32,
    class_starts_base: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> classes: array<u32>;
@group(0) @binding(2) var<storage, read_write> class_starts: array<u32>;

@compute @workgroup_size(WG_SIZE)
fn segment_class_starts(@builtin(local_invocation_index) lane: u32) {
    var first = 0u;
    var end = row_count();
    while (first < end) {
        let middle = first + (end - first) / 2u;
        if (classes[params.classes_base + middle] < lane) {
            first = middle + 1u;
        } else {
            end = middle;
        }
    }
    class_starts[params.class_starts_base + lane] = first;
}
