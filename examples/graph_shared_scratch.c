/* SPDX-License-Identifier: MIT */
/*
 * Two sorts in one command graph: particles by distance, the farthest first, to be drawn in that
 * order, and by grid cell, to find neighbours. Only the orders are wanted, so both sorts need
 * scratch for their keys and rows. The sorts run one after the other, so the graph gives both the
 * same scratch buffers. The program prints the plan and checks both orders.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wgsort/wgsort.h>

enum { PARTICLES = 20000 };

typedef struct Particles {
    float distance[PARTICLES];
    uint32_t cell[PARTICLES];
    uint32_t by_distance[PARTICLES];
    uint32_t by_cell[PARTICLES];
} Particles;

static Particles particles;

/* The buffers on the device, in the order of the members of Particles. */
typedef struct Scene {
    WGSContext context;
    WGPUBuffer buffers[4];
} Scene;

static WGPUBuffer make_buffer(WGPUDevice device) {
    WGPUBufferDescriptor const descriptor = {
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = sizeof(uint32_t) * PARTICLES,
    };
    return wgpuDeviceCreateBuffer(device, &descriptor);
}

static WGSStatus open_scene(Scene* scene, WGSError* error) {
    WGS_TRY(wgsOpenContext(NULL, &scene->context, error));
    for (size_t i = 0; i < 4; i++)
        scene->buffers[i] = make_buffer(wgsContextGetDevice(scene->context));
    for (unsigned i = 0; i < PARTICLES; i++) {
        particles.distance[i] = (float)(i * 48271u % 9973u) * 0.25f;
        particles.cell[i] = i * 69621u % 4096u;
    }
    WGS_TRY(wgsContextWriteBuffer(
        scene->context,
        scene->buffers[0],
        0,
        particles.distance,
        sizeof particles.distance,
        error));
    return wgsContextWriteBuffer(
        scene->context, scene->buffers[1], 0, particles.cell, sizeof particles.cell, error);
}

static void close_scene(Scene* scene) {
    for (size_t i = 0; i < 4; i++)
        if (scene->buffers[i] != NULL)
            wgpuBufferRelease(scene->buffers[i]);
    wgsContextRelease(scene->context);
}

/* Adds an argsort: the keys are read, the rows in their order are written. */
static WGSStatus add_order(
    WGSGraph graph,
    char const* label,
    WGPUBuffer keys,
    WGSFormat format,
    WGSDirection direction,
    WGPUBuffer rows,
    WGSError* error) {
    WGSBuffer keys_in;
    WGSBuffer rows_out;
    WGSImportDescriptor const import_keys = {.label = {"keys", WGPU_STRLEN}, .buffer = keys};
    WGSImportDescriptor const import_rows = {.label = {"rows", WGPU_STRLEN}, .buffer = rows};
    WGS_TRY(wgsGraphImportBuffer(graph, &import_keys, &keys_in, error));
    WGS_TRY(wgsGraphImportBuffer(graph, &import_rows, &rows_out, error));
    WGSSortKey const key = {
        .in = {.buffer = keys_in, .format = format, .length = PARTICLES},
        .direction = direction,
    };
    WGSSortDescriptor const sort = {
        .label = {label, WGPU_STRLEN},
        .keyCount = 1,
        .keys = &key,
        .rowsOut = {.buffer = rows_out, .format = WGSFormat_Uint32, .length = PARTICLES},
    };
    return wgsGraphAddSort(graph, &sort, NULL, error);
}

static WGSStatus print_plan(WGSGraph graph, WGSError* error) {
    size_t size = 0;
    WGS_TRY(wgsGraphExplain(graph, WGSExplainFormat_Text, NULL, &size, error));
    char* const text = malloc(size);
    if (text == NULL)
        return WGSStatus_OutOfMemory;
    WGSStatus const status = wgsGraphExplain(graph, WGSExplainFormat_Text, text, &size, error);
    if (status == WGSStatus_Success)
        printf("%s\n", text);
    free(text);
    return status;
}

