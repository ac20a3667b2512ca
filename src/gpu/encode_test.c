/* SPDX-License-Identifier: MIT */
/* Programs on a device: parameters, buffers, passes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/poison.h"
#include "gpu/test_kernels/number_rig.h"
#include "testing/test_device.h"

/* The words of a buffer must be first, first + step, ... */
static void assert_words(WGPUBuffer buffer, uint64_t length, uint32_t first, uint32_t step) {
    uint32_t* words = wgs_number_read(wgs_test_context(), buffer, length);
    for (uint64_t i = 0; i < length; ++i)
        if (words[i] != first + (uint32_t)i * step)
            fail_msg("word %u is %u", (unsigned)i, (unsigned)words[i]);
    free(words);
}

static WGPUBuffer zeros(uint64_t length) {
    return wgs_number_buffer(wgs_test_context(), length, 0, 0);
}

static void add(WGSGraph graph, WGSView in, WGSView out, uint32_t number, WGSValue count) {
    WGSError error = {0};
    assert_int_equal(wgs_number_add(graph, in, out, number, count, &error), 0);
}

/* item 9, fault BU-03: views that start at every word around the offset alignment: each node
 * reads 3 words at its own offset and writes them elsewhere, and nothing else changes. */
static void test_view_offsets(void** state) {
    (void)state;
    enum { NODES = 66, STRIDE = 5 };
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 200, 0, 1);
    WGPUBuffer out = zeros(NODES * STRIDE + 1);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer from = wgs_number_import(graph, "in", 0, in);
    WGSBuffer to = wgs_number_import(graph, "out", 0, out);
    for (uint32_t i = 0; i < NODES; ++i)
        add(graph,
            wgs_number_view(from, (uint64_t)i * 4, 3),
            wgs_number_view(to, (uint64_t)i * STRIDE * 4 + 4, 3),
            1000 * i,
            NULL);
    WGSProgram program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    wgs_number_run(wgs_test_context(), program, NULL);
    uint32_t* words = wgs_number_read(wgs_test_context(), out, NODES * STRIDE + 1);
    for (uint32_t i = 0; i < NODES * STRIDE + 1; ++i) {
        uint32_t const node = (i + STRIDE - 1) / STRIDE - 1, place = (i + STRIDE - 1) % STRIDE;
        uint32_t const expected = i > 0 && place < 3 ? 1000 * node + node + place : 0;
        assert_int_equal(words[i], expected);
    }
    free(words);
    assert_words(in, 200, 0, 1);
    wgsProgramRelease(program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* in -> out through an import each and a count. */
typedef struct simple {
    WGSBuffer in, out;
    WGSValue count;
    WGSProgram program;
} simple;

static simple make_simple(uint64_t length, uint32_t number, WGPUBuffer in, WGPUBuffer out) {
    simple made;
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    made.in = wgs_number_import(graph, "in", length * 4, in);
    made.out = wgs_number_import(graph, "out", length * 4, out);
    WGSValueDescriptor const value = {.label = wgs_test_text("count"), .value = (uint32_t)length};
    assert_int_equal(wgsGraphCreateValue(graph, &value, &made.count, NULL), 0);
    add(graph,
        wgs_number_view(made.in, 0, length),
        wgs_number_view(made.out, 0, length),
        number,
        made.count);
    made.program = wgs_number_compile(graph);
    wgsGraphRelease(graph); /* the program keeps it */
    return made;
}

static void encode(
    simple const* s,
    WGPUCommandEncoder encoder,
    WGPUBuffer in,
    uint64_t in_offset,
    WGPUBuffer out,
    uint64_t out_offset,
    uint32_t count,
    WGSEncodeStats* stats) {
    WGSBufferReplacement const buffers[] = {{s->in, in, in_offset}, {s->out, out, out_offset}};
    WGSValueReplacement const value = {s->count, count};
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = 2, .buffers = buffers, .valueCount = 1, .values = &value};
    WGSError error = {0};
    WGSStatus const status = wgsProgramEncode(s->program, encoder, &descriptor, stats, &error);
    if (status != WGSStatus_Success)
        fail_msg("%s", error.message);
}

