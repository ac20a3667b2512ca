/* SPDX-License-Identifier: MIT */
#include "testing/kernel_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testing/test_device.h"

static char const good_source[] =
    "struct Params { count: u32, in_base: u32, out_base: u32 }\n"
    "@group(0) @binding(0) var<uniform> params: Params;\n"
    "@group(0) @binding(1) var<storage, read> numbers_in: array<u32>;\n"
    "@group(0) @binding(2) var<storage, read_write> numbers_out: array<u32>;\n"
    "@compute @workgroup_size(WIDTH)\n"
    "fn mine(@builtin(global_invocation_id) id: vec3u) {\n"
    "    if (id.x < params.count) {\n"
    "        numbers_out[params.out_base + id.x] = numbers_in[params.in_base + id.x];\n"
    "    }\n"
    "}\n";

/* As many workgroups as the first value says times what the data say. */
static void prepare(void const* data, uint32_t const* values, WGSKernelLaunch* launch) {
    uint64_t factor;
    memcpy(&factor, data, sizeof factor);
    launch->params[0] = 4;
    launch->workgroups = values[0] * factor;
}

static WGSBuffer make_buffer(WGSGraph graph, WGPUBufferUsage usage) {
    WGSTransientDescriptor const descriptor = {.size = 1024, .usage = usage};
    WGSBuffer buffer;
    assert_int_equal(wgsGraphCreateTransient(graph, &descriptor, &buffer, NULL), 0);
    return buffer;
}

static void ignore(WGSRecording const* recording, void* userdata) {
    (void)recording;
    (void)userdata;
}

static WGSNode make_node(WGSGraph graph) {
    WGSCallbackDescriptor const descriptor = {.callback = ignore};
    WGSNode node;
    assert_int_equal(wgsGraphAddCallback(graph, &descriptor, &node, NULL), 0);
    return node;
}

void wgs_kernel_rig_describe(wgs_kernel_rig* f) {
    WGSView const in = {f->in, WGSFormat_Uint32, 12, 4};
    WGSView const out = {f->out, WGSFormat_Uint32, 4, 4};
    f->bindings[0] = (WGSKernelBinding){1, WGSAccess_StorageRead, in, 1, 1};
    f->bindings[1] = (WGSKernelBinding){2, WGSAccess_StorageWrite, out, 1, 2};
    for (uint32_t i = 2; i <= WGS_MAX_KERNEL_STORAGE; i++)
        f->bindings[i] =
            (WGSKernelBinding){i + 1, WGSAccess_StorageRead, {f->in, WGSFormat_Uint32, 0, 4}, 0, 0};
    f->constants[0] = (WGSKernelConstant){wgs_test_text("WIDTH"), 64};
    static char const* const names[] = {"A", "B", "C", "D", "E", "F"};
    for (size_t i = 1; i <= WGS_MAX_KERNEL_CONSTANTS; i++)
        f->constants[i] = (WGSKernelConstant){wgs_test_text(names[i - 1]), 1};
    f->groups_per_row = 1;
    f->descriptor = (WGSKernelDescriptor){
        .source = wgs_test_text(good_source),
        .entryPoint = wgs_test_text("mine"),
        .note = wgs_test_text("why"),
        .bindingCount = 2,
        .bindings = f->bindings,
        .constantCount = 1,
        .constants = f->constants,
        .paramsWordCount = 3,
        .prepare = prepare,
        .data = &f->groups_per_row,
        .dataSize = sizeof f->groups_per_row,
        .valueCount = 1,
        .values = f->values,
        .dependencyCount = 1,
        .dependencies = &f->dependency,
    };
}

void wgs_kernel_rig_open(wgs_kernel_rig* f, WGSContext context) {
    memset(f, 0, sizeof *f);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, NULL), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, NULL), 0);
    WGPUBufferUsage const storage = WGPUBufferUsage_Storage;
    f->in = make_buffer(f->graph, storage);
    f->out = make_buffer(f->graph, storage);
    f->bare = make_buffer(f->graph, WGPUBufferUsage_CopyDst);
    f->foreign = make_buffer(f->other, storage);
    WGSValueDescriptor const value = {.value = 1, .maximum = 100};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(wgsGraphCreateValue(f->graph, &value, &f->values[i], NULL), 0);
    assert_int_equal(wgsGraphCreateValue(f->other, &value, &f->foreign_value, NULL), 0);
    f->dependency = make_node(f->graph);
    f->foreign_node = make_node(f->other);
    wgs_kernel_rig_describe(f);
}

void wgs_kernel_rig_close(wgs_kernel_rig* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}
