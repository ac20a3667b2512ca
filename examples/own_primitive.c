/* SPDX-License-Identifier: MIT */
/*
 * A primitive of somebody else's: compaction. Rows whose flag is not 0 move to the front, in their
 * order, and how many there are is written on the GPU. It is made of two kernels and the library's scan:
 *
 *   mark      starts[i] = 1 where the flag is set, else 0
 *   scan      starts[i] = how many are set before row i
 *   scatter   out[starts[i]] = in[i] where the flag is set; kept = how many are set in all
 *
 * The program keeps the valid ones of some readings and sorts them, the highest first, in the same
 * graph: the sort takes its number of rows from the GPU, and the host never waits in between.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wgsort/wgsort.h>

/* --- The primitive ------------------------------------------------------------------------- */

typedef struct CompactDescriptor {
    char const* label;
    WGSView flags;  /* Uint32 [Storage] */
    WGSView in;     /* elements of 4 bytes [Storage], as many as flags */
    WGSView out;    /* likewise, in another buffer */
    WGSView kept;   /* Uint32, one element [Storage] */
    WGSValue count; /* rows to look at; NULL: all */
} CompactDescriptor;

/* Views begin anywhere: the library tells how far behind the bound offset, in <name>_base. */
static char const compact_text[] =
    "struct Params {\n"
    "    count: u32,\n"
    "    flags_base: u32,\n"
    "    in_base: u32,\n"
    "    out_base: u32,\n"
    "    kept_base: u32,\n"
    "}\n"
    "@group(0) @binding(0) var<uniform> params: Params;\n"
    "@group(0) @binding(1) var<storage, read> flags: array<u32>;\n"
    "@group(0) @binding(2) var<storage, read_write> starts_out: array<u32>;\n"
    "@group(0) @binding(3) var<storage, read> starts: array<u32>;\n"
    "@group(0) @binding(4) var<storage, read> rows_in: array<u32>;\n"
    "@group(0) @binding(5) var<storage, read_write> rows_out: array<u32>;\n"
    "@group(0) @binding(6) var<storage, read_write> kept: array<u32>;\n"
    "\n"
    "fn first_row(group: vec3u, grid: vec3u, lane: u32) -> u32 {\n"
    "    return (group.x + grid.x * (group.y + grid.y * group.z)) * WIDTH + lane;\n"
    "}\n"
    "fn step(grid: vec3u) -> u32 { return grid.x * grid.y * grid.z * WIDTH; }\n"
    "fn flag(row: u32) -> u32 { return u32(flags[params.flags_base + row] != 0u); }\n"
    "\n"
    "@compute @workgroup_size(WIDTH)\n"
    "fn mark(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) grid: vec3u,\n"
    "        @builtin(local_invocation_index) lane: u32) {\n"
    "    for (var i = first_row(group, grid, lane); i < params.count; i += step(grid)) {\n"
    "        starts_out[i] = flag(i);\n"
    "    }\n"
    "}\n"
    "\n"
    "@compute @workgroup_size(WIDTH)\n"
    "fn scatter(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) grid: vec3u,\n"
    "           @builtin(local_invocation_index) lane: u32) {\n"
    "    let first = first_row(group, grid, lane);\n"
    "    if (first == 0u && params.count == 0u) {\n"
    "        kept[params.kept_base] = 0u;\n"
    "    }\n"
    "    for (var i = first; i < params.count; i += step(grid)) {\n"
    "        if (flag(i) == 1u) {\n"
    "            rows_out[params.out_base + starts[i]] = rows_in[params.in_base + i];\n"
    "        }\n"
    "        if (i == params.count - 1u) {\n"
    "            kept[params.kept_base] = starts[i] + flag(i);\n"
    "        }\n"
    "    }\n"
    "}\n";

enum { WIDTH = 256, PARAMS_WORDS = 5 };

typedef struct CompactData {
    uint32_t capacity;
    uint32_t counted; /* the first value is the number of rows */
    uint64_t max_groups;
} CompactData;

static uint32_t row_count(CompactData const* data, uint32_t const* values) {
    return data->counted ? values[0] : data->capacity;
}