static WGSStatus add_both(WGSGraph graph, Scene const* scene, WGSError* error) {
    WGS_TRY(add_order(
        graph,
        "by distance",
        scene->buffers[0],
        WGSFormat_Float32,
        WGSDirection_Descending,
        scene->buffers[2],
        error));
    WGS_TRY(add_order(
        graph,
        "by cell",
        scene->buffers[1],
        WGSFormat_Uint32,
        WGSDirection_Ascending,
        scene->buffers[3],
        error));
    return print_plan(graph, error);
}

static WGSStatus compile(Scene const* scene, WGSProgram* program, WGSError* error) {
    WGSGraph graph;
    WGS_TRY(wgsContextCreateGraph(scene->context, NULL, &graph, error));
    WGSStatus status = add_both(graph, scene, error);
    if (status == WGSStatus_Success)
        status = wgsGraphCompile(graph, NULL, program, error);
    wgsGraphRelease(graph);
    return status;
}

/* Records the program and runs it. A frame of a renderer would submit an encoder of its own. */
static WGSStatus run(Scene const* scene, WGSProgram program, WGSError* error) {
    WGPUCommandEncoder const encoder =
        wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(scene->context), NULL);
    WGSStatus status = wgsProgramEncode(program, encoder, NULL, NULL, error);
    if (status == WGSStatus_Success)
        status = wgsContextSubmit(scene->context, encoder, error);
    wgpuCommandEncoderRelease(encoder);
    WGS_TRY(status);
    WGS_TRY(wgsContextReadBuffer(
        scene->context,
        scene->buffers[2],
        0,
        particles.by_distance,
        sizeof particles.by_distance,
        error));
    return wgsContextReadBuffer(
        scene->context, scene->buffers[3], 0, particles.by_cell, sizeof particles.by_cell, error);
}

/* Each particle once, in order, and equal ones in the order they had. */
static bool orders_are_right(void) {
    static bool seen[2][PARTICLES];
    for (size_t i = 0; i < PARTICLES; i++) {
        uint32_t const far = particles.by_distance[i];
        uint32_t const low = particles.by_cell[i];
        if (far >= PARTICLES || low >= PARTICLES || seen[0][far] || seen[1][low])
            return false;
        seen[0][far] = seen[1][low] = true;
        if (i == 0)
            continue;
        uint32_t const far_before = particles.by_distance[i - 1];
        uint32_t const low_before = particles.by_cell[i - 1];
        float const step = particles.distance[far_before] - particles.distance[far];
        if (step < 0 || (step == 0 && far_before > far) ||
            particles.cell[low_before] > particles.cell[low] ||
            (particles.cell[low_before] == particles.cell[low] && low_before > low))
            return false;
    }
    return true;
}

static WGSStatus sort_scene(Scene* scene, bool* right, WGSError* error) {
    WGSProgram program;
    WGSProgramStats stats;
    WGS_TRY(open_scene(scene, error));
    WGS_TRY(compile(scene, &program, error));
    WGSStatus status = wgsProgramGetStats(program, &stats, error);
    if (status == WGSStatus_Success)
        status = run(scene, program, error);
    wgsProgramRelease(program);
    WGS_TRY(status);
    bool const shared = 2 * stats.physicalTransientBytes <= stats.logicalTransientBytes;
    printf(
        "scratch: %llu bytes for what would be %llu apart\n",
        (unsigned long long)stats.physicalTransientBytes,
        (unsigned long long)stats.logicalTransientBytes);
    *right = shared && orders_are_right();
    return WGSStatus_Success;
}

int main(void) {
    WGSError error = {0};
    Scene scene = {0};
    bool right = false;
    WGSStatus const status = sort_scene(&scene, &right, &error);
    close_scene(&scene);
    if (status != WGSStatus_Success)
        fprintf(stderr, "%s\n", error.message);
    return right ? 0 : 1;
}
