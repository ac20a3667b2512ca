/* SPDX-License-Identifier: MIT */
/* Operators, segments, chunks and scans in place against the reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/scan/scan_cases.h"
#include "primitives/scan/scan_reference.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { MAX_CHUNKS = 6, MAX_LENGTH = 70000 };

/* One scan: a sequence cut into chunks, or one view when chunk_count is 0. */
typedef struct scan_case {
    WGSFormat format;
    WGSScanOperation operation;
    WGSScanMode mode;
    bool segmented;
    bool in_place;
    size_t length;
    size_t chunk_count;
    size_t chunks[MAX_CHUNKS];
    bool given; /* data and flags are the caller's, not random */
    uint64_t seed;
} scan_case;

static uint32_t data[MAX_LENGTH];
static uint32_t flags[MAX_LENGTH];
static uint32_t expected[MAX_LENGTH];
static uint32_t got[MAX_LENGTH];

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Floats that are summed are small whole numbers: every order of additions gives the same bits. */
static void make_data(scan_case const* c) {
    static uint32_t const specials[] = {
        0x00000000u, 0x80000000u, 0x7FC00000u, 0xFFC00001u, 0x7F800000u, 0xFF800000u, 0x00000001u};
    wgs_random random = {c->seed};
    for (size_t i = 0; i < c->length; i++) {
        uint32_t const bits = (uint32_t)wgs_random_bits(&random);
        data[i] = bits;
        if (c->format == WGSFormat_Float32 && c->operation == WGSScanOperation_Sum)
            data[i] = float_bits((float)(int)(bits % 17) - 8.0f);
        else if (c->format == WGSFormat_Float32 && bits % 3 == 0)
            data[i] = specials[bits / 3 % 7];
        flags[i] = wgs_random_below(&random, c->length < 100 ? 3 : 500) == 0 ? bits | 1 : 0;
    }
}

/* The buffers of one chunk. */
typedef struct chunk_place {
    wgs_guarded_buffer in;
    wgs_guarded_buffer out; /* unused in place */
    wgs_guarded_buffer flags;
} chunk_place;

static WGSView import(wgs_guarded_buffer const* buffer, WGSGraph graph, WGSFormat format) {
    WGSView view;
    WGSError error;
    assert_int_equal(wgs_guarded_buffer_import(buffer, graph, format, &view, &error), 0);
    return view;
}

static void run_graph(WGSGraph graph) {
    WGSError error;
    WGSProgram program;
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
    wgsProgramRelease(program);
}

static void check_chunks(scan_case const* c, chunk_place* places, size_t count) {
    size_t first = 0;
    wgs_scan_elements_reference(
        c->format, c->operation, c->mode, c->segmented ? flags : NULL, data, c->length, expected);
    for (size_t i = 0; i < count; i++) {
        size_t const length = c->chunk_count > 0 ? c->chunks[i] : c->length;
        assert_true(wgs_guarded_buffer_read(
            c->in_place ? &places[i].in : &places[i].out, "out", &got[first]));
        first += length;
    }
    for (size_t i = 0; i < c->length; i++)
        if (got[i] != expected[i]) {
            (void)fprintf(
                stderr,
                "format %d, operation %d, mode %d, segmented %d, in place %d, %zu elements in %zu "
                "chunks, seed %llu: [%zu] is %08x, expected %08x\n",
                (int)c->format,
                (int)c->operation,
                (int)c->mode,
                c->segmented,
                c->in_place,
                c->length,
                c->chunk_count,
                (unsigned long long)c->seed,
                i,
                got[i],
                expected[i]);
            fail();
        }
}

