/* SPDX-License-Identifier: MIT */
/* What a caller brings along: WGSL of his own, and callbacks that record commands. */
#include "fuzz_graph.h"

#include "testing/test_device.h"

char const* wgs_fuzz_comparator(uint32_t comparator) {
    static char const* const sources[WGS_FUZZ_COMPARATORS] = {
        "alias Record = u32;\nfn before(a: Record, b: Record) -> bool { return a < b; }\n",
        "struct Record { first: i32, second: u32 }\n"
        "fn before(a: Record, b: Record) -> bool {\n"
        "    if (a.first != b.first) { return a.first > b.first; }\n"
        "    return a.second < b.second;\n"
        "}\n",
        "struct Record { words: array<u32, 4> }\n"
        "fn before(a: Record, b: Record) -> bool {\n"
        "    for (var i = 0u; i < 4u; i++) {\n"
        "        if (a.words[i] != b.words[i]) { return a.words[i] < b.words[i]; }\n"
        "    }\n"
        "    return false;\n"
        "}\n"};
    return sources[comparator];
}

static char const* const kernels[WGS_FUZZ_KERNELS] = {
    [WGS_FUZZ_KERNEL_WRITE] =
        "@group(0) @binding(0) var<uniform> numbers: vec4u;\n"
        "@group(0) @binding(1) var<storage, read> words_in: array<u32>;\n"
        "@group(0) @binding(2) var<storage, read_write> words_out: array<u32>;\n"
        "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
        "    if (id.x >= arrayLength(&words_in)) { return; }\n"
        "    words_out[id.x] = words_in[id.x] * numbers.x + numbers.y;\n"
        "}\n",
    [WGS_FUZZ_KERNEL_CHANGE] =
        "@group(0) @binding(0) var<uniform> numbers: vec4u;\n"
        "@group(0) @binding(1) var<storage, read> words_in: array<u32>;\n"
        "@group(0) @binding(2) var<storage, read_write> words_out: array<u32>;\n"
        "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
        "    if (id.x >= arrayLength(&words_in)) { return; }\n"
        "    words_out[id.x] ^= words_in[id.x] * numbers.x + numbers.y;\n"
        "}\n",
    [WGS_FUZZ_KERNEL_TWO] =
        "@group(0) @binding(0) var<uniform> numbers: vec4u;\n"
        "@group(0) @binding(1) var<storage, read> words_in: array<u32>;\n"
        "@group(0) @binding(2) var<storage, read_write> words_out: array<u32>;\n"
        "@group(0) @binding(3) var<storage, read_write> inverse: array<u32>;\n"
        "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
        "    if (id.x >= arrayLength(&words_in)) { return; }\n"
        "    let word = words_in[id.x] * numbers.x + numbers.y;\n"
        "    words_out[id.x] = word;\n"
        "    inverse[id.x] = ~word;\n"
        "}\n",
};

static WGPUComputePipeline pipelines[WGS_FUZZ_KERNELS];

WGPUComputePipeline wgs_fuzz_pipeline(uint32_t kernel) {
    if (pipelines[kernel] != NULL)
        return pipelines[kernel];
    WGPUShaderSourceWGSL source = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL}, .code = wgs_test_text(kernels[kernel])};
    WGPUShaderModuleDescriptor const module_descriptor = {.nextInChain = &source.chain};
    WGPUShaderModule const module =
        wgpuDeviceCreateShaderModule(wgs_test_device(), &module_descriptor);
    WGPUComputePipelineDescriptor const descriptor = {
        .compute = {.module = module, .entryPoint = wgs_test_text("main")}};
    pipelines[kernel] = wgpuDeviceCreateComputePipeline(wgs_test_device(), &descriptor);
    wgpuShaderModuleRelease(module);
    return pipelines[kernel];
}

void wgs_fuzz_release_pipelines(void) {
    for (uint32_t i = 0; i < WGS_FUZZ_KERNELS; i++) {
        if (pipelines[i] != NULL)
            wgpuComputePipelineRelease(pipelines[i]);
        pipelines[i] = NULL;
    }
}

int wgs_fuzz_evaluate(void const* parameters, void* userdata) {
    wgs_fuzz_recorder const* const recorder = userdata;
    wgs_fuzz_rig* const rig = recorder->rig;
    FUZZ_CHECK(parameters == rig->encode);
    FUZZ_CHECK(rig->recorded_count == 0); /* before anything is recorded */
    rig->asked[recorder->index]++;
    return rig->failing ? -1 : rig->encode->answers[recorder->index];
}

/* Where a view starts in its buffer, in this encode: the graph gives the buffer only. */
static uint64_t offset_of(wgs_fuzz_rig const* rig, wgs_fuzz_view const* view) {
    uint64_t const first = rig->description->buffers[view->buffer].imported
                               ? rig->encode->places[view->buffer].first
                               : 0;
    return 4 * (first + view->first);
}

void wgs_fuzz_record(WGSRecording const* recording, void* userdata) {
    wgs_fuzz_recorder const* const recorder = userdata;
    wgs_fuzz_rig* const rig = recorder->rig;
    wgs_fuzz_node const* const node = &rig->description->nodes[recorder->index];
    wgs_fuzz_view const* const out = &node->slots[WGS_FUZZ_OUT].chunks[0];
    wgs_fuzz_view const* const in = &node->slots[WGS_FUZZ_IN].chunks[0];
    FUZZ_CHECK(recording->bufferCount == (node->clears ? 1 : 2));
    FUZZ_CHECK(rig->recorded_count < WGS_FUZZ_MAX_NODES);
    rig->recorded[rig->recorded_count++] = recorder->index;
    if (out->length == 0)
        return;
    if (node->clears)
        wgpuCommandEncoderClearBuffer(
            recording->encoder, recording->buffers[0], offset_of(rig, out), 4ull * out->length);
    else
        wgpuCommandEncoderCopyBufferToBuffer(
            recording->encoder,
            recording->buffers[1],
            offset_of(rig, in),
            recording->buffers[0],
            offset_of(rig, out),
            4ull * out->length);
}
