/* SPDX-License-Identifier: MIT */
/* What compile and encode refuse, and what they leave behind when they fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/gpu.h"
#include "gpu/pipeline_cache.h"
#include "gpu/test_kernels/number_rig.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

/* in -> middle -> out, in and out replaceable, with a count. */
typedef struct chain {
    WGSGraph graph;
    WGSBuffer in, middle, out, unused;
    WGSValue count;
} chain;

enum { LENGTH = 100, SIZE = LENGTH * 4, TWICE = LENGTH * 2 };

static chain make_chain(WGSContext context) {
    chain c = {.graph = wgs_number_graph(context)};
    c.in = wgs_number_import(c.graph, "in", SIZE, NULL);
    c.out = wgs_number_import(c.graph, "out", SIZE, NULL);
    WGPUBuffer const spare = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 0);
    c.unused = wgs_number_import(c.graph, "unused", SIZE, spare);
    wgpuBufferRelease(spare);
    WGSTransientDescriptor const transient = {.label = wgs_test_text("middle"), .size = 400};
    assert_int_equal(wgsGraphCreateTransient(c.graph, &transient, &c.middle, NULL), 0);
    WGSValueDescriptor const value = {.label = wgs_test_text("count"), .value = LENGTH};
    assert_int_equal(wgsGraphCreateValue(c.graph, &value, &c.count, NULL), 0);
    WGSView const middle = wgs_number_view(c.middle, 0, LENGTH);
    assert_int_equal(
        wgs_number_add(c.graph, wgs_number_view(c.in, 0, LENGTH), middle, 1, c.count, NULL), 0);
    assert_int_equal(
        wgs_number_add(c.graph, middle, wgs_number_view(c.out, 0, LENGTH), 1, c.count, NULL), 0);
    return c;
}

typedef struct rig {
    chain chain;
    WGSProgram program;
    WGPUBuffer in, out;
} rig;

static rig make_rig(void) {
    rig r = {.chain = make_chain(wgs_test_context())};
    r.program = wgs_number_compile(r.chain.graph);
    r.in = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 1);
    r.out = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 0);
    return r;
}

static void free_rig(rig* r) {
    wgsProgramRelease(r->program);
    wgsGraphRelease(r->chain.graph);
    wgpuBufferRelease(r->in);
    wgpuBufferRelease(r->out);
}

/* The encode fails with this id, its message names the function, and the encoder stays usable. */
static void
assert_refused(WGSProgram program, WGSEncodeDescriptor const* descriptor, WGSErrorId id) {
    WGSContext context = wgs_test_context();
    WGSError error = {0};
    WGPUCommandEncoder encoder = wgs_number_encoder(context);
    WGSStatus const status = wgsProgramEncode(program, encoder, descriptor, NULL, &error);
    assert_int_not_equal(status, WGSStatus_Success);
    assert_int_equal(error.status, status);
    if (error.detail != id)
        fail_msg(
            "%s instead of %s: %s",
            wgsErrorIdGetName(error.detail),
            wgsErrorIdGetName(id),
            error.message);
    assert_memory_equal(error.message, "wgsProgramEncode: ", 18);
    wgs_number_submit(context, encoder);
}

static void assert_buffers_refused(rig const* r, WGSBufferReplacement second, WGSErrorId id) {
    WGSBufferReplacement const buffers[] = {{r->chain.in, r->in, 0}, second};
    WGSEncodeDescriptor const descriptor = {.bufferCount = 2, .buffers = buffers};
    assert_refused(r->program, &descriptor, id);
}

/* items 6, 18: what an encode may not give for an import; an import without a default needs
 * one. */