static void run_case(scan_case const* c, WGSContext context) {
    chunk_place places[MAX_CHUNKS];
    WGSView in[MAX_CHUNKS];
    WGSView out[MAX_CHUNKS];
    WGSView flag_views[MAX_CHUNKS];
    size_t const count = c->chunk_count > 0 ? c->chunk_count : 1;
    WGSError error;
    WGSGraph graph;
    if (!c->given)
        make_data(c);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, &error), 0);
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        size_t const length = c->chunk_count > 0 ? c->chunks[i] : c->length;
        uint32_t const place = (uint32_t)(c->seed + i) % 67;
        places[i].in = wgs_guarded_buffer_create(place, 4 * length, &data[first]);
        places[i].out = wgs_guarded_buffer_create(place / 2, 4 * length, NULL);
        places[i].flags = wgs_guarded_buffer_create(place + 1, 4 * length, &flags[first]);
        in[i] = import(&places[i].in, graph, c->format);
        out[i] = c->in_place ? in[i] : import(&places[i].out, graph, c->format);
        flag_views[i] = import(&places[i].flags, graph, WGSFormat_Uint32);
        first += length;
    }
    WGSScanDescriptor scan = {.operation = c->operation, .mode = c->mode, .inPlace = c->in_place};
    if (c->chunk_count == 0) {
        scan.in = in[0];
        scan.out = out[0];
        if (c->segmented)
            scan.segmentFlags = flag_views[0];
    } else {
        scan.inChunks = (WGSVector){count, in};
        scan.outChunks = (WGSVector){count, out};
        if (c->segmented)
            scan.segmentFlagChunks = (WGSVector){count, flag_views};
    }
    assert_int_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    run_graph(graph);
    check_chunks(c, places, count);
    assert_int_equal(wgs_test_device_errors(), 0);
    for (size_t i = 0; i < count; i++) {
        wgs_guarded_buffer_free(&places[i].in);
        wgs_guarded_buffer_free(&places[i].out);
        wgs_guarded_buffer_free(&places[i].flags);
    }
    wgsGraphRelease(graph);
}

/* items 24, 34: every format, operator and mode, whole and by segments, apart and in place, in
 * one dispatch and in three. */
static void test_operators(void** state) {
    (void)state;
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    static size_t const lengths[] = {1, 3000, 40000};
    uint64_t seed = 0;
    for (size_t f = 0; f < 3; f++)
        for (int operation = 0; operation < 3; operation++)
            for (unsigned shape = 0; shape < 8; shape++) {
                /* Each kernel takes such an adapter seconds to compile. */
                if (wgs_test_adapter_is_slow() && (shape + f + (size_t)operation) % 8 != 0)
                    continue;
                scan_case const c = {
                    .format = formats[f],
                    .operation = (WGSScanOperation)operation,
                    .mode = (WGSScanMode)(shape & 1),
                    .segmented = (shape & 2) != 0,
                    .in_place = (shape & 4) != 0,
                    .length = lengths[shape % 3],
                    .seed = seed};
                run_case(&c, wgs_test_context());
                seed++;
            }
}

/* item 27: tile edges of segmented scans, where a tile has fewer elements. */
static void test_segmented_edges(void** state) {
    (void)state;
    size_t const tile = wgs_scan_segmented_tile_elements;
    size_t const lengths[] = {
        2, 255, 256, 257, tile - 1, tile, tile + 1, 4 * tile, 4 * tile + 1, 9 * tile + 13};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        scan_case const c = {
            .format = WGSFormat_Uint32,
            .mode = (WGSScanMode)(i % 2),
            .segmented = true,
            .length = lengths[i],
            .seed = 100 + i};
        run_case(&c, wgs_test_context());
    }
}

/* items 7, 26, fault SG-11: chunks are one sequence; empty ones count for nothing, borders start
 * nothing. */
