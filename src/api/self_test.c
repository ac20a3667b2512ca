/* SPDX-License-Identifier: MIT */
/*
 * The self-test: one submission of small sorts through the public graph functions, each after a
 * dispatch that poisons workgroup memory, compared with a plain sort on the CPU. The columns lie
 * packed in three buffers, so that views start at all offsets.
 */
#include "api/self_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu/gpu.h"
#include "gpu/poison.h"
#include "primitives/common/launch.h"
#include "primitives/radix/radix_tuning.h"

/* How the keys of a case are made. */
typedef enum pattern {
    PATTERN_MIXED, /* random bits with sign bits, infinities and NaNs strewn in */
    PATTERN_ONES,  /* all 0xFFFFFFFF: the same as padding would be */
    PATTERN_FEW,   /* four different keys: stability decides */
} pattern;

/* Sizes lie around the edges of one workgroup of bitonic and of tiles of radix. */
enum { TILE = WGS_WORKGROUP_SIZE * WGS_RADIX_ITEMS };

typedef struct test_case {
    uint32_t count;
    pattern pattern;
    WGSFormat format;
    WGSDirection direction;
} test_case;

static test_case const cases[] = {
    {1, PATTERN_MIXED, WGSFormat_Uint32, WGSDirection_Ascending},
    {255, PATTERN_MIXED, WGSFormat_Float32, WGSDirection_Descending},
    {256, PATTERN_FEW, WGSFormat_Sint32, WGSDirection_Ascending},
    {TILE - 1, PATTERN_FEW, WGSFormat_Uint32, WGSDirection_Descending},
    {TILE + 1, PATTERN_ONES, WGSFormat_Uint32, WGSDirection_Descending},
    {2 * TILE + 1, PATTERN_MIXED, WGSFormat_Float32, WGSDirection_Ascending},
};
enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

typedef struct self_test {
    WGSContext context;
    WGSAllocator allocator;
    char const* function;
    WGSError* error;
    uint32_t total; /* rows of all cases */
    uint32_t* keys;
    uint32_t* keys_out;
    uint32_t* rows_out;
    uint64_t* order; /* of one case: mapped key, row */
    WGPUBuffer buffers[3];
} self_test;

/* --- Keys and the expected order ----------------------------------------------------------------
 */

static uint32_t next_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

static uint32_t make_key(pattern kind, uint32_t row, uint32_t* state) {
    static uint32_t const awkward[] = {
        0x80000000u,
        0u,
        0xFFFFFFFFu,
        0x7FC00000u,
        0xFF800000u,
        0x7F800000u,
        0xFFC00001u,
        1u,
        0x80000001u,
        0x7FFFFFFFu};
    uint32_t const random = next_random(state);
    switch (kind) {
    case PATTERN_ONES:
        return 0xFFFFFFFFu;
    case PATTERN_FEW:
        return awkward[random >> 30];
    case PATTERN_MIXED:
        break;
    }
    return row % 7 == 3 ? awkward[random % 10] : random;
}

/* The key rule of key.h, written from its words. */
static uint32_t map_key(uint32_t bits, WGSFormat format, WGSDirection direction) {
    uint32_t mapped = bits;
    if (format == WGSFormat_Sint32)
        mapped = bits ^ 0x80000000u;
    else if (format == WGSFormat_Float32)
        mapped = (bits & 0x80000000u) != 0 ? ~bits : bits ^ 0x80000000u;
    return direction == WGSDirection_Descending ? ~mapped : mapped;
}

static int compare_u64(void const* a, void const* b) {
    uint64_t const x = *(uint64_t const*)a, y = *(uint64_t const*)b;
    return x < y ? -1 : x > y;
}

/* Compares one case. Rows are part of what is sorted, so that the order is total and stable. */
static bool case_is_right(self_test* t, test_case const* c, uint32_t first) {
    for (uint32_t i = 0; i < c->count; ++i)
        t->order[i] = (uint64_t)map_key(t->keys[first + i], c->format, c->direction) << 32 | i;
    qsort(t->order, c->count, sizeof *t->order, compare_u64);
    for (uint32_t i = 0; i < c->count; ++i) {
        uint32_t const row = (uint32_t)t->order[i];
        if (t->rows_out[first + i] != row || t->keys_out[first + i] != t->keys[first + row])
            return false;
    }
    return true;
}

/* --- The work on the device ---------------------------------------------------------------------
 */

static WGSStatus add_cases(self_test* t, WGSGraph graph) {
    WGSBuffer columns[3];
    for (size_t i = 0; i < 3; ++i) {
        WGSImportDescriptor const import = {
            .usage = WGPUBufferUsage_Storage, .buffer = t->buffers[i]};
        WGS_TRY(wgsGraphImportBuffer(graph, &import, &columns[i], t->error));
    }
    uint64_t offset = 0;
    for (size_t i = 0; i < CASE_COUNT; ++i) {
        test_case const* c = &cases[i];
        WGSSortKey const key = {
            .in = {columns[0], c->format, offset, c->count},
            .out = {columns[1], c->format, offset, c->count},
            .direction = c->direction};
        WGSSortDescriptor const sort = {
            .label = {"self_test", WGPU_STRLEN},
            .keyCount = 1,
            .keys = &key,
            .rowsOut = {columns[2], WGSFormat_Uint32, offset, c->count}};
        WGS_TRY(wgs_graph_add_poison(
            graph, i % 2 == 0 ? 0xFFFFFFFFu : 0x5A5A5A5Au, t->function, t->error));
        WGS_TRY(wgsGraphAddSort(graph, &sort, NULL, t->error));
        offset += (uint64_t)c->count * 4;
    }
    return WGSStatus_Success;
}