/* item 3, fault GR-01: each of two encodes in one submission sees its own count. */
static void test_two_encodes_in_one_submission(void** state) {
    (void)state;
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 1000, 7, 1);
    WGPUBuffer a = zeros(1000), b = zeros(1000);
    simple s = make_simple(1000, 5, NULL, NULL);
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    encode(&s, encoder, in, 0, a, 0, 1000, NULL);
    encode(&s, encoder, in, 0, b, 0, 77, NULL);
    wgs_number_submit(wgs_test_context(), encoder);
    assert_words(a, 1000, 12, 1);
    uint32_t* words = wgs_number_read(wgs_test_context(), b, 1000);
    for (uint32_t i = 0; i < 1000; ++i)
        assert_int_equal(words[i], i < 77 ? 12 + i : 0);
    free(words);
    wgsProgramRelease(s.program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(a);
    wgpuBufferRelease(b);
}

/* item 18, fault BU-03: imports that start anywhere in their replacement. */
static void test_replacement_offsets(void** state) {
    (void)state;
    static uint64_t const offsets[] = {0, 4, 28, 252, 256, 260, 1020};
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 600, 0, 1);
    simple s = make_simple(300, 1, NULL, NULL);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; ++i) {
        uint64_t const from = offsets[i], to = offsets[(i * 3 + 1) % 7];
        WGPUBuffer out = zeros(600);
        WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
        encode(&s, encoder, in, from, out, to, 290, NULL);
        wgs_number_submit(wgs_test_context(), encoder);
        uint32_t* words = wgs_number_read(wgs_test_context(), out, 600);
        for (uint32_t k = 0; k < 600; ++k) {
            bool const inside = k >= to / 4 && k < to / 4 + 290;
            assert_int_equal(words[k], inside ? k - to / 4 + from / 4 + 1 : 0);
        }
        free(words);
        wgpuBufferRelease(out);
    }
    wgsProgramRelease(s.program);
    wgpuBufferRelease(in);
}

/* A buffer that was destroyed must not come back from the bind group cache under a new handle. */
static void test_destroyed_and_created_again(void** state) {
    (void)state;
    simple s = make_simple(64, 1, NULL, NULL);
    WGPUBuffer out = zeros(64);
    for (uint32_t round = 0; round < 6; ++round) {
        WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 64, round * 100, 1);
        WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
        encode(&s, encoder, in, 0, out, 0, 64, NULL);
        wgs_number_submit(wgs_test_context(), encoder);
        assert_words(out, 64, round * 100 + 1, 1);
        wgpuBufferDestroy(in);
        wgpuBufferRelease(in);
    }
    wgsProgramRelease(s.program);
    wgpuBufferRelease(out);
}

/* items 3, 42, fault SZ-02: A count of 0 records nothing; smaller and larger again see their
 * own. */
static void test_counts_up_and_down(void** state) {
    (void)state;
    static uint32_t const counts[] = {1000, 10, 0, 1, 256, 257, 999, 1000};
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 1000, 0, 1);
    simple s = make_simple(1000, 1, NULL, NULL);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        WGPUBuffer out = zeros(1000);
        WGSEncodeStats stats;
        WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
        encode(&s, encoder, in, 0, out, 0, counts[i], &stats);
        wgs_number_submit(wgs_test_context(), encoder);
        assert_int_equal(stats.dispatchCount, counts[i] > 0);
        assert_int_equal(stats.passCount, counts[i] > 0);
        assert_int_equal(stats.nodeCount, counts[i] > 0);
        uint32_t* words = wgs_number_read(wgs_test_context(), out, 1000);
        for (uint32_t k = 0; k < 1000; ++k)
            assert_int_equal(words[k], k < counts[i] ? k + 1 : 0);
        free(words);
        wgpuBufferRelease(out);
    }
    wgsProgramRelease(s.program);
    wgpuBufferRelease(in);
}