static void test_chunks(void** state) {
    (void)state;
    static scan_case const shapes[] = {
        {.length = 8, .chunk_count = 4, .chunks = {3, 0, 4, 1}},
        {.length = 0, .chunk_count = 2, .chunks = {0, 0}},
        {.length = 5000, .chunk_count = 3, .chunks = {0, 5000, 0}},
        {.length = 60000, .chunk_count = 3, .chunks = {0, 60000, 0}},
        {.length = 60000, .chunk_count = 5, .chunks = {1, 30000, 0, 29998, 1}},
        {.length = 70000, .chunk_count = 2, .chunks = {35000, 35000}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (unsigned variant = 0; variant < 4; variant++) {
            scan_case c = shapes[i];
            c.format = variant == 3 ? WGSFormat_Sint32 : WGSFormat_Uint32;
            c.operation = variant == 3 ? WGSScanOperation_Maximum : WGSScanOperation_Sum;
            c.mode = (WGSScanMode)(variant & 1);
            c.segmented = variant >= 2;
            c.in_place = variant == 1;
            c.seed = 200 + 10 * i + variant;
            run_case(&c, wgs_test_context());
        }
}

/* item 27, fault SG-11: the values of the report: flags at global rows 0, 2 and 5 of chunks 3, 0, 4,
 * 1. */
static void test_segments_across_chunks(void** state) {
    (void)state;
    static uint32_t const starts[8] = {1, 0, 7, 0, 0, 1, 0, 0};
    static uint32_t const inclusive[8] = {1, 2, 1, 2, 3, 1, 2, 3};
    for (int mode = 0; mode < 2; mode++) {
        for (size_t i = 0; i < 8; i++)
            data[i] = 1;
        memcpy(flags, starts, sizeof starts);
        scan_case const c = {
            .format = WGSFormat_Uint32,
            .mode = (WGSScanMode)mode,
            .segmented = true,
            .length = 8,
            .chunk_count = 4,
            .chunks = {3, 0, 4, 1},
            .given = true};
        run_case(&c, wgs_test_context());
        for (size_t i = 0; i < 8; i++)
            assert_int_equal(got[i], inclusive[i] - (mode == WGSScanMode_Exclusive));
    }
}

/* fault SZ-23: sums are of the elements' type, and whole numbers wrap modulo 2^32. */
static void test_sum_types(void** state) {
    (void)state;
    static float const halves[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    static float const half_sums[4] = {0, 0.5f, 1, 1.5f};
    static uint32_t const large[4] = {0xFFFFFFFF, 1, 0xFFFFFFF0, 0x20};
    static uint32_t const wrapped[4] = {0, 0xFFFFFFFF, 0, 0xFFFFFFF0};
    scan_case c = {.format = WGSFormat_Float32, .length = 4, .given = true};
    memset(flags, 0, sizeof halves);
    memcpy(data, halves, sizeof halves);
    run_case(&c, wgs_test_context());
    assert_memory_equal(got, half_sums, sizeof half_sums);
    c.format = WGSFormat_Uint32;
    memcpy(data, large, sizeof large);
    run_case(&c, wgs_test_context());
    assert_memory_equal(got, wrapped, sizeof wrapped);
}

/* item 25, fault SZ-13: a grid of 2 x 2 x 2; groups take several tiles, with segments and
 * chunks, too. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    for (unsigned variant = 0; variant < 4; variant++) {
        scan_case const c = {
            .format = WGSFormat_Uint32,
            .mode = (WGSScanMode)(variant & 1),
            .segmented = variant >= 2,
            .length = 70000,
            .chunk_count = variant == 3 ? 2 : 0,
            .chunks = {69000, 1000},
            .seed = 300 + variant};
        run_case(&c, context);
    }
    wgsContextRelease(context);
}

/* item 26: dispatches: one for what fits, three, and two a chunk and one. */
static void test_dispatches(void** state) {
    (void)state;
    WGSError error;
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
    wgs_guarded_buffer in = wgs_guarded_buffer_create(0, 4 * 8, data);
    wgs_guarded_buffer out = wgs_guarded_buffer_create(0, 4 * 8, NULL);
    WGSView const whole_in = import(&in, graph, WGSFormat_Uint32);
    WGSView const whole_out = import(&out, graph, WGSFormat_Uint32);
    WGSView ins[3] = {whole_in, whole_in, whole_in};
    WGSView outs[3] = {whole_out, whole_out, whole_out};
    for (size_t i = 0; i < 3; i++) {
        ins[i].offset += 8 * i;
        outs[i].offset += 8 * i;
        ins[i].length = outs[i].length = 2;
    }
    WGSScanDescriptor const scan = {.inChunks = {3, ins}, .outChunks = {3, outs}};
    assert_int_equal(wgsGraphAddScan(graph, &scan, &error), 0);
    WGSProgram program;
    WGSProgramStats stats;
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), 0);
    assert_int_equal(wgsProgramGetStats(program, &stats, &error), 0);
    assert_int_equal(stats.dispatchCount, 7);
    wgsProgramRelease(program);
    wgs_guarded_buffer_free(&in);
    wgs_guarded_buffer_free(&out);
    wgsGraphRelease(graph);
}

/* The views of an error test: 8 elements in each of four buffers. */
typedef struct error_views {
    WGSGraph graph;
    wgs_guarded_buffer buffers[4];
    WGSView views[4];
} error_views;

static void open_error_views(error_views* e) {
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &e->graph, &error), 0);
    for (size_t i = 0; i < 4; i++) {
        e->buffers[i] = wgs_guarded_buffer_create(0, 4 * 8, data);
        e->views[i] = import(&e->buffers[i], e->graph, WGSFormat_Uint32);
    }
}

