/* SPDX-License-Identifier: MIT */
/*
 * Particles to a uniform grid, and from the grid the neighbours of each: what simulations of
 * fluids, flocks and grains do at every step. All of it is one graph, recorded into one encoder and
 * submitted once; nothing comes back to the CPU on the way.
 *
 *   find_cells       own kernel: the cell of each particle, its sort key
 *   counting sort    rows = the particles in the order of their cells; the bin offsets are the
 *                    places where each cell starts in that order
 *   gather           positions in that order, so that the particles of a cell lie side by side
 *   find_neighbours  own kernel: looks through 3 x 3 x 3 cells around each particle
 *
 * The program finds the neighbours once more on the CPU, with no grid, and demands the same.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "own_device.h"

enum { SIDE = 16, CELLS = SIDE * SIDE * SIDE, PARTICLES = 10000, GROUP = 64 };

/* Neighbours are this near. A cell is as wide, so that they lie in cells that touch. */
#define RADIUS 1.0f

static char const kernels[] =
    "override SIDE: u32;    // cells along each axis\n"
    "override RADIUS: f32;  // the width of a cell, too\n"
    "\n"
    "// What lies outside of the grid belongs to its border.\n"
    "fn cell_of(position: vec3f) -> vec3u {\n"
    "    return vec3u(clamp(position / RADIUS, vec3f(0.0), vec3f(f32(SIDE - 1u))));\n"
    "}\n"
    "\n"
    "// Cells that touch along x have numbers that follow one another.\n"
    "fn number_of(cell: vec3u) -> u32 {\n"
    "    return (cell.z * SIDE + cell.y) * SIDE + cell.x;\n"
    "}\n"
    "\n"
    "@group(0) @binding(0) var<storage, read> positions: array<vec4f>;\n"
    "@group(0) @binding(1) var<storage, read_write> cells: array<u32>;\n"
    "\n"
    "@compute @workgroup_size(64)\n"
    "fn find_cells(@builtin(global_invocation_id) thread: vec3u) {\n"
    "    let particle = thread.x;\n"
    "    if (particle < arrayLength(&positions)) {\n"
    "        cells[particle] = number_of(cell_of(positions[particle].xyz));\n"
    "    }\n"
    "}\n"
    "\n"
    "struct Found {\n"
    "    neighbours: u32,\n"
    "    numbers: u32,  // the sum of their numbers: which they are\n"
    "    looked_at: u32,\n"
    "}\n"
    "@group(0) @binding(2) var<storage, read> sorted: array<vec4f>;\n"
    "@group(0) @binding(3) var<storage, read> rows: array<u32>;\n"
    "@group(0) @binding(4) var<storage, read> starts: array<u32>;\n"
    "@group(0) @binding(5) var<storage, read_write> found: array<Found>;\n"
    "\n"
    "@compute @workgroup_size(64)\n"
    "fn find_neighbours(@builtin(global_invocation_id) thread: vec3u) {\n"
    "    let place = thread.x;\n"
    "    if (place >= arrayLength(&sorted)) {\n"
    "        return;\n"
    "    }\n"
    "    let center = sorted[place].xyz;\n"
    "    let cell = cell_of(center);\n"
    "    let low = max(cell, vec3u(1u)) - 1u;\n"
    "    let high = min(cell + 1u, vec3u(SIDE - 1u));\n"
    "    var result = Found();\n"
    "    for (var z = low.z; z <= high.z; z++) {\n"
    "        for (var y = low.y; y <= high.y; y++) {\n"
    "            // Up to three cells along x are one run of particles.\n"
    "            let first = starts[number_of(vec3u(low.x, y, z))];\n"
    "            let end = starts[number_of(vec3u(high.x, y, z)) + 1u];\n"
    "            for (var other = first; other < end; other++) {\n"
    "                let way = sorted[other].xyz - center;\n"
    "                if (other != place && dot(way, way) <= RADIUS * RADIUS) {\n"
    "                    result.neighbours++;\n"
    "                    result.numbers += rows[other];\n"
    "                }\n"
    "            }\n"
    "            result.looked_at += end - first;\n"
    "        }\n"
    "    }\n"
    "    found[rows[place]] = result;\n"
    "}\n";

