/* SPDX-License-Identifier: MIT */
/* Programs encoded in steps within a budget. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/test_kernels/number_rig.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

enum { NODES = 8, LENGTH = 64 };

/* A chain: node i writes what it reads in range i, plus 2^i, to range i + 1. All but the first and
 * the last range are transients, which share two slots: a step that loses them is seen. */
typedef struct fixture {
    WGSContext context;
    wgs_failing_allocator memory;
    WGPUBuffer in, out;
    WGSGraph graph;
    WGSBuffer from, to;
    WGSBuffer ranges[NODES + 1];
    WGSValue count;
} fixture;

static void succeed(WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        fail_msg("%s", error->message);
}

static int open_fixture(void** state) {
    static fixture f;
    WGSError error = {0};
    memset(&f, 0, sizeof f);
    succeed(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&f.memory), &f.context, &error),
        &error);
    f.in = wgs_number_buffer(f.context, LENGTH, 1000, 1);
    f.out = wgs_number_buffer(f.context, LENGTH, 0, 0);
    f.graph = wgs_number_graph(f.context);
    f.from = wgs_number_import(f.graph, "in", LENGTH * 4, f.in);
    f.to = wgs_number_import(f.graph, "out", LENGTH * 4, NULL);
    WGSValueDescriptor const value = {.label = wgs_test_text("n"), .value = LENGTH};
    succeed(wgsGraphCreateValue(f.graph, &value, &f.count, &error), &error);
    f.ranges[0] = f.from;
    f.ranges[NODES] = f.to;
    for (size_t i = 1; i < NODES; ++i) {
        WGSTransientDescriptor const transient = {.size = LENGTH * 4};
        succeed(wgsGraphCreateTransient(f.graph, &transient, &f.ranges[i], &error), &error);
    }
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    wgpuBufferRelease(f->in);
    wgpuBufferRelease(f->out);
    wgsContextRelease(f->context);
    assert_int_equal(f->memory.live, 0);
    return 0;
}

static WGSView range(fixture* f, size_t i) { return wgs_number_view(f->ranges[i], 0, LENGTH); }

static void add_link(fixture* f, uint32_t i) {
    WGSError error = {0};
    succeed(
        wgs_number_add(f->graph, range(f, i), range(f, i + 1), 1u << i, f->count, &error), &error);
}

/* Every node adds a power of two: together 255. */
static WGSProgram chain(fixture* f) {
    for (uint32_t i = 0; i < NODES; ++i)
        add_link(f, i);
    return wgs_number_compile(f->graph);
}

static void expect_out(fixture* f, uint32_t added, uint32_t rows) {
    uint32_t* const words = wgs_number_read(f->context, f->out, LENGTH);
    for (uint32_t i = 0; i < LENGTH; ++i)
        assert_int_equal(words[i], i < rows ? 1000 + i + added : 0);
    free(words);
}

static WGSExecution create(fixture* f, WGSProgram program, WGSBudget budget) {
    WGSBufferReplacement const buffer = {f->to, f->out, 0};
    WGSExecutionDescriptor const descriptor = {
        .budget = budget, .bufferCount = 1, .buffers = &buffer};
    WGSExecution execution = NULL;
    WGSError error = {0};
    succeed(wgsProgramCreateExecution(program, &descriptor, &execution, &error), &error);
    return execution;
}

/* Encodes and submits a step of its own encoder. */
static WGSStep run_step(fixture* f, WGSExecution execution) {
    WGSStep step = {.firstNode = 99};
    WGSError error = {0};
    WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
    succeed(wgsExecutionEncodeStep(execution, encoder, NULL, &step, &error), &error);
    wgs_number_submit(f->context, encoder);
    return step;
}

/* item 35, fault ME-02: a step is what stays within the budget, in run order, and the whole is
 * what one encode does. Node costs: 1 command, no rows known, 256 bytes read and 256 written. */
