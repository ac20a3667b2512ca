/* SPDX-License-Identifier: MIT */
/* Nodes that an encode leaves out: conditions on the CPU, indirect dispatches, and what the reports
 * and the stats say of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/test_kernels/number_rig.h"
#include "testing/test_device.h"

enum { LENGTH = 100, STEPS = 4 };

/* Step i writes zeros plus i to words 256 i to 256 i + 99 of one buffer. */
typedef struct fixture {
    WGPUBuffer in, out;
    WGSGraph graph;
    WGSBuffer from, to;
} fixture;

static void succeed(WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        fail_msg("%s", error->message);
}

static int open_fixture(void** state) {
    static fixture f;
    f.in = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 0);
    f.out = wgs_number_buffer(wgs_test_context(), STEPS * 256, 7, 0);
    f.graph = wgs_number_graph(wgs_test_context());
    f.from = wgs_number_import(f.graph, "in", 0, f.in);
    f.to = wgs_number_import(f.graph, "out", 0, f.out);
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    wgpuBufferRelease(f->in);
    wgpuBufferRelease(f->out);
    return 0;
}

static void add_step(fixture* f, uint32_t step) {
    WGSError error = {0};
    succeed(
        wgs_number_add(
            f->graph,
            wgs_number_view(f->from, 0, LENGTH),
            wgs_number_view(f->to, UINT64_C(1024) * step, LENGTH),
            step,
            NULL,
            &error),
        &error);
}

/* The first word of each step's range is `expected`, and 7 where nothing was written. */
static void expect_words(fixture* f, uint32_t const expected[STEPS]) {
    uint32_t* const words = wgs_number_read(wgs_test_context(), f->out, STEPS * 256);
    for (size_t i = 0; i < STEPS; ++i)
        for (size_t j = 0; j < 256; ++j)
            assert_int_equal(words[256 * i + j], j < LENGTH ? expected[i] : 7);
    free(words);
}

/* --- Conditions on the CPU ----------------------------------------------------------------------
 */

typedef struct answer {
    int value;
    int calls;
} answer;

/* Answers what the userdata says, or the parameter where it says 9. */
static int evaluate(void const* parameters, void* userdata) {
    answer* const a = userdata;
    a->calls++;
    return a->value == 9 ? *(int const*)parameters : a->value;
}

static void push(fixture* f, char const* label, answer* a) {
    WGSConditionDescriptor const condition = {
        .label = wgs_test_text(label), .evaluate = evaluate, .userdata = a};
    WGSError error = {0};
    succeed(wgsGraphPushCondition(f->graph, &condition, &error), &error);
}

static void pop(fixture* f) {
    WGSError error = {0};
    succeed(wgsGraphPopCondition(f->graph, &error), &error);
}

/* 0: always; 1 under `outer`; 2 under `outer` and `inner`; 3: always. */
static WGSProgram nested(fixture* f, answer* outer, answer* inner) {
    add_step(f, 0);
    push(f, "outer", outer);
    add_step(f, 1);
    push(f, "inner", inner);
    add_step(f, 2);
    pop(f);
    pop(f);
    add_step(f, 3);
    return wgs_number_compile(f->graph);
}

static void clear(fixture* f) {
    uint32_t words[STEPS * 256];
    for (size_t i = 0; i < STEPS * 256; ++i)
        words[i] = 7;
    WGSError error = {0};
    succeed(
        wgsContextWriteBuffer(wgs_test_context(), f->out, 0, words, sizeof words, &error), &error);
}

static WGSEncodeStats run(WGSProgram program, WGSEncodeDescriptor const* descriptor) {
    WGSEncodeStats stats = {0};
    WGSError error = {0};
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    succeed(wgsProgramEncode(program, encoder, descriptor, &stats, &error), &error);
    wgs_number_submit(wgs_test_context(), encoder);
    return stats;
}

/* item 14: asked at each encode, with its parameters; false records nothing, and leaves old
 * contents; an inner condition is asked only when the outer one holds. */