typedef struct Position {
    float x, y, z, unused; /* 16 bytes: an array<vec4f> in WGSL */
} Position;

typedef struct Found {
    uint32_t neighbours, numbers, looked_at;
} Found;

typedef struct App {
    OwnDevice own;
    WGSContext context;
    WGPUComputePipeline find_cells;
    WGPUComputePipeline find_neighbours;
    WGPUBuffer positions;
    WGPUBuffer found;
    WGSProgram program;
} App;

static Position positions[PARTICLES];
static Found found[PARTICLES];
static Found expected[PARTICLES];

/* A coordinate within the grid, more often in its middle. As a multiple of 1/256 it leaves no room
 * for rounding: the square of a distance up to two cells is exact, however it is computed. */
static float random_coordinate(uint32_t* state) {
    uint32_t sum = 0;
    for (int i = 0; i < 2; i++) {
        *state = *state * 1664525u + 1013904223u;
        sum += *state >> 21;
    }
    return (float)sum / 256.0f;
}

static void place_particles(void) {
    uint32_t state = 1;
    for (size_t i = 0; i < PARTICLES; i++) {
        positions[i].x = random_coordinate(&state);
        positions[i].y = random_coordinate(&state);
        positions[i].z = random_coordinate(&state);
    }
}

static WGPUComputePipeline
create_pipeline(App const* app, WGPUShaderModule module, char const* entry_point) {
    WGPUConstantEntry const constants[] = {
        {.key = {"SIDE", WGPU_STRLEN}, .value = SIDE},
        {.key = {"RADIUS", WGPU_STRLEN}, .value = RADIUS},
    };
    WGPUComputePipelineDescriptor const descriptor = {
        .compute = {
            .module = module,
            .entryPoint = {entry_point, WGPU_STRLEN},
            .constantCount = 2,
            .constants = constants,
        }};
    return wgpuDeviceCreateComputePipeline(app->own.device, &descriptor);
}

/* What a simulation has before it comes to wgsort: a device, its kernels, its particles. */
static WGSStatus open_app(App* app, WGSError* error) {
    OwnDevice* const own = &app->own;
    WGS_TRY(own_device_open(own, error));
    WGPUShaderModule const module = own_device_create_module(own, kernels);
    app->find_cells = create_pipeline(app, module, "find_cells");
    app->find_neighbours = create_pipeline(app, module, "find_neighbours");
    wgpuShaderModuleRelease(module);
    app->positions = own_device_create_buffer(own, sizeof positions, WGPUBufferUsage_Storage);
    app->found = own_device_create_buffer(own, sizeof found, WGPUBufferUsage_Storage);
    WGS_TRY(own_device_check(own, error));
    wgpuQueueWriteBuffer(own->queue, app->positions, 0, positions, sizeof positions);
    return own_device_create_context(own, &app->context, error);
}

/* The buffers of a step as the graph sees them. What only passes from node to node is transient:
 * the graph makes it, and lets what is not needed at the same time share memory. */
typedef struct Step {
    WGSView positions; /* array<vec4f>, four words a row to wgsort */
    WGSView sorted;
    WGSView cells;
    WGSView rows;
    WGSView starts; /* one more than cells: the last one ends there */
    WGSView found;  /* three words a row */
} Step;

static WGSStatus import(
    WGSGraph graph,
    char const* label,
    WGPUBuffer buffer,
    WGSFormat format,
    WGSView* view,
    WGSError* error) {
    *view = (WGSView){.format = format, .length = PARTICLES};
    WGSImportDescriptor const descriptor = {.label = {label, WGPU_STRLEN}, .buffer = buffer};
    return wgsGraphImportBuffer(graph, &descriptor, &view->buffer, error);
}