static void test_steps_stay_within_the_budget(void** state) {
    fixture* const f = *state;
    WGSProgram const program = chain(f);
    static struct {
        WGSBudget budget;
        uint32_t nodes_a_step;
        WGPUBool exceeds;
    } const cases[] = {
        {{0}, NODES, 0},
        {{.commandCount = 3}, 3, 0},
        {{.commandCount = 1}, 1, 0},
        {{.nodeCount = 5}, 5, 0},
        {{.bytes = 512}, 1, 0},
        {{.bytes = 2047}, 3, 0},
        {{.bytes = 100}, 1, 1},
        {{.bytes = 1024, .commandCount = 7, .nodeCount = 3}, 2, 0},
        {{.rows = 1}, NODES, 0},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        WGSExecution const execution = create(f, program, cases[c].budget);
        uint32_t const each = cases[c].nodes_a_step;
        for (uint32_t first = 0; first < NODES; first += each) {
            uint32_t const count = first + each <= NODES ? each : NODES - first;
            WGSStep const step = run_step(f, execution);
            assert_int_equal(step.firstNode, first);
            assert_int_equal(step.nodeCount, count);
            assert_int_equal(step.stats.nodeCount, count);
            assert_int_equal(step.stats.passCount, 1);
            assert_int_equal(step.workload.commandCount, count);
            assert_int_equal(step.workload.readBytes, 256 * count);
            assert_int_equal(step.workload.writtenBytes, 256 * count);
            assert_int_equal(step.exceedsBudget, cases[c].exceeds);
            assert_int_equal(step.last, first + count == NODES);
            assert_null(step.publication);
        }
        expect_out(f, 255, LENGTH);
        WGSError error = {0};
        WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
        assert_int_equal(
            wgsExecutionEncodeStep(execution, encoder, NULL, NULL, &error), WGSStatus_InvalidState);
        assert_int_equal(error.detail, WGSErrorId_ExecutionComplete);
        wgs_number_submit(f->context, encoder);
        wgsExecutionRelease(execution);
    }
    wgsProgramRelease(program);
}

/* item 35: rows are counted where a node says them. */
static void test_rows_are_a_budget(void** state) {
    fixture* const f = *state;
    WGSError error = {0};
    WGSScanDescriptor const scan = {.in = range(f, 0), .out = range(f, 1)};
    succeed(wgsGraphAddScan(f->graph, &scan, &error), &error);
    WGSScanDescriptor const again = {.in = range(f, 1), .out = range(f, NODES)};
    succeed(wgsGraphAddScan(f->graph, &again, &error), &error);
    WGSProgram const program = wgs_number_compile(f->graph);
    WGSExecution const execution = create(f, program, (WGSBudget){.rows = LENGTH});
    WGSStep step = run_step(f, execution);
    assert_int_equal(step.workload.rows, LENGTH);
    assert_false(step.exceedsBudget);
    assert_false(step.last);
    while (!step.last)
        step = run_step(f, execution);
    wgsExecutionRelease(execution);
    uint32_t expected[LENGTH], sum = 0, total = 0;
    for (uint32_t i = 0; i < LENGTH; ++i) {
        expected[i] = total;
        total += sum;
        sum += 1000 + i;
    }
    uint32_t* const words = wgs_number_read(f->context, f->out, LENGTH);
    assert_memory_equal(words, expected, sizeof expected);
    free(words);
    wgsProgramRelease(program);
}

static int answer_no(void const* parameters, void* userdata) {
    (void)parameters;
    ++*(int*)userdata;
    return 0;
}

/* Nodes that record nothing cost nothing and make no step of their own; the condition is asked
 * once for all steps. */
