/* SPDX-License-Identifier: MIT */
/* Contributions without a device: all of what they add, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "testing/fake_gpu.h"
#include "testing/plan_fixture.h"

typedef struct fixture {
    wgs_fake_gpu gpu;
    WGSGraph graph;
    wgs_fake_object pipeline;
    wgs_fake_object layout;
    wgs_fake_object imported;
    WGSBuffer keys;
    WGSNode nodes[2];       /* that are there before */
    WGSStatus verdict;      /* of the contribution under test, once it has added all */
    WGSError verdict_error; /* what it says then; status Success: nothing */
    bool nested;
    WGSGraph given;
    unsigned calls;
} fixture;

static WGSStatus add_dispatch(
    fixture* f,
    char const* label,
    size_t count,
    WGSNode const* dependencies,
    WGSNode* node,
    WGSError* error) {
    WGSBinding const binding = {1, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 0, 4}};
    WGSComputeDescriptor const descriptor = {
        .label = wgs_string_view(label),
        .pipeline = wgs_fake_pipeline(&f->pipeline),
        .groupLayout = wgs_fake_layout(&f->layout),
        .bindingCount = 1,
        .bindings = &binding,
        .workgroupCount = {1, 1, 1},
        .dependencyCount = count,
        .dependencies = dependencies};
    return wgsGraphAddCompute(f->graph, &descriptor, node, error);
}

static int open_fixture(void** state) {
    static fixture f;
    f = (fixture){
        .pipeline = {.references = 1},
        .layout = {.references = 1},
        .imported = {.references = 1, .size = 64, .usage = WGPUBufferUsage_Storage}};
    WGSContext const context = wgs_fake_context(&f.gpu);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f.graph, NULL), WGSStatus_Success);
    WGSTransientDescriptor const keys = {.size = 64};
    assert_int_equal(wgsGraphCreateTransient(f.graph, &keys, &f.keys, NULL), WGSStatus_Success);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(add_dispatch(&f, "before", 0, NULL, &f.nodes[i], NULL), WGSStatus_Success);
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    assert_int_equal(f->gpu.context_references, 1);
    assert_int_equal(f->pipeline.references, 1);
    assert_int_equal(f->layout.references, 1);
    assert_int_equal(f->imported.references, 1);
    assert_int_equal(f->gpu.memory.live, 0);
    return 0;
}

static WGSStatus contribute(WGSGraph graph, void* userdata, WGSError* error);

static int always(void const* parameters, void* userdata) {
    (void)parameters;
    (void)userdata;
    return 1;
}

/* One of everything, and dependencies in every direction. */
static WGSStatus add_everything(fixture* f, WGSError* error) {
    WGSGraph const graph = f->graph;
    WGSBuffer buffer;
    WGSValue value;
    WGSNode node;
    WGSNode copy;
    WGSImportDescriptor const import = {.buffer = wgs_fake_buffer(&f->imported)};
    WGSTransientDescriptor const transient = {
        .size = 64, .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst};
    WGSTransientDescriptor const source = {.size = 64, .usage = WGPUBufferUsage_CopySrc};
    WGSValueDescriptor const number = {.value = 3};
    WGSCopyDescriptor move = {.size = 16};
    WGS_TRY(wgsGraphImportBuffer(graph, &import, &buffer, error));
    WGS_TRY(wgsGraphCreateTransient(graph, &source, &move.source, error));
    WGS_TRY(wgsGraphCreateTransient(graph, &transient, &move.destination, error));
    WGS_TRY(wgsGraphCreateValue(graph, &number, &value, error));
    WGS_TRY(add_dispatch(f, "added", 1, &f->nodes[1], &node, error));
    WGSConditionDescriptor const condition = {.evaluate = always};
    WGS_TRY(wgsGraphPushCondition(graph, &condition, error));
    WGS_TRY(wgsGraphAddCopy(graph, &move, &copy, error));
    WGS_TRY(wgsGraphPopCondition(graph, error));
    WGSPublicationDescriptor const publication = {.node = f->nodes[graph->contribution_depth - 1]};
    WGS_TRY(wgsGraphAddPublication(graph, &publication, error));
    WGS_TRY(wgsGraphAddDependency(graph, copy, node, error));
    WGS_TRY(wgsGraphAddDependency(graph, f->nodes[0], copy, error));
    return wgsGraphAddDependency(graph, f->nodes[0], f->nodes[1], error);
}

static WGSStatus contribute(WGSGraph graph, void* userdata, WGSError* error) {
    fixture* const f = userdata;
    assert_non_null(error);
    assert_ptr_equal(graph, f->graph);
    f->calls++;
    WGS_TRY(add_everything(f, error));
    if (f->nested) {
        f->nested = false;
        WGSStatus const verdict = f->verdict;
        f->verdict = WGSStatus_Success;
        WGS_TRY(wgsGraphContribute(graph, contribute, f, error));
        f->verdict = verdict;
        assert_int_equal(graph->contribution_depth, 1);
    }
    if (f->verdict_error.status != WGSStatus_Success)
        *error = f->verdict_error;
    return f->verdict;
}