static WGSBuffer transient(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSTransientDescriptor const descriptor = {
        .label = wgs_test_text("t"), .size = size, .usage = usage};
    WGSBuffer made = NULL;
    assert_int_equal(wgsGraphCreateTransient(graph, &descriptor, &made, NULL), 0);
    return made;
}

/* items 17, 22: A chain of five transients lives in two buffers, the caller's or the
 * program's. */
static void test_transients_share(void** state) {
    (void)state;
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 500, 3, 2), out = zeros(500);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSView from = wgs_number_view(wgs_number_import(graph, "in", 0, in), 0, 500);
    for (uint32_t i = 0; i < 5; ++i) {
        WGSView const to = wgs_number_view(transient(graph, 2000, 0), 0, 500);
        add(graph, from, to, 1u << i, NULL);
        from = to;
    }
    add(graph, from, wgs_number_view(wgs_number_import(graph, "out", 0, out), 0, 500), 100, NULL);
    WGPUBuffer scratch = zeros(500);
    WGPUBuffer const scratches[] = {scratch, NULL};
    WGSCompileDescriptor const compile = {.scratchCount = 2, .scratches = scratches};
    WGSProgram program = NULL;
    WGSError error = {0};
    assert_int_equal(wgsGraphCompile(graph, &compile, &program, &error), 0);
    WGSProgramStats stats;
    assert_int_equal(wgsProgramGetStats(program, &stats, NULL), 0);
    assert_int_equal(stats.scratchCount, 2);
    assert_int_equal(stats.transientCount, 5);
    assert_int_equal(stats.logicalTransientBytes, 10000);
    assert_int_equal(stats.physicalTransientBytes, 4000);
    assert_int_equal(stats.nodeCount, 6);
    assert_int_equal(stats.dispatchCount, 6);
    assert_int_equal(stats.pipelineCount, 1);
    assert_int_equal(stats.importCount, 2);
    assert_int_equal(stats.importBytes, 4000);
    wgsGraphRelease(graph);
    wgpuBufferRelease(scratch);
    for (int i = 0; i < 3; ++i)
        wgs_number_run(wgs_test_context(), program, NULL);
    assert_words(out, 500, 3 + 31 + 100, 2);
    wgsProgramRelease(program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* item 3, fault GR-04: all of a program may go before its commands are submitted. */
static void test_released_before_submission(void** state) {
    (void)state;
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 500, 0, 1), out = zeros(500);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer const middle = transient(graph, 2000, 0);
    WGSValueDescriptor const value = {.value = 500};
    WGSValue count = NULL;
    assert_int_equal(wgsGraphCreateValue(graph, &value, &count, NULL), 0);
    add(graph,
        wgs_number_view(wgs_number_import(graph, "in", 0, in), 0, 500),
        wgs_number_view(middle, 0, 500),
        1,
        count);
    add(graph,
        wgs_number_view(middle, 0, 500),
        wgs_number_view(wgs_number_import(graph, "out", 0, out), 0, 500),
        1,
        NULL);
    WGSProgram program = wgs_number_compile(graph);
    WGSValueReplacement const replaced = {count, 400};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &replaced};
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    assert_int_equal(wgsProgramEncode(program, encoder, &descriptor, NULL, NULL), 0);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgpuBufferRelease(in);
    wgs_number_submit(wgs_test_context(), encoder);
    assert_words(out, 400, 2, 1);
    wgpuBufferRelease(out);
}

/* What the callback of test_mixed_nodes saw. */
typedef struct callback_log {
    size_t calls;
    size_t buffer_count;
    WGPUBuffer first;
} callback_log;

static void clear_first_words(WGSRecording const* recording, void* userdata) {
    callback_log* log = userdata;
    ++log->calls;
    log->buffer_count = recording->bufferCount;
    log->first = recording->buffers[0];
    wgpuCommandEncoderClearBuffer(recording->encoder, recording->buffers[0], 0, 40);
}