static void test_skipped_nodes_are_free(void** state) {
    fixture* const f = *state;
    int asked = 0;
    WGSConditionDescriptor const never = {.evaluate = answer_no, .userdata = &asked};
    WGSError error = {0};
    add_link(f, 0);
    for (uint32_t i = 1; i < NODES; ++i) {
        add_link(f, i);
        succeed(wgsGraphPushCondition(f->graph, &never, &error), &error);
        succeed(
            wgs_number_add(f->graph, range(f, 0), range(f, i + 1), 5, f->count, &error), &error);
        succeed(wgsGraphPopCondition(f->graph, &error), &error);
    }
    WGSProgram const program = wgs_number_compile(f->graph);
    WGSExecution const execution = create(f, program, (WGSBudget){.commandCount = NODES / 2});
    assert_int_equal(asked, NODES - 1);
    WGSStep step = run_step(f, execution);
    assert_int_equal(step.nodeCount, NODES / 2 + NODES / 2 - 1);
    assert_int_equal(step.stats.skippedNodeCount, NODES / 2 - 1);
    step = run_step(f, execution);
    assert_true(step.last);
    assert_int_equal(asked, NODES - 1);
    expect_out(f, 255, LENGTH);
    wgsExecutionRelease(execution);
    wgsProgramRelease(program);
}

/* items 11, 35: a step ends behind a node that publishes, within the budget. */
static void test_a_publication_ends_a_step(void** state) {
    fixture* const f = *state;
    WGSError error = {0};
    for (uint32_t i = 0; i < NODES; ++i) {
        add_link(f, i);
        WGSPublicationDescriptor const publication = {
            .label = wgs_test_text(i == 2 ? "rough" : "fine"),
            .kind = i == 2 ? WGSPublicationKind_Partial : WGSPublicationKind_Complete};
        if (i == 2 || i == 6)
            succeed(wgsGraphAddPublication(f->graph, &publication, &error), &error);
    }
    WGSProgram const program = wgs_number_compile(f->graph);
    WGSExecution const execution = create(f, program, (WGSBudget){.commandCount = 3});
    static struct {
        uint32_t nodes;
        char const* publication;
        WGSPublicationKind kind;
    } const expected[] = {
        {3, "rough", WGSPublicationKind_Partial},
        {3, NULL, WGSPublicationKind_Partial},
        {1, "fine", WGSPublicationKind_Complete},
        {1, NULL, WGSPublicationKind_Partial},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        WGSStep const step = run_step(f, execution);
        assert_int_equal(step.nodeCount, expected[i].nodes);
        assert_int_equal(step.publicationKind, expected[i].kind);
        if (expected[i].publication == NULL)
            assert_null(step.publication);
        else
            assert_string_equal(step.publication, expected[i].publication);
    }
    expect_out(f, 255, LENGTH);
    wgsExecutionRelease(execution);
    wgsProgramRelease(program);
}

/* item 45: an execution keeps transients across submissions, so nothing may overwrite them: the
 * program is refused until the last step or until the execution is given up. */