static void test_buffer_replacements(void** state) {
    (void)state;
    rig r = make_rig();
    rig other = make_rig();
    WGPUBuffer small = wgs_number_buffer(wgs_test_context(), LENGTH - 1, 0, 0);
    WGPUBufferDescriptor const no_storage = {
        .size = SIZE, .usage = WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc};
    WGPUBuffer copies = wgpuDeviceCreateBuffer(wgs_test_device(), &no_storage);
    WGSBuffer const out = r.chain.out;
    assert_refused(r.program, NULL, WGSErrorId_MissingBuffer);
    assert_buffers_refused(&r, (WGSBufferReplacement){NULL, r.out, 0}, WGSErrorId_NullArgument);
    assert_buffers_refused(&r, (WGSBufferReplacement){out, NULL, 0}, WGSErrorId_NullArgument);
    assert_buffers_refused(
        &r, (WGSBufferReplacement){other.chain.out, r.out, 0}, WGSErrorId_ForeignObject);
    assert_buffers_refused(
        &r, (WGSBufferReplacement){r.chain.middle, r.out, 0}, WGSErrorId_NotAnImport);
    assert_buffers_refused(
        &r, (WGSBufferReplacement){r.chain.in, r.out, 0}, WGSErrorId_DuplicateReplacement);
    assert_buffers_refused(&r, (WGSBufferReplacement){out, r.out, 2}, WGSErrorId_InvalidOffset);
    assert_buffers_refused(&r, (WGSBufferReplacement){out, small, 0}, WGSErrorId_BufferTooSmall);
    assert_buffers_refused(&r, (WGSBufferReplacement){out, r.out, 4}, WGSErrorId_BufferTooSmall);
    assert_buffers_refused(
        &r, (WGSBufferReplacement){out, r.out, UINT64_MAX - 3}, WGSErrorId_BufferTooSmall);
    assert_buffers_refused(&r, (WGSBufferReplacement){out, copies, 0}, WGSErrorId_MissingUsage);
    WGSEncodeDescriptor const null_list = {.bufferCount = 2};
    assert_refused(r.program, &null_list, WGSErrorId_NullArgument);
    wgpuBufferRelease(small);
    wgpuBufferRelease(copies);
    free_rig(&other);
    free_rig(&r);
}

static void assert_values_refused(
    rig const* r, size_t count, WGSValueReplacement const* values, WGSErrorId id) {
    WGSBufferReplacement const buffers[] = {{r->chain.in, r->in, 0}, {r->chain.out, r->out, 0}};
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = 2, .buffers = buffers, .valueCount = count, .values = values};
    assert_refused(r->program, &descriptor, id);
}

static void test_value_replacements(void** state) {
    (void)state;
    rig r = make_rig();
    rig other = make_rig();
    WGSValueReplacement values[] = {{r.chain.count, LENGTH}, {r.chain.count, LENGTH}};
    assert_values_refused(&r, 2, values, WGSErrorId_DuplicateReplacement);
    values[0].replacement = LENGTH + 1;
    assert_values_refused(&r, 1, values, WGSErrorId_ValueOutOfRange);
    values[0].value = NULL;
    assert_values_refused(&r, 1, values, WGSErrorId_NullArgument);
    values[0].value = other.chain.count;
    assert_values_refused(&r, 1, values, WGSErrorId_ForeignObject);
    assert_values_refused(&r, 1, NULL, WGSErrorId_NullArgument);
    free_rig(&other);
    free_rig(&r);
}