static WGSStatus submit_program(self_test* t, WGSProgram program) {
    WGPUCommandEncoder encoder = NULL;
    WGS_TRY(wgs_gpu_encoder_create(t->context, &encoder, t->function, t->error));
    WGSStatus status = wgs_program_encode(program, encoder, NULL, NULL, t->function, t->error);
    if (status == WGSStatus_Success)
        status = wgs_gpu_submit(t->context, encoder, t->function, t->error);
    wgs_gpu_encoder_release(encoder);
    return status;
}

static WGSStatus run_graph(self_test* t, WGSGraph graph) {
    WGS_TRY(add_cases(t, graph));
    WGSProgram program = NULL;
    WGS_TRY(wgsGraphCompile(graph, NULL, &program, t->error));
    WGSStatus const status = submit_program(t, program);
    wgsProgramRelease(program);
    return status;
}

static WGSStatus run_on_device(self_test* t) {
    uint64_t const size = (uint64_t)t->total * 4;
    for (size_t i = 0; i < 3; ++i)
        WGS_TRY(wgs_gpu_buffer_create(
            t->context,
            "wgs.self_test",
            size,
            WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc,
            &t->buffers[i],
            t->function,
            t->error));
    WGS_TRY(wgs_gpu_upload(t->context, t->buffers[0], 0, t->keys, size, t->function, t->error));
    WGSGraph graph = NULL;
    WGS_TRY(wgsContextCreateGraph(t->context, NULL, &graph, t->error));
    WGSStatus const status = run_graph(t, graph);
    wgsGraphRelease(graph);
    WGS_TRY(status);
    WGS_TRY(
        wgs_gpu_read_back(t->context, t->buffers[1], 0, t->keys_out, size, t->function, t->error));
    return wgs_gpu_read_back(
        t->context, t->buffers[2], 0, t->rows_out, size, t->function, t->error);
}

/* --- The verdict --------------------------------------------------------------------------------
 */

static WGSStatus judge(self_test* t) {
    uint32_t first = 0;
    for (size_t i = 0; i < CASE_COUNT; ++i) {
        if (!case_is_right(t, &cases[i], first)) {
            char reason[120];
            (void)snprintf(
                reason,
                sizeof reason,
                "%" PRIu32 " keys, case %zu: the device's order differs from the CPU's",
                cases[i].count,
                i);
            wgs_context_set_self_test(t->context, WGSSelfTest_Failed, reason);
            return wgs_error(
                t->error,
                WGSStatus_DeviceError,
                WGSErrorId_SelfTest,
                "%s: %s",
                t->function,
                reason);
        }
        first += cases[i].count;
    }
    wgs_context_set_self_test(
        t->context,
        WGSSelfTest_Passed,
        "bitonic and radix sorts of awkward keys on poisoned workgroup memory");
    return WGSStatus_Success;
}

static bool allocate(self_test* t) {
    for (size_t i = 0; i < CASE_COUNT; ++i)
        t->total += cases[i].count;
    t->keys = wgs_allocate(&t->allocator, t->total, sizeof *t->keys);
    t->keys_out = wgs_allocate(&t->allocator, t->total, sizeof *t->keys_out);
    t->rows_out = wgs_allocate(&t->allocator, t->total, sizeof *t->rows_out);
    t->order = wgs_allocate(&t->allocator, t->total, sizeof *t->order);
    return t->keys != NULL && t->keys_out != NULL && t->rows_out != NULL && t->order != NULL;
}

static void make_keys(self_test* t) {
    uint32_t state = 12345, row = 0;
    for (size_t i = 0; i < CASE_COUNT; ++i)
        for (uint32_t j = 0; j < cases[i].count; ++j, ++row)
            t->keys[row] = make_key(cases[i].pattern, j, &state);
}

static WGSStatus run(self_test* t) {
    if (!allocate(t))
        return wgs_error_memory(t->error, t->function);
    make_keys(t);
    WGS_TRY(run_on_device(t));
    return judge(t);
}

WGSStatus wgs_self_test(WGSContext context, char const* function, WGSError* error) {
    self_test t = {
        .context = context,
        .allocator = wgs_context_allocator(context),
        .function = function,
        .error = error};
    WGSStatus const status = run(&t);
    for (size_t i = 0; i < 3; ++i)
        wgs_gpu_buffer_release(t.buffers[i]);
    wgs_free(&t.allocator, t.keys);
    wgs_free(&t.allocator, t.keys_out);
    wgs_free(&t.allocator, t.rows_out);
    wgs_free(&t.allocator, t.order);
    return status;
}