static void test_conditions_nest(void** state) {
    fixture* const f = *state;
    answer outer = {1, 0}, inner = {9, 0};
    WGSProgram const program = nested(f, &outer, &inner);
    static struct {
        int outer, parameter;
        uint32_t expected[STEPS];
        uint32_t skipped;
        int inner_calls;
    } const cases[] = {
        {1, 1, {0, 1, 2, 3}, 0, 1},
        {1, 0, {0, 1, 7, 3}, 1, 1},
        {0, 1, {0, 7, 7, 3}, 2, 0},
        {5, 5, {0, 1, 2, 3}, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        clear(f);
        outer = (answer){cases[i].outer, 0};
        inner.calls = 0;
        WGSEncodeStats const stats =
            run(program, &(WGSEncodeDescriptor){.parameters = &cases[i].parameter});
        expect_words(f, cases[i].expected);
        assert_int_equal(stats.skippedNodeCount, cases[i].skipped);
        assert_int_equal(stats.nodeCount, STEPS - cases[i].skipped);
        assert_int_equal(stats.dispatchCount, STEPS - cases[i].skipped);
        assert_int_equal(outer.calls, 1);
        assert_int_equal(inner.calls, cases[i].inner_calls);
    }
    wgsProgramRelease(program);
}

static int callback_calls;
static void count_call(WGSRecording const* recording, void* userdata) {
    (void)recording;
    (void)userdata;
    callback_calls++;
}

/* item 14: a node that reads what a skipped one would have written runs, on old contents; copies and
 * callbacks are left out too. */
static void test_dependants_run_on_old_contents(void** state) {
    fixture* const f = *state;
    WGPUBuffer const last = wgs_number_buffer(wgs_test_context(), 1024, 0, 0);
    WGSBuffer const copied = wgs_number_import(f->graph, "copied", 0, last);
    answer never = {0, 0};
    WGSError error = {0};
    push(f, "never", &never);
    add_step(f, 0);
    WGSCopyDescriptor const copy = {
        .source = f->to, .destination = copied, .destinationOffset = 2048, .size = 400};
    succeed(wgsGraphAddCopy(f->graph, &copy, NULL, &error), &error);
    WGSCallbackDescriptor const callback = {.callback = count_call};
    succeed(wgsGraphAddCallback(f->graph, &callback, NULL, &error), &error);
    pop(f);
    succeed(
        wgs_number_add(
            f->graph,
            wgs_number_view(f->to, 0, LENGTH),
            wgs_number_view(copied, 0, LENGTH),
            100,
            NULL,
            &error),
        &error);
    WGSProgram const program = wgs_number_compile(f->graph);
    callback_calls = 0;
    WGSEncodeStats const stats = run(program, NULL);
    assert_int_equal(stats.skippedNodeCount, 3);
    assert_int_equal(stats.copyCount, 0);
    assert_int_equal(callback_calls, 0);
    uint32_t* const words = wgs_number_read(wgs_test_context(), last, 1024);
    for (size_t i = 0; i < 1024; ++i)
        assert_int_equal(words[i], i < LENGTH ? 107 : 0);
    free(words);
    wgsProgramRelease(program);
    wgpuBufferRelease(last);
}

/* item 14: an answer that can't be given fails the encode, with the condition named, before
 * anything is recorded; and the next encode is not harmed. */
static void test_a_condition_can_fail(void** state) {
    fixture* const f = *state;
    answer outer = {1, 0}, inner = {-3, 0};
    WGSProgram const program = nested(f, &outer, &inner);
    WGPUCommandEncoder encoder = wgs_number_encoder(wgs_test_context());
    WGSError error = {0};
    WGSEncodeStats stats = {.nodeCount = 77};
    assert_int_equal(
        wgsProgramEncode(program, encoder, NULL, &stats, &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ConditionFailed);
    assert_string_equal(error.message, "wgsProgramEncode: condition 1, \"inner\", answered -3");
    assert_int_equal(stats.nodeCount, 77);
    wgs_number_submit(wgs_test_context(), encoder);
    expect_words(f, (uint32_t const[]){7, 7, 7, 7});
    inner.value = 1;
    (void)run(program, NULL);
    expect_words(f, (uint32_t const[]){0, 1, 2, 3});
    wgsProgramRelease(program);
}

static void test_an_open_condition_is_not_compiled(void** state) {
    fixture* const f = *state;
    answer a = {1, 0};
    push(f, "open", &a);
    add_step(f, 0);
    WGSProgram program = NULL;
    WGSPreflight preflight = {.nodeCount = 5};
    WGSError error = {0};
    assert_int_equal(wgsGraphCompile(f->graph, NULL, &program, &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ConditionStack);
    assert_null(program);
    assert_int_equal(wgsGraphPreflight(f->graph, NULL, &preflight, &error), WGSStatus_InvalidState);
    assert_int_equal(preflight.nodeCount, 5);
    pop(f);
    succeed(wgsGraphPreflight(f->graph, NULL, &preflight, &error), &error);
    assert_int_equal(preflight.nodeCount, 1);
    assert_int_equal(preflight.conditionalCount, 1);
    program = wgs_number_compile(f->graph);
    wgsProgramRelease(program);
}

/* --- Indirect dispatches ------------------------------------------------------------------------
 */

/* b[workgroup] = 2 * a[workgroup]. */
static WGPUComputePipeline twice_pipeline(void) {
    static char const text[] =
        "@group(0) @binding(0) var<storage, read> a: array<u32>;\n"
        "@group(0) @binding(1) var<storage, read_write> b: array<u32>;\n"
        "@compute @workgroup_size(1) fn twice(@builtin(workgroup_id) id: vec3u) {\n"
        "    b[id.x] = 2u * a[id.x];\n}\n";
    WGPUShaderSourceWGSL source = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL}, .code = wgs_test_text(text)};
    WGPUShaderModuleDescriptor const module_descriptor = {.nextInChain = &source.chain};
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(wgs_test_device(), &module_descriptor);
    WGPUComputePipelineDescriptor const descriptor = {
        .compute = {.module = module, .entryPoint = wgs_test_text("twice")}};
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(wgs_test_device(), &descriptor);
    wgpuShaderModuleRelease(module);
    return pipeline;
}

/* The counts are what a dispatch of the same encode writes: `number` in each of three words. */
static WGSProgram indirect_program(fixture* f, WGSValue* number) {
    WGSError error = {0};
    WGSTransientDescriptor const transient = {
        .label = wgs_test_text("counts"),
        .size = 20,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst};
    WGSBuffer counts;
    succeed(wgsGraphCreateTransient(f->graph, &transient, &counts, &error), &error);
    WGPUBuffer const seed = wgs_number_buffer(wgs_test_context(), 256, 0, 0);
    WGSBuffer const numbers = wgs_number_import(f->graph, "numbers", 0, seed);
    wgpuBufferRelease(seed);
    WGSValueDescriptor const value = {.label = wgs_test_text("n"), .value = 3, .maximum = 3};
    succeed(wgsGraphCreateValue(f->graph, &value, number, &error), &error);
    /* Row i of the counts is 1 + 0 for the rows that the value allows, so that fewer rows leave a
     * zero count behind: cleared by a copy before. */
    WGSCopyDescriptor const clear = {
        .source = wgs_number_import(f->graph, "zeros", 0, f->in),
        .destination = counts,
        .size = 20};
    succeed(wgsGraphAddCopy(f->graph, &clear, NULL, &error), &error);
    succeed(
        wgs_number_add(
            f->graph,
            wgs_number_view(numbers, 0, 3),
            wgs_number_view(counts, 4, 3),
            1,
            *number,
            &error),
        &error);
    WGPUComputePipeline const pipeline = twice_pipeline();
    WGSBinding const bindings[] = {
        {0, WGSAccess_StorageRead, wgs_number_view(f->from, 0, 64)},
        {1, WGSAccess_StorageWrite, wgs_number_view(f->to, 0, 64)}};
    WGSComputeDescriptor const compute = {
        .label = wgs_test_text("twice"),
        .pipeline = pipeline,
        .bindingCount = 2,
        .bindings = bindings,
        .indirect = wgs_number_view(counts, 4, 3)};
    succeed(wgsGraphAddCompute(f->graph, &compute, NULL, &error), &error);
    wgpuComputePipelineRelease(pipeline);
    return wgs_number_compile(f->graph);
}

/* item 14: the workgroup counts come from a buffer that an earlier node wrote; a zero among them
 * dispatches nothing, and the outcome is the GPU's. */
static void test_the_gpu_has_the_counts(void** state) {
    fixture* const f = *state;
    WGSValue number;
    WGSProgram const program = indirect_program(f, &number);
    for (uint32_t rows = 0; rows <= 3; ++rows) {
        clear(f);
        WGSValueReplacement const value = {number, rows};
        WGSNodeReport reports[4] = {{0}};
        reports[3].label = "untouched";
        WGSEncodeStats const stats =
            run(program,
                &(WGSEncodeDescriptor){
                    .valueCount = 1, .values = &value, .reportCount = 4, .reports = reports});
        uint32_t* const words = wgs_number_read(wgs_test_context(), f->out, 256);
        assert_int_equal(words[0], rows == 3 ? 0 : 7);
        assert_int_equal(words[1], 7);
        free(words);
        assert_int_equal(reports[0].outcome, WGSNodeOutcome_Recorded);
        assert_int_equal(
            reports[1].outcome, rows == 0 ? WGSNodeOutcome_Empty : WGSNodeOutcome_Recorded);
        assert_int_equal(reports[2].outcome, WGSNodeOutcome_GpuResolved);
        assert_string_equal(reports[2].label, "twice");
        assert_string_equal(reports[3].label, "untouched");
        assert_int_equal(stats.nodeCount, rows == 0 ? 2 : 3);
    }
    wgsProgramRelease(program);
}

/* The counts may lie in an import: words 0, 1, 2, ... tell which offset was dispatched from. */
static void test_counts_move_with_their_import(void** state) {
    fixture* const f = *state;
    enum { WORDS = 64 };
    uint32_t words[WORDS];
    for (uint32_t i = 0; i < WORDS; ++i)
        words[i] = i;
    WGPUBuffer buffer = NULL;
    WGSError error = {0};
    succeed(
        wgsContextCreateBuffer(
            wgs_test_context(),
            wgs_test_text("counts"),
            sizeof words,
            WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst,
            &buffer,
            &error),
        &error);
    succeed(
        wgsContextWriteBuffer(wgs_test_context(), buffer, 0, words, sizeof words, &error), &error);
    WGSImportDescriptor const import = {.size = 32, .buffer = buffer};
    WGSBuffer counts = NULL;
    succeed(wgsGraphImportBuffer(f->graph, &import, &counts, &error), &error);
    WGPUComputePipeline const pipeline = twice_pipeline();
    WGSBinding const bindings[] = {
        {0, WGSAccess_StorageRead, wgs_number_view(f->from, 0, 64)},
        {1, WGSAccess_StorageWrite, wgs_number_view(f->to, 0, 64)}};
    WGSComputeDescriptor const compute = {
        .pipeline = pipeline,
        .bindingCount = 2,
        .bindings = bindings,
        .indirect = wgs_number_view(counts, 4, 3)};
    succeed(wgsGraphAddCompute(f->graph, &compute, NULL, &error), &error);
    wgpuComputePipelineRelease(pipeline);
    WGSProgram const program = wgs_number_compile(f->graph);
    for (uint32_t offset = 0; offset <= 12; offset += 4) {
        clear(f);
        WGSBufferReplacement const moved = {counts, buffer, offset};
        (void)run(program, &(WGSEncodeDescriptor){.bufferCount = 1, .buffers = &moved});
        uint32_t* const out = wgs_number_read(wgs_test_context(), f->out, 256);
        for (uint32_t i = 0; i < 256; ++i)
            assert_int_equal(out[i], i < 1 + offset / 4 ? 0 : 7);
        free(out);
    }
    wgsProgramRelease(program);
    wgsReleaseBuffer(buffer);
}

/* --- Passes and reports -------------------------------------------------------------------------
 */

/* items 20, 21: neighbours share a pass unless passes are kept apart; the stats count both. */
static void test_passes_are_shared_or_not(void** state) {
    fixture* const f = *state;
    answer never = {0, 0};
    add_step(f, 0);
    push(f, "never", &never);
    add_step(f, 1);
    pop(f);
    add_step(f, 2);
    add_step(f, 3);
    WGSProgram const program = wgs_number_compile(f->graph);
    WGSNodeReport reports[STEPS];
    WGSEncodeStats stats = run(program, NULL);
    assert_int_equal(stats.passCount, 1);
    assert_int_equal(stats.coalescedNodeCount, 2);
    stats =
        run(program,
            &(WGSEncodeDescriptor){.separatePasses = 1, .reportCount = STEPS, .reports = reports});
    assert_int_equal(stats.passCount, 3);
    assert_int_equal(stats.coalescedNodeCount, 0);
    assert_int_equal(stats.timedNodeCount, 0);
    expect_words(f, (uint32_t const[]){0, 7, 2, 3});
    uint64_t sum = 0;
    for (size_t i = 0; i < STEPS; ++i) {
        assert_string_equal(reports[i].label, "test.add_number");
        assert_int_equal(
            reports[i].outcome, i == 1 ? WGSNodeOutcome_Skipped : WGSNodeOutcome_Recorded);
        assert_int_equal(reports[i].timing, UINT32_MAX);
        sum += reports[i].encodeNanoseconds;
    }
    assert_true(sum <= stats.encodeNanoseconds);
    wgsProgramRelease(program);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

static int tear_down(void** state) {
    (void)state;
    assert_int_equal(wgs_test_device_errors(), 0);
    wgs_test_close();
    return 0;
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(test_conditions_nest),
        WITH_FIXTURE(test_dependants_run_on_old_contents),
        WITH_FIXTURE(test_a_condition_can_fail),
        WITH_FIXTURE(test_an_open_condition_is_not_compiled),
        WITH_FIXTURE(test_the_gpu_has_the_counts),
        WITH_FIXTURE(test_counts_move_with_their_import),
        WITH_FIXTURE(test_passes_are_shared_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