static void close_error_views(error_views* e) {
    size_t scratch_count = 0;
    WGSError error;
    assert_int_equal(wgsGraphGetScratch(e->graph, &scratch_count, NULL, &error), 0);
    assert_int_equal(scratch_count, 0); /* nothing was half-added */
    for (size_t i = 0; i < 4; i++)
        wgs_guarded_buffer_free(&e->buffers[i]);
    wgsGraphRelease(e->graph);
}

static void refuse(error_views const* e, WGSScanDescriptor scan, WGSErrorId id) {
    WGSError error = {.status = WGSStatus_Success};
    assert_int_not_equal(wgsGraphAddScan(e->graph, &scan, &error), 0);
    assert_int_equal(error.detail, id);
}

/* items 27, 33: what is refused of operators, segments, chunks and places. */
static void test_errors(void** state) {
    (void)state;
    error_views e;
    open_error_views(&e);
    WGSView const* const v = e.views;
    WGSView const shorter = {v[3].buffer, WGSFormat_Uint32, v[3].offset, 7};
    WGSVector const one = {1, &v[0]};
    WGSVector const two = {2, &v[1]};
    refuse(
        &e, (WGSScanDescriptor){.in = v[0], .out = v[1], .operation = 3}, WGSErrorId_InvalidEnum);
    refuse(&e, (WGSScanDescriptor){.in = v[0], .outChunks = one}, WGSErrorId_TooManyColumns);
    refuse(
        &e,
        (WGSScanDescriptor){.in = v[0], .inChunks = one, .outChunks = one},
        WGSErrorId_TooManyColumns);
    refuse(&e, (WGSScanDescriptor){.inChunks = one, .outChunks = two}, WGSErrorId_LengthMismatch);
    refuse(
        &e,
        (WGSScanDescriptor){.inChunks = one, .outChunks = {1, &shorter}},
        WGSErrorId_LengthMismatch);
    refuse(
        &e, (WGSScanDescriptor){.inChunks = one, .outChunks = {1, NULL}}, WGSErrorId_NullArgument);
    refuse(&e, (WGSScanDescriptor){.inChunks = one, .outChunks = one}, WGSErrorId_AliasedUse);
    refuse(
        &e,
        (WGSScanDescriptor){.inChunks = one, .outChunks = {1, &v[1]}, .gpuCount = {.view = v[2]}},
        WGSErrorId_FeatureUnsupported);
    refuse(
        &e,
        (WGSScanDescriptor){.in = v[0], .out = v[1], .segmentFlags = shorter},
        WGSErrorId_LengthMismatch);
    refuse(
        &e,
        (WGSScanDescriptor){.in = v[0], .out = v[1], .segmentFlags = v[1]},
        WGSErrorId_AliasedUse);
    refuse(
        &e,
        (WGSScanDescriptor){.in = v[0], .out = v[1], .inPlace = true},
        WGSErrorId_LengthMismatch);
    refuse(&e, (WGSScanDescriptor){.in = v[0], .out = v[0]}, WGSErrorId_AliasedUse);
    close_error_views(&e);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_segmented_edges),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_segments_across_chunks),
        cmocka_unit_test(test_sum_types),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_dispatches),
        cmocka_unit_test(test_errors),
    };
    (void)wgs_test_context();
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