static WGSStatus transient(
    WGSGraph graph,
    char const* label,
    WGSFormat format,
    uint64_t length,
    WGSView* view,
    WGSError* error) {
    *view = (WGSView){.format = format, .length = length};
    WGSTransientDescriptor const descriptor = {
        .label = {label, WGPU_STRLEN},
        .size = length * wgsFormatGetSize(format),
    };
    return wgsGraphCreateTransient(graph, &descriptor, &view->buffer, error);
}

static WGSStatus add_buffers(WGSGraph graph, App const* app, Step* s, WGSError* error) {
    WGSFormat const word = WGSFormat_Uint32;
    WGSFormat const words = WGSFormat_Uint32x4;
    WGS_TRY(import(graph, "positions", app->positions, words, &s->positions, error));
    WGS_TRY(import(graph, "found", app->found, WGSFormat_Uint32x3, &s->found, error));
    WGS_TRY(transient(graph, "sorted", words, PARTICLES, &s->sorted, error));
    WGS_TRY(transient(graph, "cells", word, PARTICLES, &s->cells, error));
    WGS_TRY(transient(graph, "rows", word, PARTICLES, &s->rows, error));
    return transient(graph, "starts", word, CELLS + 1, &s->starts, error);
}

static WGSStatus add_find_cells(WGSGraph graph, App const* app, Step const* s, WGSError* error) {
    WGSBinding const bindings[] = {
        {.binding = 0, .access = WGSAccess_StorageRead, .view = s->positions},
        {.binding = 1, .access = WGSAccess_StorageWrite, .view = s->cells},
    };
    WGSComputeDescriptor const descriptor = {
        .label = {"find cells", WGPU_STRLEN},
        .pipeline = app->find_cells,
        .bindingCount = sizeof bindings / sizeof bindings[0],
        .bindings = bindings,
        .workgroupCount = {(PARTICLES + GROUP - 1) / GROUP, 1, 1},
    };
    return wgsGraphAddCompute(graph, &descriptor, NULL, error);
}

/* Stable, so that the neighbours of a particle come in the same order at every run: sums of floats
 * over them are then the same, too. WGSCountingOrder_Unstable needs fewer dispatches. */
static WGSStatus add_sort(WGSGraph graph, Step const* s, WGSError* error) {
    WGSCountingSortDescriptor const sort = {
        .label = {"by cell", WGPU_STRLEN},
        .keys = s->cells,
        .range = CELLS,
        .order = WGSCountingOrder_Stable,
        .rowsOut = s->rows,
        .offsetsOut = s->starts,
    };
    WGS_TRY(wgsGraphAddCountingSort(graph, &sort, error));
    WGSGatherDescriptor const gather = {
        .label = {"positions by cell", WGPU_STRLEN},
        .rows = s->rows,
        .in = s->positions,
        .out = s->sorted,
    };
    return wgsGraphAddGather(graph, &gather, error);
}

static WGSStatus
add_find_neighbours(WGSGraph graph, App const* app, Step const* s, WGSError* error) {
    WGSBinding const bindings[] = {
        {.binding = 2, .access = WGSAccess_StorageRead, .view = s->sorted},
        {.binding = 3, .access = WGSAccess_StorageRead, .view = s->rows},
        {.binding = 4, .access = WGSAccess_StorageRead, .view = s->starts},
        {.binding = 5, .access = WGSAccess_StorageWrite, .view = s->found},
    };
    WGSComputeDescriptor const descriptor = {
        .label = {"find neighbours", WGPU_STRLEN},
        .pipeline = app->find_neighbours,
        .bindingCount = sizeof bindings / sizeof bindings[0],
        .bindings = bindings,
        .workgroupCount = {(PARTICLES + GROUP - 1) / GROUP, 1, 1},
    };
    return wgsGraphAddCompute(graph, &descriptor, NULL, error);
}

/* Nodes run in the order in which they were added; that one waits for another follows from the
 * buffers. */
static WGSStatus add_step(WGSGraph graph, App const* app, WGSError* error) {
    Step step;
    WGS_TRY(add_buffers(graph, app, &step, error));
    WGS_TRY(add_find_cells(graph, app, &step, error));
    WGS_TRY(add_sort(graph, &step, error));
    return add_find_neighbours(graph, app, &step, error);
}