static void test_arguments(void** state) {
    (void)state;
    rig r = make_rig();
    WGSError error;
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    assert_int_equal(
        wgsProgramEncode(NULL, encoder, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_int_equal(
        wgsProgramEncode(r.program, NULL, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_int_equal(wgsProgramGetStats(r.program, NULL, &error), WGSStatus_InvalidArgument);
    WGSProgramStats stats;
    assert_int_equal(wgsProgramGetStats(NULL, &stats, &error), WGSStatus_InvalidArgument);
    assert_null(wgsProgramGetTimedNodeLabel(NULL, 0));
    WGSEncodeDescriptor const timing = {.timing = (WGSTiming)7};
    assert_refused(r.program, &timing, WGSErrorId_InvalidEnum);
    wgsProgramRelease(NULL);
    wgsProgramAddRef(NULL);
    wgsProgramAddRef(r.program);
    wgsProgramRelease(r.program);
    wgpuCommandEncoderRelease(encoder);
    free_rig(&r);
}

static void
assert_compile_refused(WGSGraph graph, WGSCompileDescriptor const* descriptor, WGSErrorId id) {
    WGSError error = {0};
    WGSProgram program = NULL;
    assert_int_not_equal(wgsGraphCompile(graph, descriptor, &program, &error), 0);
    if (error.detail != id)
        fail_msg(
            "%s instead of %s: %s",
            wgsErrorIdGetName(error.detail),
            wgsErrorIdGetName(id),
            error.message);
    assert_null(program);
}

/* items 1, 2: what compile refuses; a graph compiles once, and after a failure it can be tried
 * again. */
static void test_compile(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    chain c = make_chain(context);
    WGPUBuffer small = wgs_number_buffer(context, LENGTH - 1, 0, 0);
    WGPUBuffer large = wgs_number_buffer(context, LENGTH, 0, 0);
    WGPUBufferDescriptor const no_storage = {.size = SIZE, .usage = WGPUBufferUsage_CopyDst};
    WGPUBuffer copies = wgpuDeviceCreateBuffer(wgs_test_device(), &no_storage);
    WGPUBuffer const lists[][2] = {{small, NULL}, {large, large}, {copies, NULL}};
    WGSCompileDescriptor scratch = {.scratchCount = 1, .scratches = lists[0]};
    assert_compile_refused(NULL, NULL, WGSErrorId_NullArgument);
    assert_compile_refused(c.graph, &scratch, WGSErrorId_ScratchMismatch);
    scratch.scratches = lists[2];
    assert_compile_refused(c.graph, &scratch, WGSErrorId_ScratchMismatch);
    scratch = (WGSCompileDescriptor){.scratchCount = 2, .scratches = lists[1]};
    assert_compile_refused(c.graph, &scratch, WGSErrorId_ScratchMismatch);
    scratch = (WGSCompileDescriptor){.scratchCount = 1};
    assert_compile_refused(c.graph, &scratch, WGSErrorId_NullArgument);
    WGSError error;
    assert_int_equal(wgsGraphCompile(c.graph, NULL, NULL, &error), WGSStatus_InvalidArgument);
    /* A failure left the graph as it was. */
    WGSProgram program = wgs_number_compile(c.graph);
    assert_compile_refused(c.graph, NULL, WGSErrorId_GraphCompiled);
    wgsProgramRelease(program);
    wgsGraphRelease(c.graph);
    wgpuBufferRelease(small);
    wgpuBufferRelease(large);
    wgpuBufferRelease(copies);
}

/* faults ME-01, ME-04: A buffer that the device refuses is an error with its size. */
static void test_refused_buffers(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGPUBuffer buffer = NULL;
    WGSError error = {0};
    assert_int_equal(
        wgs_gpu_buffer_create(
            context,
            "scratch",
            400,
            WGPUBufferUsage_Storage | WGPUBufferUsage_MapRead,
            &buffer,
            "wgsX",
            &error),
        WGSStatus_OutOfMemory);
    assert_int_equal(error.detail, WGSErrorId_DeviceMemory);
    assert_memory_equal(error.message, "wgsX: no device memory for scratch, 400 bytes", 45);
    assert_int_equal(
        wgs_gpu_buffer_create(
            context, "scratch", UINT64_MAX, WGPUBufferUsage_Storage, &buffer, "wgsX", &error),
        WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BufferTooLarge);
    assert_null(buffer);
}

/* --- One physical buffer behind several logical ones ---------------------------------------------
 */

static WGSStatus encode_pair(
    rig const* r,
    WGSProgram program,
    WGPUBuffer in,
    uint64_t in_offset,
    WGPUBuffer out,
    uint64_t out_offset,
    WGSErrorId* detail) {
    WGSBufferReplacement const buffers[] = {
        {r->chain.in, in, in_offset}, {r->chain.out, out, out_offset}};
    WGSEncodeDescriptor const descriptor = {.bufferCount = 2, .buffers = buffers};
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    WGSError error = {0};
    WGSStatus const status = wgsProgramEncode(program, encoder, &descriptor, NULL, &error);
    wgs_number_submit(wgs_test_context(), encoder);
    *detail = error.detail;
    return status;
}

/* item 18, faults BU-02, GR-08: one buffer behind two imports of which one is written is
 * refused, and the next encode works; unused imports are ignored, and disjoint ranges that no
 * dispatch mixes are taken. */
static void test_aliased_imports(void** state) {
    (void)state;
    rig r = make_rig();
    WGPUBuffer both = wgs_number_buffer(wgs_test_context(), 1000, 0, 1);
    WGSErrorId detail;
    /* The same bytes read and written: refused. */
    assert_int_equal(
        encode_pair(&r, r.program, both, 0, both, 0, &detail), WGSStatus_InvalidArgument);
    assert_int_equal(detail, WGSErrorId_AliasedImports);
    assert_int_equal(
        encode_pair(&r, r.program, both, 0, both, 396, &detail), WGSStatus_InvalidArgument);
    assert_int_equal(detail, WGSErrorId_AliasedImports);
    /* Disjoint, and used by different nodes: fine, and right. */
    assert_int_equal(encode_pair(&r, r.program, both, 0, both, 400, &detail), 0);
    uint32_t* words = wgs_number_read(wgs_test_context(), both, 1000);
    for (uint32_t i = 0; i < 1000; ++i)
        assert_int_equal(words[i], i >= 100 && i < 200 ? i - 100 + 2 : i);
    free(words);
    /* Not used by any node: ignored. */
    WGSBufferReplacement const three[] = {
        {r.chain.in, r.in, 0}, {r.chain.out, r.out, 0}, {r.chain.unused, r.out, 0}};
    WGSEncodeDescriptor const descriptor = {.bufferCount = 3, .buffers = three};
    wgs_number_run(wgs_test_context(), r.program, &descriptor);
    wgpuBufferRelease(both);
    free_rig(&r);
}

/* items 6, 18: an import without a default must be supplied, even when no node uses it. */
static void test_unused_imports_are_supplied(void** state) {
    (void)state;
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer const unused = wgs_number_import(graph, "unused", SIZE, NULL);
    WGSProgram program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    assert_refused(program, NULL, WGSErrorId_MissingBuffer);
    WGPUBuffer const buffer = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 0);
    WGSBufferReplacement const given = {unused, buffer, 0};
    WGSEncodeDescriptor const descriptor = {.bufferCount = 1, .buffers = &given};
    wgs_number_run(wgs_test_context(), program, &descriptor);
    wgpuBufferRelease(buffer);
    wgsProgramRelease(program);
}

/* items 18, 44, fault BU-02: one dispatch never has a buffer read-only and writable, even at
 * disjoint ranges. */
static void test_alias_in_one_dispatch(void** state) {
    (void)state;
    rig r = make_rig();
    rig one = {.chain = {.graph = wgs_number_graph(wgs_test_context())}};
    one.chain.in = wgs_number_import(one.chain.graph, "in", 400, NULL);
    one.chain.out = wgs_number_import(one.chain.graph, "out", 400, NULL);
    assert_int_equal(
        wgs_number_add(
            one.chain.graph,
            wgs_number_view(one.chain.in, 0, LENGTH),
            wgs_number_view(one.chain.out, 0, LENGTH),
            1,
            NULL,
            NULL),
        0);
    WGSProgram program = wgs_number_compile(one.chain.graph);
    WGPUBuffer both = wgs_number_buffer(wgs_test_context(), 1000, 0, 1);
    WGSErrorId detail;
    assert_int_equal(
        encode_pair(&one, program, both, 0, both, 2048, &detail), WGSStatus_InvalidArgument);
    assert_int_equal(detail, WGSErrorId_AliasedImports);
    assert_int_equal(encode_pair(&one, program, both, 0, r.out, 0, &detail), 0);
    wgpuBufferRelease(both);
    wgsProgramRelease(program);
    wgsGraphRelease(one.chain.graph);
    free_rig(&r);
}

/* item 18, fault GR-08: two readers may share. */
static void test_shared_readers(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGPUBuffer in = wgs_number_buffer(context, LENGTH, 5, 1);
    WGPUBuffer out = wgs_number_buffer(context, TWICE, 0, 0);
    WGSGraph graph = wgs_number_graph(context);
    WGSBuffer const to = wgs_number_import(graph, "out", 0, out);
    for (uint32_t i = 0; i < 2; ++i)
        assert_int_equal(
            wgs_number_add(
                graph,
                wgs_number_view(wgs_number_import(graph, "in", 0, in), 0, LENGTH),
                wgs_number_view(to, (uint64_t)i * LENGTH * 4, LENGTH),
                i * LENGTH,
                NULL,
                NULL),
            0);
    WGSProgram program = wgs_number_compile(graph);
    wgs_number_run(context, program, NULL);
    uint32_t* words = wgs_number_read(context, out, TWICE);
    for (uint32_t i = 0; i < TWICE; ++i)
        assert_int_equal(words[i], 5 + i);
    free(words);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

/* The caller's scratch must not be one of the imports. */
static void test_alias_with_scratch(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    rig r = {.chain = make_chain(context)};
    WGPUBuffer scratch = wgs_number_buffer(context, LENGTH, 0, 0);
    WGPUBuffer other = wgs_number_buffer(context, LENGTH, 0, 0);
    WGSCompileDescriptor const compile = {.scratchCount = 1, .scratches = &scratch};
    assert_int_equal(wgsGraphCompile(r.chain.graph, &compile, &r.program, NULL), 0);
    WGSErrorId detail;
    assert_int_equal(
        encode_pair(&r, r.program, scratch, 0, other, 0, &detail), WGSStatus_InvalidArgument);
    assert_int_equal(detail, WGSErrorId_AliasedImports);
    wgsProgramRelease(r.program);
    wgsGraphRelease(r.chain.graph);
    wgpuBufferRelease(scratch);
    wgpuBufferRelease(other);
}

/* --- Failing allocations, lost devices, broken shaders -------------------------------------------
 */

/* item 2, fault ME-01: each allocation of compile and encode fails once: nothing stays, and the
 * next try works. */
static void test_memory_failures(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context = NULL;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, NULL), 0);
    chain c = make_chain(context);
    WGSProgram program = NULL;
    WGSError error;
    size_t compile_failures = 0;
    for (size_t live = memory.live;; ++compile_failures) {
        wgs_fail_allocation(&memory, compile_failures + 1);
        WGSStatus const status = wgsGraphCompile(c.graph, NULL, &program, &error);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_null(program);
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        /* Nothing stays but pipelines, which are cached, once: an entry and the list. */
        assert_true(memory.live <= live + 2);
    }
    assert_true(compile_failures > 10);
    WGPUBuffer in = wgs_number_buffer(context, LENGTH, 0, 1);
    WGPUBuffer out = wgs_number_buffer(context, LENGTH, 0, 0);
    WGSBufferReplacement const buffers[] = {{c.in, in, 0}, {c.out, out, 0}};
    WGSValueReplacement const value = {c.count, LENGTH - 1};
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = 2, .buffers = buffers, .valueCount = 1, .values = &value};
    WGPUCommandEncoder encoder = wgs_number_encoder(context);
    size_t encode_failures = 0;
    for (size_t const live = memory.live;; ++encode_failures) {
        wgs_fail_allocation(&memory, encode_failures + 1);
        WGSStatus const status = wgsProgramEncode(program, encoder, &descriptor, NULL, &error);
        wgs_fail_allocation(&memory, 0);
        assert_int_equal(memory.live, live);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(status, WGSStatus_OutOfMemory);
    }
    assert_true(encode_failures >= 5);
    wgs_number_submit(context, encoder);
    uint32_t* words = wgs_number_read(context, out, LENGTH);
    for (uint32_t i = 0; i < LENGTH; ++i)
        assert_int_equal(words[i], i < LENGTH - 1 ? i + 2 : 0);
    free(words);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
    wgsProgramRelease(program);
    wgsGraphRelease(c.graph);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* item 3, fault ME-02: every call of a lost device fails at once. */
static void test_lost_device(void** state) {
    (void)state;
    WGSContext context = wgs_test_context_limited((WGSLimits){0});
    chain c = make_chain(context);
    WGSProgram program = wgs_number_compile(c.graph);
    chain late = make_chain(context);
    WGPUBuffer buffer = wgs_number_buffer(context, 4, 0, 0);
    WGPUCommandEncoder encoder = wgs_number_encoder(context);
    wgsContextNotifyDeviceLost(context);
    WGSError error;
    uint32_t word = 0;
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), WGSStatus_DeviceLost);
    assert_int_equal(error.detail, WGSErrorId_DeviceLost);
    WGSProgram never = NULL;
    assert_int_equal(wgsGraphCompile(late.graph, NULL, &never, &error), WGSStatus_DeviceLost);
    assert_int_equal(wgsContextSubmit(context, encoder, &error), WGSStatus_DeviceLost);
    assert_int_equal(
        wgsContextWriteBuffer(context, buffer, 0, &word, 4, &error), WGSStatus_DeviceLost);
    assert_int_equal(
        wgsContextReadBuffer(context, buffer, 0, &word, 4, &error), WGSStatus_DeviceLost);
    assert_int_equal(
        wgsContextSortArray(context, WGSFormat_Uint32, &word, 1, 0, &error), WGSStatus_DeviceLost);
    assert_int_equal(wgsContextSelfTest(context, &error), WGSStatus_DeviceLost);
    wgpuCommandEncoderRelease(encoder);
    wgpuBufferRelease(buffer);
    wgsProgramRelease(program);
    wgsGraphRelease(late.graph);
    wgsGraphRelease(c.graph);
    wgsContextRelease(context);
}