/* items 11, 20: kernel, copy, callback, kernel: in order, with the passes that this needs. */
static void test_mixed_nodes(void** state) {
    (void)state;
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 100, 1, 1), out = zeros(100);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer const from = wgs_number_import(graph, "in", 0, in);
    WGSBuffer const to = wgs_number_import(graph, "out", 0, out);
    WGSBuffer const a = transient(graph, 400, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
    WGSBuffer const b = transient(graph, 400, WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst);
    add(graph, wgs_number_view(from, 0, 100), wgs_number_view(a, 0, 100), 10, NULL);
    WGSCopyDescriptor const copy = {
        .source = a, .sourceOffset = 0, .destination = b, .destinationOffset = 0, .size = 400};
    assert_int_equal(wgsGraphAddCopy(graph, &copy, NULL, NULL), 0);
    WGSCopyDescriptor nothing = copy;
    nothing.size = 0;
    assert_int_equal(wgsGraphAddCopy(graph, &nothing, NULL, NULL), 0);
    callback_log log = {0};
    WGSUse const use = {b, WGSAccess_CopyDestination};
    WGSCallbackDescriptor const callback = {
        .label = wgs_test_text("clear"),
        .useCount = 1,
        .uses = &use,
        .callback = clear_first_words,
        .userdata = &log};
    assert_int_equal(wgsGraphAddCallback(graph, &callback, NULL, NULL), 0);
    add(graph, wgs_number_view(b, 0, 100), wgs_number_view(to, 0, 100), 1, NULL);
    WGSProgram program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    WGSEncodeStats stats;
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, &stats, NULL), 0);
    wgs_number_submit(wgs_test_context(), encoder);
    assert_int_equal(log.calls, 1);
    assert_int_equal(log.buffer_count, 1);
    assert_non_null(log.first);
    assert_int_equal(stats.nodeCount, 4);
    assert_int_equal(stats.dispatchCount, 2);
    assert_int_equal(stats.passCount, 2);
    assert_int_equal(stats.copyCount, 1);
    uint32_t* words = wgs_number_read(wgs_test_context(), out, 100);
    for (uint32_t i = 0; i < 100; ++i)
        assert_int_equal(words[i], i < 10 ? 1 : i + 12);
    free(words);
    wgsProgramRelease(program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* A pipeline of the caller's, with its automatic layout. */
static void test_callers_pipeline(void** state) {
    (void)state;
    static char const text[] =
        "@group(0) @binding(3) var<storage, read> a: array<u32>;\n"
        "@group(0) @binding(1) var<storage, read_write> b: array<u32>;\n"
        "@compute @workgroup_size(1) fn twice(@builtin(workgroup_id) id: vec3u) {\n"
        "    b[id.x] = 2u * a[id.x];\n}\n";
    WGPUShaderSourceWGSL source = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL}, .code = wgs_test_text(text)};
    WGPUShaderModuleDescriptor const module_descriptor = {.nextInChain = &source.chain};
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(wgs_test_device(), &module_descriptor);
    WGPUComputePipelineDescriptor const pipeline_descriptor = {
        .compute = {.module = module, .entryPoint = wgs_test_text("twice")}};
    WGPUComputePipeline pipeline =
        wgpuDeviceCreateComputePipeline(wgs_test_device(), &pipeline_descriptor);
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 200, 0, 1), out = zeros(100);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBinding const bindings[] = {
        {3,
         WGSAccess_StorageRead,
         wgs_number_view(wgs_number_import(graph, "in", 0, in), 256, 100)},
        {1,
         WGSAccess_StorageWrite,
         wgs_number_view(wgs_number_import(graph, "out", 0, out), 0, 100)}};
    WGSComputeDescriptor const compute = {
        .label = wgs_test_text("twice"),
        .pipeline = pipeline,
        .bindingCount = 2,
        .bindings = bindings,
        .workgroupCount = {50, 1, 1}};
    assert_int_equal(wgsGraphAddCompute(graph, &compute, NULL, NULL), 0);
    wgpuComputePipelineRelease(pipeline);
    wgpuShaderModuleRelease(module);
    WGSProgram program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    wgs_number_run(wgs_test_context(), program, NULL);
    assert_words(out, 50, 128, 2);
    wgsProgramRelease(program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* item 25, faults SZ-13, SZ-14: two workgroups a dimension: 8 hold 2,048 elements, more is
 * refused when the node is added. */
static void test_forced_grid(void** state) {
    (void)state;
    WGSContext context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    uint64_t const most = (uint64_t)8 * WGS_NUMBER_GROUP_ROWS;
    for (uint64_t length = 1; length <= most; length = length * 2 + 5) {
        WGPUBuffer in = wgs_number_buffer(context, length, 9, 1);
        WGPUBuffer out = wgs_number_buffer(context, length, 0, 0);
        WGSGraph graph = wgs_number_graph(context);
        add(graph,
            wgs_number_view(wgs_number_import(graph, "in", 0, in), 0, length),
            wgs_number_view(wgs_number_import(graph, "out", 0, out), 0, length),
            1,
            NULL);
        WGSProgram program = wgs_number_compile(graph);
        wgsGraphRelease(graph);
        wgs_number_run(context, program, NULL);
        assert_words(out, length, 10, 1);
        wgsProgramRelease(program);
        wgpuBufferRelease(in);
        wgpuBufferRelease(out);
    }
    WGSGraph graph = wgs_number_graph(context);
    WGSError error;
    assert_int_equal(
        wgs_number_add(
            graph,
            wgs_number_view(wgs_number_import(graph, "in", 9000, NULL), 0, 2049),
            wgs_number_view(wgs_number_import(graph, "out", 9000, NULL), 0, 2049),
            1,
            NULL,
            &error),
        WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_DispatchTooLarge);
    wgsGraphRelease(graph);
    wgsContextRelease(context);
}

/* item 21: two values a query; nodes in run order; no time runs backwards. */
static void test_timestamps(void** state) {
    (void)state;
    WGSContextInfo info;
    assert_int_equal(wgsContextGetInfo(wgs_test_context(), &info, NULL), 0);
    if (!info.hasTimestamps)
        skip();
    WGPUBuffer in = wgs_number_buffer(wgs_test_context(), 1000, 0, 1), out = zeros(1000);
    simple s = make_simple(1000, 1, in, out);
    WGSProgramStats program_stats;
    assert_int_equal(wgsProgramGetStats(s.program, &program_stats, NULL), 0);
    assert_int_equal(program_stats.timestampCountProgram, 2);
    assert_int_equal(program_stats.timestampCountNodes, 2);
    assert_string_equal(wgsProgramGetTimedNodeLabel(s.program, 0), "test.add_number");
    assert_null(wgsProgramGetTimedNodeLabel(s.program, 1));
    WGPUQuerySetDescriptor const set = {.type = WGPUQueryType_Timestamp, .count = 8};
    WGPUQuerySet queries = wgpuDeviceCreateQuerySet(wgs_test_device(), &set);
    WGPUBufferDescriptor const buffer = {
        .size = 64, .usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc};
    WGPUBuffer resolved = wgpuDeviceCreateBuffer(wgs_test_device(), &buffer);
    WGSValueReplacement const none = {s.count, 0};
    WGSEncodeDescriptor const encodes[] = {
        {.timing = WGSTiming_Program, .querySet = queries, .firstQuery = 0},
        {.timing = WGSTiming_Nodes, .querySet = queries, .firstQuery = 2},
        {.timing = WGSTiming_Program,
         .querySet = queries,
         .firstQuery = 4,
         .valueCount = 1,
         .values = &none},
        {.timing = WGSTiming_Nodes,
         .querySet = queries,
         .firstQuery = 6,
         .valueCount = 1,
         .values = &none}};
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    for (size_t i = 0; i < 4; ++i)
        assert_int_equal(wgsProgramEncode(s.program, encoder, &encodes[i], NULL, NULL), 0);
    wgpuCommandEncoderResolveQuerySet(encoder, queries, 0, 8, resolved, 0);
    wgs_number_submit(wgs_test_context(), encoder);
    uint64_t times[8];
    assert_int_equal(wgsContextReadBuffer(wgs_test_context(), resolved, 0, times, 64, NULL), 0);
    for (size_t i = 0; i < 8; ++i) {
        assert_true(times[i] != 0);
        assert_true(i == 0 || times[i] >= times[i - 1]);
    }
    WGSEncodeDescriptor beyond = {.timing = WGSTiming_Nodes, .querySet = queries, .firstQuery = 7};
    WGSError error;
    encoder = wgs_number_encoder(wgs_test_context());
    assert_int_equal(
        wgsProgramEncode(s.program, encoder, &beyond, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_InvalidSize);
    beyond.querySet = NULL;
    assert_int_equal(
        wgsProgramEncode(s.program, encoder, &beyond, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    wgpuCommandEncoderRelease(encoder);
    wgpuQuerySetRelease(queries);
    wgpuBufferRelease(resolved);
    wgsProgramRelease(s.program);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* An empty graph is a program that records nothing. */
static void test_empty_graph(void** state) {
    (void)state;
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSProgram program = wgs_number_compile(graph);
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    WGSEncodeStats stats;
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, &stats, NULL), 0);
    assert_int_equal(stats.passCount + stats.nodeCount, 0);
    wgs_number_submit(wgs_test_context(), encoder);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
}

/* The poison is written: the words that it leaves in its own output say so. */
static void test_poison_runs(void** state) {
    (void)state;
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    assert_int_equal(wgs_graph_add_poison(graph, 0xABCD1234u, "test", NULL), 0);
    enum { WORDS = 64 * 256 };
    WGPUBuffer out = zeros(WORDS);
    WGPUBuffer const scratches[] = {out};
    WGSCompileDescriptor const compile = {.scratchCount = 1, .scratches = scratches};
    WGSProgram program = NULL;
    assert_int_equal(wgsGraphCompile(graph, &compile, &program, NULL), 0);
    wgs_number_run(wgs_test_context(), program, NULL);
    assert_words(out, WORDS, 0xABCD1234u, 0);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgpuBufferRelease(out);
}

/* Words that the graph was given are read by a node, in every program run after run. */
static void test_tables(void** state) {
    (void)state;
    enum { LENGTH = 300 };
    uint32_t words[LENGTH];
    for (uint32_t i = 0; i < LENGTH; ++i)
        words[i] = 50 + 3 * i;
    WGPUBuffer out = zeros(LENGTH);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer table = NULL;
    assert_int_equal(
        wgs_graph_add_table(graph, "test", "words", words, LENGTH, &table, "test", NULL), 0);
    WGSBuffer to = wgs_number_import(graph, "out", 0, out);
    add(graph, wgs_number_view(table, 8, LENGTH - 2), wgs_number_view(to, 0, LENGTH - 2), 1, NULL);
    WGSProgram program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    for (int run = 0; run < 2; ++run) {
        wgs_number_run(wgs_test_context(), program, NULL);
        assert_words(out, LENGTH - 2, 57, 3);
    }
    WGSProgramStats stats;
    assert_int_equal(wgsProgramGetStats(program, &stats, NULL), 0);
    assert_int_equal(stats.scratchCount, 0);
    assert_int_equal(stats.importCount, 1);
    wgsProgramRelease(program);
    wgpuBufferRelease(out);
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_view_offsets),
        cmocka_unit_test(test_two_encodes_in_one_submission),
        cmocka_unit_test(test_replacement_offsets),
        cmocka_unit_test(test_destroyed_and_created_again),
        cmocka_unit_test(test_counts_up_and_down),
        cmocka_unit_test(test_transients_share),
        cmocka_unit_test(test_released_before_submission),
        cmocka_unit_test(test_mixed_nodes),
        cmocka_unit_test(test_callers_pipeline),
        cmocka_unit_test(test_forced_grid),
        cmocka_unit_test(test_timestamps),
        cmocka_unit_test(test_empty_graph),
        cmocka_unit_test(test_poison_runs),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, close_device);
}