/* Once. A simulation then encodes the program at every step. */
static WGSStatus compile_step(App* app, WGSError* error) {
    WGSGraph graph;
    WGS_TRY(wgsContextCreateGraph(app->context, NULL, &graph, error));
    WGSStatus status = add_step(graph, app, error);
    if (status == WGSStatus_Success)
        status = wgsGraphCompile(graph, NULL, &app->program, error);
    wgsGraphRelease(graph); /* the program keeps what it needs of it */
    return status;
}

static WGSStatus run_step(App* app, WGSError* error) {
    WGSEncodeStats stats;
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(app->own.device, NULL);
    WGSStatus status = wgsProgramEncode(app->program, encoder, NULL, &stats, error);
    if (status == WGSStatus_Success)
        status = own_device_submit(&app->own, encoder, error);
    wgpuCommandEncoderRelease(encoder);
    WGS_TRY(status);
    printf(
        "one submit: nodes %u, dispatches %u, passes %u\n",
        (unsigned)stats.nodeCount,
        (unsigned)stats.dispatchCount,
        (unsigned)stats.passCount);
    /* Only the comparison with the CPU needs this, and only this waits for the device. */
    return wgsContextReadBuffer(app->context, app->found, 0, found, sizeof found, error);
}

static bool are_neighbours(Position const* a, Position const* b) {
    float const x = a->x - b->x;
    float const y = a->y - b->y;
    float const z = a->z - b->z;
    return x * x + y * y + z * z <= RADIUS * RADIUS;
}

/* Each particle against each other. */
static void search_all_pairs(void) {
    for (uint32_t i = 0; i < PARTICLES; i++)
        for (uint32_t k = i + 1; k < PARTICLES; k++)
            if (are_neighbours(&positions[i], &positions[k])) {
                expected[i].neighbours++;
                expected[i].numbers += k;
                expected[k].neighbours++;
                expected[k].numbers += i;
            }
}

static bool compare(void) {
    uint64_t neighbours = 0;
    uint64_t looked_at = 0;
    uint32_t most = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < PARTICLES; i++) {
        neighbours += found[i].neighbours;
        looked_at += found[i].looked_at;
        if (most < found[i].neighbours)
            most = found[i].neighbours;
        if (found[i].neighbours != expected[i].neighbours ||
            found[i].numbers != expected[i].numbers)
            wrong++;
    }
    printf(
        "neighbours: %llu, at most %u of one particle\n"
        "looked at: %llu of %llu\n"
        "different from a search of all pairs: %zu particles\n",
        (unsigned long long)neighbours,
        (unsigned)most,
        (unsigned long long)looked_at,
        (unsigned long long)PARTICLES * PARTICLES,
        wrong);
    return wrong == 0;
}

static WGSStatus find_neighbours(App* app, bool* right, WGSError* error) {
    place_particles();
    printf("%d particles in %d x %d x %d cells\n", PARTICLES, SIDE, SIDE, SIDE);
    WGS_TRY(open_app(app, error));
    WGS_TRY(compile_step(app, error));
    WGS_TRY(run_step(app, error));
    search_all_pairs();
    *right = compare();
    return WGSStatus_Success;
}

static void close_app(App* app) {
    wgsProgramRelease(app->program);
    wgsContextRelease(app->context);
    if (app->found != NULL)
        wgpuBufferRelease(app->found);
    if (app->positions != NULL)
        wgpuBufferRelease(app->positions);
    if (app->find_neighbours != NULL)
        wgpuComputePipelineRelease(app->find_neighbours);
    if (app->find_cells != NULL)
        wgpuComputePipelineRelease(app->find_cells);
    own_device_close(&app->own);
}

int main(void) {
    App app = {0};
    WGSError error = {0};
    bool right = false;
    if (find_neighbours(&app, &right, &error) != WGSStatus_Success)
        fprintf(stderr, "%s\n", error.message);
    close_app(&app);
    return right ? 0 : 1;
}