static void expect_gone(fixture* f, wgs_graph_mark before) {
    wgs_graph_mark const after = wgs_graph_get_mark(f->graph);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(f->nodes[0]->dependency_count, 0);
    assert_int_equal(f->nodes[1]->dependency_count, 0);
    assert_null(f->nodes[0]->publication);
    assert_null(f->nodes[1]->publication);
    assert_int_equal(f->pipeline.references, 3); /* the test's, and those of nodes before */
    assert_int_equal(f->layout.references, 3);
    assert_int_equal(f->imported.references, 1);
    assert_int_equal(f->graph->references, 1);
    assert_int_equal(f->graph->contribution_depth, 0);
}

/* item 4: what succeeds is there, and the caller's error is left alone. */
static void a_contribution_stays(void** state) {
    fixture* const f = *state;
    WGSError error = {.detail = WGSErrorId_Mapping};
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, &error), WGSStatus_Success);
    assert_int_equal(f->calls, 1);
    assert_int_equal(error.detail, WGSErrorId_Mapping);
    assert_int_equal(f->graph->node_count, before.node_count + 2);
    assert_int_equal(f->graph->buffer_count, before.buffer_count + 3);
    assert_int_equal(f->graph->value_count, before.value_count + 1);
    assert_int_equal(f->nodes[0]->dependency_count, 2);
    assert_non_null(f->nodes[0]->publication);
    assert_int_equal(f->imported.references, 2);
    assert_int_equal(f->graph->contribution_depth, 0);
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "test", NULL), WGSStatus_Success);
    assert_ptr_equal(plan.order[3], f->nodes[0]); /* behind the copy, which is behind the rest */
    wgs_plan_free(&plan);
}

/* item 4: there a throw half way leaves the graph partly filled; here nothing is left. */
static void a_failed_contribution_leaves_nothing(void** state) {
    fixture* const f = *state;
    f->verdict = WGSStatus_TooLarge;
    f->verdict_error = (WGSError){WGSStatus_TooLarge, WGSErrorId_TooManyRows, "mine: too many"};
    WGSError error = {0};
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_TooManyRows);
    assert_string_equal(error.message, "mine: too many");
    expect_gone(f, before);
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, NULL), WGSStatus_TooLarge);
    expect_gone(f, before);
    f->verdict = WGSStatus_Success;
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, &error), WGSStatus_Success);
    assert_int_equal(f->graph->node_count, before.node_count + 2);
    assert_int_equal(f->graph->nodes[2]->index, 2);
}

/* item 4: a failure has a reason, also when the callback gives none. */
static void a_silent_failure_is_told(void** state) {
    fixture* const f = *state;
    f->verdict = WGSStatus_Unsupported;
    WGSError error = {0};
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, &error), WGSStatus_Unsupported);
    assert_int_equal(error.status, WGSStatus_Unsupported);
    assert_int_equal(error.detail, WGSErrorId_Contribution);
    assert_string_equal(
        error.message,
        "wgsGraphContribute: the callback failed with Unsupported and without a reason");
    expect_gone(f, before);
}

/* item 4: contributions nest, and what an inner one added goes with the outer one. */
static void contributions_nest(void** state) {
    fixture* const f = *state;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    f->nested = true;
    f->verdict = WGSStatus_TooLarge;
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, NULL), WGSStatus_TooLarge);
    assert_int_equal(f->calls, 2);
    expect_gone(f, before);
    f->nested = true;
    f->verdict = WGSStatus_Success;
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, NULL), WGSStatus_Success);
    assert_int_equal(f->graph->node_count, before.node_count + 4);
}

/* An inner failure that the outer one lives with. */
static WGSStatus contribute_in_spite(WGSGraph graph, void* userdata, WGSError* error) {
    fixture* const f = userdata;
    f->verdict = WGSStatus_TooLarge;
    assert_int_equal(wgsGraphContribute(graph, contribute, f, error), WGSStatus_TooLarge);
    assert_int_equal(error->detail, WGSErrorId_Contribution);
    return add_dispatch(f, "instead", 0, NULL, NULL, error);
}

static void an_inner_failure_goes_alone(void** state) {
    fixture* const f = *state;
    WGSError error = {0};
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    assert_int_equal(
        wgsGraphContribute(f->graph, contribute_in_spite, f, &error), WGSStatus_Success);
    assert_int_equal(error.status, WGSStatus_Success);
    assert_int_equal(f->graph->node_count, before.node_count + 1);
    assert_int_equal(f->graph->buffer_count, before.buffer_count);
    assert_string_equal(f->graph->nodes[2]->label, "instead");
}