static void prepare_mark(void const* given, uint32_t const* values, WGSKernelLaunch* launch) {
    CompactData const* const data = given;
    uint32_t const count = row_count(data, values);
    uint64_t const groups = ((uint64_t)count + WIDTH - 1) / WIDTH;
    launch->params[0] = count;
    launch->workgroups = groups < data->max_groups ? groups : data->max_groups;
}

/* One workgroup at least: it tells that nothing was kept. */
static void prepare_scatter(void const* given, uint32_t const* values, WGSKernelLaunch* launch) {
    prepare_mark(given, values, launch);
    if (launch->workgroups == 0)
        launch->workgroups = 1;
}

static WGSStatus refuse(WGSError* error, WGSErrorId id, char const* what) {
    if (error != NULL) {
        error->status = WGSStatus_InvalidArgument;
        error->detail = id;
        snprintf(error->message, sizeof error->message, "add_compact: %s", what);
    }
    return WGSStatus_InvalidArgument;
}

/* What the kernels don't see by themselves: lengths. All else about the views, wgsGraphAddKernel
 * checks. */
static WGSStatus check_compact(CompactDescriptor const* compact, WGSError* error) {
    uint64_t const rows = compact->flags.length;
    if (compact->in.length != rows || compact->out.length != rows)
        return refuse(error, WGSErrorId_LengthMismatch, "flags, in and out differ in length");
    if (rows == 0)
        return refuse(error, WGSErrorId_ViewOutOfRange, "flags is empty");
    if (rows > WGS_MAX_SORT_ROWS)
        return refuse(error, WGSErrorId_TooManyRows, "more than 2^31 rows");
    if (compact->kept.length != 1)
        return refuse(error, WGSErrorId_LengthMismatch, "kept must hold one element");
    if (wgsFormatGetSize(compact->in.format) != 4 || compact->out.format != compact->in.format)
        return refuse(error, WGSErrorId_ViewFormat, "in and out must have one format of 4 bytes");
    if (compact->count != NULL && wgsValueGetMaximum(compact->count) > rows)
        return refuse(error, WGSErrorId_CountOutOfRange, "count may be larger than the views");
    return WGSStatus_Success;
}

static WGSStatus add_kernel(
    WGSGraph graph,
    CompactDescriptor const* compact,
    char const* entry,
    WGSPrepareCallback prepare,
    size_t binding_count,
    WGSKernelBinding const* bindings,
    WGSError* error) {
    char label[64];
    snprintf(label, sizeof label, "%s.%s", compact->label, entry);
    CompactData const data = {
        .capacity = (uint32_t)compact->flags.length,
        .counted = compact->count != NULL,
        .max_groups = wgsGraphGetMaxWorkgroups(graph),
    };
    WGSKernelConstant const width = {.name = {"WIDTH", WGPU_STRLEN}, .value = WIDTH};
    WGSKernelDescriptor const kernel = {
        .label = {label, WGPU_STRLEN},
        .source = {compact_text, WGPU_STRLEN},
        .entryPoint = {entry, WGPU_STRLEN},
        .bindingCount = binding_count,
        .bindings = bindings,
        .constantCount = 1,
        .constants = &width,
        .paramsWordCount = PARAMS_WORDS,
        .prepare = prepare,
        .data = &data,
        .dataSize = sizeof data,
        .valueCount = compact->count != NULL,
        .values = &compact->count,
        .workload = {.rows = compact->flags.length},
    };
    return wgsGraphAddKernel(graph, &kernel, NULL, error);
}

static WGSStatus
add_scan(WGSGraph graph, CompactDescriptor const* compact, WGSView starts, WGSError* error) {
    char label[64];
    snprintf(label, sizeof label, "%s.scan", compact->label);
    WGSScanDescriptor const scan = {
        .label = {label, WGPU_STRLEN},
        .in = starts,
        .out = starts,
        .inPlace = 1,
        .count = compact->count,
    };
    return wgsGraphAddScan(graph, &scan, error);
}

