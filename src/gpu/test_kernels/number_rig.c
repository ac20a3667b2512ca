/* SPDX-License-Identifier: MIT */
#include "gpu/test_kernels/number_rig.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpu/test_kernels/add_number.wgsl.h"
#include "kernels/linear_grid.wgsl.h"

typedef struct number_data {
    uint32_t length;
    uint32_t number;
    bool counted;
} number_data;

static void prepare(void const* data, uint32_t const* values, wgs_launch* launch) {
    number_data const* d = data;
    uint32_t const count = d->counted ? values[0] : d->length;
    launch->params[0] = count;
    launch->params[1] = d->number;
    launch->workgroups = ((uint64_t)count + WGS_NUMBER_GROUP_ROWS - 1) / WGS_NUMBER_GROUP_ROWS;
}

wgs_variant wgs_number_variant(void) {
    return (wgs_variant){
        .kernel = &wgs_kernel_add_number,
        .fragment_count = 1,
        .fragments = {&wgs_fragment_linear_grid},
        .constant_count = 2,
        .constants = {{"WG_SIZE", 64}, {"ITEMS", 4}}};
}

WGSStatus wgs_number_add(
    WGSGraph graph, WGSView in, WGSView out, uint32_t number, WGSValue count, WGSError* error) {
    number_data const data = {(uint32_t)out.length, number, count != NULL};
    wgs_kernel_binding_use const uses[] = {
        {"input", in, WGSAccess_StorageRead}, {"output", out, WGSAccess_StorageWrite}};
    wgs_kernel_request const request = {
        .parent = "test",
        .role = "add_number",
        .variant = wgs_number_variant(),
        .use_count = 2,
        .uses = uses,
        .prepare = prepare,
        .data = &data,
        .data_size = sizeof data,
        .value_count = count != NULL,
        .values = {count}};
    return wgs_graph_add_kernel(graph, &request, "wgs_number_add", error);
}

WGSView wgs_number_view(WGSBuffer buffer, uint64_t offset, uint64_t length) {
    return (WGSView){buffer, WGSFormat_Uint32, offset, length};
}

static void require(WGSStatus status, WGSError const* error) {
    if (status == WGSStatus_Success)
        return;
    (void)fprintf(stderr, "%s\n", error->message);
    abort();
}

WGSBuffer wgs_number_import(WGSGraph graph, char const* label, uint64_t size, WGPUBuffer buffer) {
    WGSImportDescriptor const descriptor = {
        .label = {label, WGPU_STRLEN},
        .size = size,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .buffer = buffer};
    WGSBuffer import = NULL;
    WGSError error;
    require(wgsGraphImportBuffer(graph, &descriptor, &import, &error), &error);
    return import;
}

WGSGraph wgs_number_graph(WGSContext context) {
    WGSGraph graph = NULL;
    WGSError error;
    require(wgsContextCreateGraph(context, NULL, &graph, &error), &error);
    return graph;
}

WGSProgram wgs_number_compile(WGSGraph graph) {
    WGSProgram program = NULL;
    WGSError error;
    require(wgsGraphCompile(graph, NULL, &program, &error), &error);
    return program;
}

WGPUBuffer wgs_number_buffer(WGSContext context, uint64_t length, uint32_t first, uint32_t step) {
    WGPUBufferDescriptor const descriptor = {
        .size = length * 4,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .mappedAtCreation = true};
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(wgsContextGetDevice(context), &descriptor);
    uint32_t* words = wgpuBufferGetMappedRange(buffer, 0, (size_t)length * 4);
    if (words == NULL)
        abort();
    for (uint64_t i = 0; i < length; ++i)
        words[i] = first + (uint32_t)i * step;
    wgpuBufferUnmap(buffer);
    return buffer;
}

uint32_t* wgs_number_read(WGSContext context, WGPUBuffer buffer, uint64_t length) {
    uint32_t* words = malloc((size_t)length * 4);
    WGSError error;
    if (words == NULL)
        abort();
    require(wgsContextReadBuffer(context, buffer, 0, words, length * 4, &error), &error);
    return words;
}

WGPUCommandEncoder wgs_number_encoder(WGSContext context) {
    return wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(context), NULL);
}

void wgs_number_submit(WGSContext context, WGPUCommandEncoder encoder) {
    WGSError error;
    require(wgsContextSubmit(context, encoder, &error), &error);
    wgpuCommandEncoderRelease(encoder);
}

void wgs_number_run(WGSContext context, WGSProgram program, WGSEncodeDescriptor const* descriptor) {
    WGPUCommandEncoder encoder = wgs_number_encoder(context);
    WGSError error;
    require(wgsProgramEncode(program, encoder, descriptor, NULL, &error), &error);
    wgs_number_submit(context, encoder);
}