static void test_a_program_is_busy_until_the_end(void** state) {
    fixture* const f = *state;
    WGSProgram const program = chain(f);
    WGSExecution execution = create(f, program, (WGSBudget){.commandCount = 4});
    WGSBufferReplacement const buffer = {f->to, f->out, 0};
    WGSEncodeDescriptor const inputs = {.bufferCount = 1, .buffers = &buffer};
    WGSExecution second = NULL;
    WGSError error = {0};
    WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
    (void)run_step(f, execution);
    assert_int_equal(
        wgsProgramEncode(program, encoder, &inputs, NULL, &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ExecutionActive);
    assert_int_equal(
        wgsProgramCreateExecution(program, NULL, &second, &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ExecutionActive);
    assert_null(second);
    wgsExecutionRelease(execution);
    succeed(wgsProgramEncode(program, encoder, &inputs, NULL, &error), &error);
    wgs_number_submit(f->context, encoder);
    expect_out(f, 255, LENGTH);

    /* The last step frees the program even while the execution is still held. */
    execution = create(f, program, (WGSBudget){0});
    wgsExecutionAddRef(execution);
    assert_true(run_step(f, execution).last);
    encoder = wgs_number_encoder(f->context);
    succeed(wgsProgramEncode(program, encoder, &inputs, NULL, &error), &error);
    wgs_number_submit(f->context, encoder);
    wgsExecutionRelease(execution);
    wgsProgramRelease(program); /* the execution holds it */
    wgsExecutionRelease(execution);
}

/* Values and buffers of the execution hold in every step, also when the caller lets go of them. */
static void test_inputs_are_held(void** state) {
    fixture* const f = *state;
    WGSProgram const program = chain(f);
    WGPUBuffer const other = wgs_number_buffer(f->context, LENGTH, 5000, 1);
    WGSBufferReplacement const buffers[] = {{f->to, f->out, 0}, {f->from, other, 0}};
    WGSValueReplacement const value = {f->count, 10};
    WGSExecutionDescriptor const descriptor = {
        .budget = {.nodeCount = 2},
        .bufferCount = 2,
        .buffers = buffers,
        .valueCount = 1,
        .values = &value};
    WGSExecution execution = NULL;
    WGSError error = {0};
    succeed(wgsProgramCreateExecution(program, &descriptor, &execution, &error), &error);
    wgpuBufferRelease(other);
    while (!run_step(f, execution).last) {
    }
    wgsExecutionRelease(execution);
    uint32_t* const words = wgs_number_read(f->context, f->out, LENGTH);
    for (uint32_t i = 0; i < LENGTH; ++i)
        assert_int_equal(words[i], i < 10 ? 5255 + i : 0);
    free(words);
    wgsProgramRelease(program);
}

static void expect_error(WGSStatus status, WGSErrorId id, WGSError const* error) {
    assert_int_not_equal(status, WGSStatus_Success);
    assert_int_equal(error->detail, id);
}

static void test_errors(void** state) {
    fixture* const f = *state;
    WGSProgram const program = chain(f);
    WGSExecution execution = NULL;
    WGSError error = {0};
    expect_error(
        wgsProgramCreateExecution(NULL, NULL, &execution, &error), WGSErrorId_NullArgument, &error);
    expect_error(
        wgsProgramCreateExecution(program, NULL, NULL, &error), WGSErrorId_NullArgument, &error);
    /* `out` has no default, and none is given. */
    expect_error(
        wgsProgramCreateExecution(program, NULL, &execution, &error),
        WGSErrorId_MissingBuffer,
        &error);
    assert_null(execution);
    execution = create(f, program, (WGSBudget){.nodeCount = 2});
    WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
    expect_error(
        wgsExecutionEncodeStep(NULL, encoder, NULL, NULL, &error), WGSErrorId_NullArgument, &error);
    expect_error(
        wgsExecutionEncodeStep(execution, NULL, NULL, NULL, &error),
        WGSErrorId_NullArgument,
        &error);
    WGSStepDescriptor step = {.timing = (WGSTiming)9};
    expect_error(
        wgsExecutionEncodeStep(execution, encoder, &step, NULL, &error),
        WGSErrorId_InvalidEnum,
        &error);
    wgs_number_submit(f->context, encoder);
    /* A refused step can be repeated. */
    while (!run_step(f, execution).last) {
    }
    expect_out(f, 255, LENGTH);
    wgsExecutionRelease(execution);
    wgsExecutionRelease(NULL);
    wgsExecutionAddRef(NULL);
    wgsProgramRelease(program);
}

/* Without memory an execution is not made and a step records nothing. */
static void test_without_memory(void** state) {
    fixture* const f = *state;
    WGSProgram const program = chain(f);
    WGSBufferReplacement const buffer = {f->to, f->out, 0};
    WGSExecutionDescriptor const descriptor = {
        .budget = {.nodeCount = 3}, .bufferCount = 1, .buffers = &buffer};
    WGSExecution execution = NULL;
    WGSError error = {0};
    size_t const live = f->memory.live;
    for (size_t n = 1; execution == NULL; ++n) {
        wgs_fail_allocation(&f->memory, n);
        WGSStatus const status =
            wgsProgramCreateExecution(program, &descriptor, &execution, &error);
        wgs_fail_allocation(&f->memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(f->memory.live, live);
    }
    WGSStep step = {0};
    while (!step.last) {
        WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
        wgs_fail_allocation(&f->memory, 1);
        assert_int_equal(
            wgsExecutionEncodeStep(execution, encoder, NULL, &step, &error), WGSStatus_OutOfMemory);
        wgs_fail_allocation(&f->memory, 0);
        wgs_number_submit(f->context, encoder);
        step = run_step(f, execution);
    }
    expect_out(f, 255, LENGTH);
    wgsExecutionRelease(execution);
    wgsProgramRelease(program);
}

static void test_an_empty_program(void** state) {
    fixture* const f = *state;
    WGSGraph const graph = wgs_number_graph(f->context);
    WGSProgram const program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    WGSExecution execution = NULL;
    WGSError error = {0};
    succeed(wgsProgramCreateExecution(program, NULL, &execution, &error), &error);
    WGSStep const step = run_step(f, execution);
    assert_true(step.last);
    assert_int_equal(step.nodeCount, 0);
    wgsExecutionRelease(execution);
    wgsProgramRelease(program);
}

/* item 21: each step is timed by itself. */
static void test_steps_are_timed(void** state) {
    fixture* const f = *state;
    WGSContextInfo info;
    WGSError error = {0};
    succeed(wgsContextGetInfo(f->context, &info, &error), &error);
    if (!info.hasTimestamps)
        skip();
    WGSProgram const program = chain(f);
    WGPUQuerySetDescriptor const set = {.type = WGPUQueryType_Timestamp, .count = 7};
    WGPUQuerySet const queries = wgpuDeviceCreateQuerySet(wgs_test_device(), &set);
    WGSExecution const execution = create(f, program, (WGSBudget){.nodeCount = 3});
    WGSNodeReport reports[3];
    WGSStepDescriptor descriptor = {
        .timing = WGSTiming_Nodes,
        .querySet = queries,
        .firstQuery = 2,
        .reportCount = 3,
        .reports = reports};
    WGPUCommandEncoder encoder = wgs_number_encoder(f->context);
    expect_error(
        wgsExecutionEncodeStep(execution, encoder, &descriptor, NULL, &error),
        WGSErrorId_InvalidSize,
        &error);
    descriptor.firstQuery = 1;
    WGSStep step = {0};
    succeed(wgsExecutionEncodeStep(execution, encoder, &descriptor, &step, &error), &error);
    wgs_number_submit(f->context, encoder);
    assert_int_equal(step.stats.passCount, 3);
    assert_int_equal(step.stats.timedNodeCount, 3);
    for (uint32_t i = 0; i < 3; ++i)
        assert_int_equal(reports[i].timing, i);
    uint64_t times[6];
    succeed(wgsContextReadTimestamps(f->context, queries, 1, 6, times, &error), &error);
    for (size_t i = 1; i < 6; ++i)
        assert_true(times[i] >= times[i - 1]);
    descriptor =
        (WGSStepDescriptor){.timing = WGSTiming_Program, .querySet = queries, .firstQuery = 5};
    encoder = wgs_number_encoder(f->context);
    succeed(wgsExecutionEncodeStep(execution, encoder, &descriptor, &step, &error), &error);
    wgs_number_submit(f->context, encoder);
    succeed(wgsContextReadTimestamps(f->context, queries, 5, 2, times, &error), &error);
    assert_true(times[1] >= times[0]);
    wgsExecutionRelease(execution);
    wgpuQuerySetRelease(queries);
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
        WITH_FIXTURE(test_steps_stay_within_the_budget),
        WITH_FIXTURE(test_rows_are_a_budget),
        WITH_FIXTURE(test_skipped_nodes_are_free),
        WITH_FIXTURE(test_a_publication_ends_a_step),
        WITH_FIXTURE(test_a_program_is_busy_until_the_end),
        WITH_FIXTURE(test_inputs_are_held),
        WITH_FIXTURE(test_errors),
        WITH_FIXTURE(test_without_memory),
        WITH_FIXTURE(test_an_empty_program),
        WITH_FIXTURE(test_steps_are_timed),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