/* Adds transient and nodes; wgsGraphContribute takes all of them back when one fails. */
static WGSStatus contribute_compact(WGSGraph graph, void* userdata, WGSError* error) {
    CompactDescriptor const* const compact = userdata;
    WGSTransientDescriptor const scratch = {
        .label = {"starts", WGPU_STRLEN}, .size = 4 * compact->flags.length};
    WGSView starts = {.format = WGSFormat_Uint32, .length = compact->flags.length};
    WGS_TRY(wgsGraphCreateTransient(graph, &scratch, &starts.buffer, error));

    WGSAccess const read = WGSAccess_StorageRead;
    WGSAccess const write = WGSAccess_StorageWrite;
    WGSKernelBinding const flags = {1, read, compact->flags, .hasBase = 1, .baseWord = 1};
    WGSKernelBinding const mark[] = {flags, {2, write, starts, 0, 0}};
    WGSKernelBinding const scatter[] = {
        flags,
        {3, read, starts, 0, 0},
        {4, read, compact->in, .hasBase = 1, .baseWord = 2},
        {5, write, compact->out, .hasBase = 1, .baseWord = 3},
        {6, write, compact->kept, .hasBase = 1, .baseWord = 4},
    };
    WGS_TRY(add_kernel(graph, compact, "mark", prepare_mark, 2, mark, error));
    WGS_TRY(add_scan(graph, compact, starts, error));
    return add_kernel(graph, compact, "scatter", prepare_scatter, 5, scatter, error);
}

static WGSStatus add_compact(WGSGraph graph, CompactDescriptor const* compact, WGSError* error) {
    WGS_TRY(check_compact(compact, error));
    CompactDescriptor copy = *compact;
    return wgsGraphContribute(graph, contribute_compact, &copy, error);
}

/* --- A program that uses it ---------------------------------------------------------------- */

enum { READINGS = 50000 };

typedef struct Readings {
    float in[READINGS];
    uint32_t valid[READINGS];
    float kept[READINGS];
    float sorted[READINGS];
    uint32_t kept_count;
} Readings;

static Readings readings;

/* The buffers on the device, in the order of the members of Readings. */
enum { IN, VALID, KEPT, SORTED, KEPT_COUNT, BUFFER_COUNT };

typedef struct Station {
    WGSContext context;
    WGPUBuffer buffers[BUFFER_COUNT];
    WGSValue rows;
    WGSProgram program;
} Station;

static void make_readings(void) {
    for (unsigned i = 0; i < READINGS; i++) {
        unsigned const number = i * 2654435761u >> 8;
        readings.in[i] = (float)(number % 120000) * 0.001f - 40;
        readings.valid[i] = number % 7 < 4 ? number % 5 : 0;
    }
}

static WGSStatus open_station(Station* station, WGSError* error) {
    WGS_TRY(wgsOpenContext(NULL, &station->context, error));
    for (size_t i = 0; i < BUFFER_COUNT; i++) {
        WGPUBufferDescriptor const descriptor = {
            .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
            .size = i == KEPT_COUNT ? 4 : sizeof readings.in,
        };
        station->buffers[i] =
            wgpuDeviceCreateBuffer(wgsContextGetDevice(station->context), &descriptor);
    }
    make_readings();
    WGS_TRY(wgsContextWriteBuffer(
        station->context, station->buffers[IN], 0, readings.in, sizeof readings.in, error));
    return wgsContextWriteBuffer(
        station->context, station->buffers[VALID], 0, readings.valid, sizeof readings.valid, error);
}

static void close_station(Station* station) {
    wgsProgramRelease(station->program);
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        if (station->buffers[i] != NULL)
            wgpuBufferRelease(station->buffers[i]);
    wgsContextRelease(station->context);
}

static WGSStatus
import_view(WGSGraph graph, WGPUBuffer buffer, WGSFormat format, WGSView* view, WGSError* error) {
    WGSImportDescriptor const descriptor = {.buffer = buffer};
    *view = (WGSView){.format = format, .length = wgpuBufferGetSize(buffer) / 4};
    return wgsGraphImportBuffer(graph, &descriptor, &view->buffer, error);
}