/* A variant that lacks its fragment: the error names the source file and its line. */
static void test_shader_errors_name_the_source(void** state) {
    (void)state;
    wgs_variant variant = wgs_number_variant();
    variant.fragment_count = 0;
    wgs_pipeline const* pipeline = NULL;
    WGSError error = {0};
    assert_int_equal(
        wgs_pipeline_get(wgs_test_context(), &variant, &pipeline, "wgsX", &error),
        WGSStatus_DeviceError);
    assert_int_equal(error.detail, WGSErrorId_ShaderModule);
    assert_memory_equal(error.message, "wgsX: add_number.wgsl:24: ", 26);
    assert_non_null(strstr(error.message, "linear_workgroup"));
}

/* item 42: one pipeline for one variant, whatever the lengths. */
static void test_pipelines_are_cached(void** state) {
    (void)state;
    wgs_variant const variant = wgs_number_variant();
    wgs_variant wider = variant;
    wider.constants[0].value = 32;
    wgs_pipeline const *first = NULL, *second = NULL, *third = NULL;
    WGSContext context = wgs_test_context();
    assert_int_equal(wgs_pipeline_get(context, &variant, &first, "f", NULL), 0);
    assert_int_equal(wgs_pipeline_get(context, &variant, &second, "f", NULL), 0);
    assert_int_equal(wgs_pipeline_get(context, &wider, &third, "f", NULL), 0);
    assert_ptr_equal(first, second);
    assert_ptr_not_equal(first, third);
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
        cmocka_unit_test(test_buffer_replacements),
        cmocka_unit_test(test_value_replacements),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_compile),
        cmocka_unit_test(test_refused_buffers),
        cmocka_unit_test(test_aliased_imports),
        cmocka_unit_test(test_unused_imports_are_supplied),
        cmocka_unit_test(test_alias_in_one_dispatch),
        cmocka_unit_test(test_shared_readers),
        cmocka_unit_test(test_alias_with_scratch),
        cmocka_unit_test(test_memory_failures),
        cmocka_unit_test(test_lost_device),
        cmocka_unit_test(test_shader_errors_name_the_source),
        cmocka_unit_test(test_pipelines_are_cached),
    };
    return cmocka_run_group_tests(tests, NULL, close_device);
}