static WGSStatus push_only(WGSGraph graph, void* userdata, WGSError* error) {
    fixture* const f = userdata;
    WGSConditionDescriptor const condition = {.evaluate = always};
    WGS_TRY(add_everything(f, error));
    return wgsGraphPushCondition(graph, &condition, error);
}

static WGSStatus pop_only(WGSGraph graph, void* userdata, WGSError* error) {
    WGS_TRY(add_everything(userdata, error));
    return wgsGraphPopCondition(graph, error);
}

static WGSStatus pop_and_push(WGSGraph graph, void* userdata, WGSError* error) {
    WGSConditionDescriptor const condition = {.evaluate = always};
    WGS_TRY(pop_only(graph, userdata, error));
    return wgsGraphPushCondition(graph, &condition, error);
}

/* items 4, 14: a contribution is under the conditions around it, and leaves them as they are. */
static void conditions_stay(void** state) {
    fixture* const f = *state;
    WGSConditionDescriptor const condition = {.evaluate = always};
    assert_int_equal(wgsGraphPushCondition(f->graph, &condition, NULL), WGSStatus_Success);
    static WGSContributeCallback const callbacks[] = {push_only, pop_only, pop_and_push};
    for (size_t i = 0; i < 3; i++) {
        WGSError error = {0};
        wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
        assert_int_equal(
            wgsGraphContribute(f->graph, callbacks[i], f, &error), WGSStatus_InvalidState);
        assert_int_equal(error.detail, WGSErrorId_ConditionStack);
        expect_gone(f, before);
        assert_int_equal(f->graph->open_condition, 0);
    }
    assert_int_equal(wgsGraphPopCondition(f->graph, NULL), WGSStatus_Success);
}

static void contributions_need_their_pointers(void** state) {
    fixture* const f = *state;
    WGSError error = {0};
    assert_int_equal(wgsGraphContribute(NULL, contribute, f, &error), WGSStatus_InvalidArgument);
    assert_string_equal(error.message, "wgsGraphContribute: graph is NULL");
    assert_int_equal(wgsGraphContribute(f->graph, NULL, f, &error), WGSStatus_InvalidArgument);
    assert_string_equal(error.message, "wgsGraphContribute: callback is NULL");
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    f->graph->compiled = true;
    assert_int_equal(wgsGraphContribute(f->graph, contribute, f, &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_GraphCompiled);
    assert_int_equal(f->calls, 0);
}

/* item 4: whichever allocation fails, nothing is left, and the next try succeeds. */
static void without_memory_nothing_is_left(void** state) {
    fixture* const f = *state;
    wgs_failing_allocator* const memory = &f->gpu.memory;
    wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
    for (size_t n = 1;; n++) {
        WGSError error = {0};
        f->nested = true;
        f->verdict = WGSStatus_Success;
        wgs_fail_allocation(memory, n);
        WGSStatus const status = wgsGraphContribute(f->graph, contribute, f, &error);
        wgs_fail_allocation(memory, 0);
        if (status == WGSStatus_Success) {
            assert_true(n > 10);
            break;
        }
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        expect_gone(f, before);
    }
    assert_int_equal(f->graph->node_count, before.node_count + 4);
}

static void questions_about_a_graph(void** state) {
    fixture* const f = *state;
    WGSValue value;
    WGSValueDescriptor const number = {.value = 3, .maximum = 70};
    assert_int_equal(wgsGraphCreateValue(f->graph, &number, &value, NULL), WGSStatus_Success);
    assert_int_equal(wgsValueGetMaximum(value), 70);
    assert_int_equal(wgsValueGetMaximum(NULL), 0);
    assert_ptr_equal(wgsGraphGetContext(f->graph), f->graph->context);
    assert_null(wgsGraphGetContext(NULL));
    assert_true(wgsGraphGetMaxWorkgroups(f->graph) == UINT64_C(1) << 31);
    f->gpu.capabilities.limits.maxComputeWorkgroupsPerDimension = 2;
    assert_int_equal(wgsGraphGetMaxWorkgroups(f->graph), 8);
    assert_int_equal(wgsGraphGetMaxWorkgroups(NULL), 0);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(a_contribution_stays),
        WITH_FIXTURE(a_failed_contribution_leaves_nothing),
        WITH_FIXTURE(a_silent_failure_is_told),
        WITH_FIXTURE(contributions_nest),
        WITH_FIXTURE(an_inner_failure_goes_alone),
        WITH_FIXTURE(conditions_stay),
        WITH_FIXTURE(contributions_need_their_pointers),
        WITH_FIXTURE(without_memory_nothing_is_left),
        WITH_FIXTURE(questions_about_a_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