/* Compacts the readings, then sorts as many as were kept. */
static WGSStatus add_nodes(WGSGraph graph, Station* station, WGSError* error) {
    WGSView views[BUFFER_COUNT];
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        WGS_TRY(import_view(
            graph,
            station->buffers[i],
            i == VALID || i == KEPT_COUNT ? WGSFormat_Uint32 : WGSFormat_Float32,
            &views[i],
            error));
    WGSValueDescriptor const rows = {.label = {"rows", WGPU_STRLEN}, .value = READINGS};
    WGS_TRY(wgsGraphCreateValue(graph, &rows, &station->rows, error));
    CompactDescriptor const compact = {
        .label = "valid",
        .flags = views[VALID],
        .in = views[IN],
        .out = views[KEPT],
        .kept = views[KEPT_COUNT],
        .count = station->rows,
    };
    WGS_TRY(add_compact(graph, &compact, error));
    WGSSortKey const key = {
        .in = views[KEPT], .out = views[SORTED], .direction = WGSDirection_Descending};
    WGSSortDescriptor const sort = {
        .keyCount = 1, .keys = &key, .gpuCount = {.view = views[KEPT_COUNT]}};
    return wgsGraphAddSort(graph, &sort, NULL, error);
}

static WGSStatus compile(Station* station, WGSError* error) {
    WGSGraph graph;
    WGS_TRY(wgsContextCreateGraph(station->context, NULL, &graph, error));
    WGSStatus status = add_nodes(graph, station, error);
    if (status == WGSStatus_Success)
        status = wgsGraphCompile(graph, NULL, &station->program, error);
    wgsGraphRelease(graph);
    return status;
}

static WGSStatus read_back(Station const* station, WGSError* error) {
    struct {
        int buffer;
        void* data;
        size_t size;
    } const parts[] = {
        {KEPT, readings.kept, sizeof readings.kept},
        {SORTED, readings.sorted, sizeof readings.sorted},
        {KEPT_COUNT, &readings.kept_count, sizeof readings.kept_count},
    };
    for (size_t i = 0; i < 3; i++)
        WGS_TRY(wgsContextReadBuffer(
            station->context,
            station->buffers[parts[i].buffer],
            0,
            parts[i].data,
            parts[i].size,
            error));
    return WGSStatus_Success;
}

/* One encoder for all of it, for the first `rows` readings. */
static WGSStatus run(Station const* station, uint32_t rows, WGSError* error) {
    WGSValueReplacement const count = {station->rows, rows};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &count};
    WGPUCommandEncoder const encoder =
        wgpuDeviceCreateCommandEncoder(wgsContextGetDevice(station->context), NULL);
    WGSStatus status = wgsProgramEncode(station->program, encoder, &descriptor, NULL, error);
    if (status == WGSStatus_Success)
        status = wgsContextSubmit(station->context, encoder, error);
    wgpuCommandEncoderRelease(encoder);
    WGS_TRY(status);
    return read_back(station, error);
}

static int higher_first(void const* a, void const* b) {
    float const x = *(float const*)a;
    float const y = *(float const*)b;
    return (x < y) - (x > y);
}

/* The same on the CPU. */
static bool is_right(uint32_t rows) {
    static float expected[READINGS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows; i++)
        if (readings.valid[i] != 0)
            expected[count++] = readings.in[i];
    bool right = readings.kept_count == count &&
                 memcmp(readings.kept, expected, count * sizeof expected[0]) == 0;
    qsort(expected, count, sizeof expected[0], higher_first);
    right = right && memcmp(readings.sorted, expected, count * sizeof expected[0]) == 0;
    printf("%u readings, %u valid", (unsigned)rows, (unsigned)readings.kept_count);
    if (right && count > 0)
        printf(", from %.3f to %.3f", readings.sorted[0], readings.sorted[count - 1]);
    puts(right ? "" : ": wrong");
    return right;
}

static WGSStatus compact_and_sort(Station* station, bool* right, WGSError* error) {
    static uint32_t const rows[] = {READINGS, 1000, 0};
    WGS_TRY(open_station(station, error));
    WGS_TRY(compile(station, error));
    *right = true;
    for (size_t i = 0; i < 3; i++) {
        WGS_TRY(run(station, rows[i], error));
        *right = is_right(rows[i]) && *right;
    }
    return WGSStatus_Success;
}

int main(void) {
    WGSError error = {0};
    Station station = {0};
    bool right = false;
    WGSStatus const status = compact_and_sort(&station, &right, &error);
    close_station(&station);
    if (status != WGSStatus_Success)
        fprintf(stderr, "%s\n", error.message);
    return status == WGSStatus_Success && right ? 0 : 1;
}
