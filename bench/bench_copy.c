/* SPDX-License-Identifier: MIT */
#include "bench_copy.h"

#include <inttypes.h>

#include "bench_buffer.h"

enum { WORKGROUP_SIZE = 256, BYTES_PER_INVOCATION = 16 };

static char const kernel_text[] =
    "@group(0) @binding(0) var<storage, read> words_in: array<vec4u>;\n"
    "@group(0) @binding(1) var<storage, read_write> words_out: array<vec4u>;\n"
    "@compute @workgroup_size(256)\n"
    "fn copy_words(\n"
    "    @builtin(workgroup_id) workgroup: vec3u,\n"
    "    @builtin(num_workgroups) grid: vec3u,\n"
    "    @builtin(local_invocation_index) lane: u32,\n"
    ") {\n"
    "    let i = (workgroup.y * grid.x + workgroup.x) * 256u + lane;\n"
    "    if (i < arrayLength(&words_in)) {\n"
    "        words_out[i] = words_in[i];\n"
    "    }\n"
    "}\n";

/* A pass with nothing in it but a timestamp: copies lie outside of passes. */
static void record_timestamp(WGPUCommandEncoder encoder, WGPUQuerySet queries, uint32_t query) {
    WGPUPassTimestampWrites const writes = {
        .querySet = queries,
        .beginningOfPassWriteIndex = query,
        .endOfPassWriteIndex = WGPU_QUERY_SET_INDEX_UNDEFINED,
    };
    WGPUComputePassDescriptor const descriptor = {.timestampWrites = &writes};
    WGPUComputePassEncoder const pass = wgpuCommandEncoderBeginComputePass(encoder, &descriptor);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
}

static WGSStatus record_command(
    void* data, WGPUCommandEncoder encoder, WGPUQuerySet queries, uint32_t first, WGSError* error) {
    (void)error;
    wgs_bench_copy const* const copy = data;
    if (queries != NULL)
        record_timestamp(encoder, queries, first);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, copy->from, 0, copy->to, 0, copy->size);
    if (queries != NULL)
        record_timestamp(encoder, queries, first + 1);
    return WGSStatus_Success;
}

static WGSStatus create_pipeline(wgs_bench_copy* copy, WGPUDevice device, WGSError* error) {
    WGPUShaderSourceWGSL source = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL},
        .code = {kernel_text, WGPU_STRLEN},
    };
    WGPUShaderModuleDescriptor const module_descriptor = {.nextInChain = &source.chain};
    WGPUShaderModule const module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
    WGPUComputePipelineDescriptor const descriptor = {
        .label = {"copy", WGPU_STRLEN},
        .compute = {.module = module, .entryPoint = {"copy_words", WGPU_STRLEN}},
    };
    copy->pipeline = wgpuDeviceCreateComputePipeline(device, &descriptor);
    if (module != NULL)
        wgpuShaderModuleRelease(module);
    if (copy->pipeline == NULL)
        return wgs_bench_error(
            error, WGSStatus_DeviceError, WGSErrorId_Pipeline, "no pipeline for the copy kernel");
    return WGSStatus_Success;
}

static WGSStatus
choose_grid(WGSContext context, uint64_t size, uint32_t workgroups[3], WGSError* error) {
    WGSContextInfo info;
    WGS_TRY(wgsContextGetInfo(context, &info, error));
    uint64_t const group_bytes = (uint64_t)WORKGROUP_SIZE * BYTES_PER_INVOCATION;
    uint64_t const groups = (size + group_bytes - 1) / group_bytes;
    uint64_t const limit = info.limits.maxComputeWorkgroupsPerDimension;
    uint64_t const rows = (groups + limit - 1) / limit;
    if (rows > limit)
        return wgs_bench_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_DispatchTooLarge,
            "a copy of %" PRIu64 " bytes needs %" PRIu64 " workgroups",
            size,
            groups);
    workgroups[0] = (uint32_t)((groups + rows - 1) / rows);
    workgroups[1] = (uint32_t)rows;
    workgroups[2] = 1;
    return WGSStatus_Success;
}

static WGSStatus build_program(wgs_bench_copy* copy, WGSContext context, WGSError* error) {
    WGSGraphDescriptor const label = {.label = {"copy", WGPU_STRLEN}};
    WGS_TRY(wgsContextCreateGraph(context, &label, &copy->graph, error));
    WGSBuffer from;
    WGSBuffer to;
    WGSImportDescriptor const import_from = {.buffer = copy->from};
    WGSImportDescriptor const import_to = {.buffer = copy->to};
    WGS_TRY(wgsGraphImportBuffer(copy->graph, &import_from, &from, error));
    WGS_TRY(wgsGraphImportBuffer(copy->graph, &import_to, &to, error));
    WGSBinding const bindings[] = {
        {0, WGSAccess_StorageRead, {.buffer = from}},
        {1, WGSAccess_StorageWrite, {.buffer = to}},
    };
    WGSComputeDescriptor node = {
        .label = {"copy", WGPU_STRLEN},
        .pipeline = copy->pipeline,
        .bindingCount = 2,
        .bindings = bindings,
    };
    WGS_TRY(choose_grid(context, copy->size, node.workgroupCount, error));
    WGS_TRY(wgsGraphAddCompute(copy->graph, &node, NULL, error));
    return wgsGraphCompile(copy->graph, NULL, &copy->program, error);
}

WGSStatus
wgs_bench_copy_init(wgs_bench_copy* copy, WGSContext context, uint64_t size, WGSError* error) {
    copy->size = (size + 15) / 16 * 16;
    WGS_TRY(wgs_bench_buffer_create(context, "copy source", size, &copy->from, error));
    WGS_TRY(wgs_bench_buffer_create(context, "copy destination", size, &copy->to, error));
    WGS_TRY(create_pipeline(copy, wgsContextGetDevice(context), error));
    WGS_TRY(build_program(copy, context, error));
    copy->by_command = (wgs_bench_work){record_command, copy, 1, {copy->to}};
    copy->by_kernel = (wgs_bench_work){wgs_bench_record_program, copy->program, 1, {copy->to}};
    return WGSStatus_Success;
}

void wgs_bench_copy_free(wgs_bench_copy* copy) {
    wgsProgramRelease(copy->program);
    wgsGraphRelease(copy->graph);
    if (copy->pipeline != NULL)
        wgpuComputePipelineRelease(copy->pipeline);
    if (copy->from != NULL)
        wgpuBufferRelease(copy->from);
    if (copy->to != NULL)
        wgpuBufferRelease(copy->to);
    *copy = (wgs_bench_copy){0};
}
