/* SPDX-License-Identifier: MIT */
/* What nodes cost, what a graph costs, and what is refused of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/preflight.h"
#include "plan/workload.h"
#include "testing/plan_fixture.h"

static int open_fixture(void** state) {
    static wgs_plan_fixture fixture;
    wgs_plan_fixture_open(&fixture);
    *state = &fixture;
    return 0;
}

static int close_fixture(void** state) {
    wgs_plan_fixture_close(*state);
    return 0;
}

static WGSNode
add(wgs_plan_fixture* f, wgs_node_kind kind, char const* label, size_t count, wgs_use const* uses) {
    WGSNode node = NULL;
    assert_int_equal(
        wgs_graph_add_node(
            f->graph, kind, wgs_string_view(label), count, uses, 0, NULL, &node, "wgsF", NULL),
        WGSStatus_Success);
    return node;
}

static void expect_cost(WGSWorkload cost, WGSWorkload expected) {
    assert_int_equal(cost.rows, expected.rows);
    assert_int_equal(cost.commandCount, expected.commandCount);
    assert_int_equal(cost.readBytes, expected.readBytes);
    assert_int_equal(cost.writtenBytes, expected.writtenBytes);
}

/* item 11: a node has a workload; items 11, 23: gaps are filled with what the uses say. */
static void a_node_costs_what_its_uses_hold(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const a = wgs_plan_fixture_import(f, "a", 4096);
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 4096);
    WGSBuffer const c = wgs_plan_fixture_import(f, "c", 4096);
    wgs_use const uses[] = {
        {.buffer = a, .access = WGSAccess_StorageRead, .size = 400},
        {.buffer = b, .access = WGSAccess_StorageWrite, .size = 40},
        {.buffer = c, .access = WGSAccess_StorageReadWrite, .size = 4}};
    WGSNode const node = add(f, WGS_NODE_COMPUTE, "n", 3, uses);
    expect_cost(wgs_node_workload(node), (WGSWorkload){0, 1, 404, 44});
    node->rows = 100;
    node->stated = (WGSWorkload){.writtenBytes = 8};
    expect_cost(wgs_node_workload(node), (WGSWorkload){100, 1, 404, 8});
    node->stated = (WGSWorkload){.commandCount = 3, .readBytes = 2};
    expect_cost(wgs_node_workload(node), (WGSWorkload){100, 3, 2, 44});
}

static void sums_do_not_wrap(void** state) {
    (void)state;
    WGSWorkload sum = {1, 2, 3, 4};
    wgs_workload_add(&sum, (WGSWorkload){10, 20, 30, 40});
    expect_cost(sum, (WGSWorkload){11, 22, 33, 44});
    wgs_workload_add(&sum, (WGSWorkload){UINT64_MAX, UINT32_MAX, UINT64_MAX - 32, UINT64_MAX - 44});
    expect_cost(sum, (WGSWorkload){UINT64_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX});
}

static int no(void const* parameters, void* userdata) {
    (void)parameters;
    (void)userdata;
    return 0;
}

/* A conditional copy, an indirect dispatch and a dispatch of 2 x 3 x 4 workgroups on a transient. */
static void add_sample(wgs_plan_fixture* f) {
    WGSBuffer const a = wgs_plan_fixture_import(f, "a", 8192);
    WGSBuffer const b = wgs_plan_fixture_transient(f, "b", 4096);
    WGSConditionDescriptor const condition = {.evaluate = no};
    assert_int_equal(
        wgs_graph_push_condition(f->graph, &condition, "wgsF", NULL), WGSStatus_Success);
    wgs_use const copy[] = {
        {.buffer = a, .access = WGSAccess_CopySource, .size = 64},
        {.buffer = b, .access = WGSAccess_CopyDestination, .size = 64}};
    add(f, WGS_NODE_COPY, "copy", 2, copy);
    assert_int_equal(wgs_graph_pop_condition(f->graph, "wgsF", NULL), WGSStatus_Success);
    wgs_use const indirect[] = {
        {.buffer = b, .access = WGSAccess_StorageRead, .offset = 256, .size = 1000},
        {.buffer = a, .access = WGSAccess_Indirect, .offset = 4, .size = 12}};
    add(f, WGS_NODE_COMPUTE, "indirect", 2, indirect)->as.compute.indirect = true;
    WGSNode const direct = add(f, WGS_NODE_COMPUTE, "direct", 1, indirect);
    memcpy(direct->as.compute.workgroups, (uint32_t[]){2, 3, 4}, sizeof(uint32_t[3]));
    direct->rows = 250;
}

/* item 23: the whole in numbers, and node by node. */
static void a_graph_is_added_up(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "wgsF", NULL), WGSStatus_Success);
    WGSNodeWorkload nodes[3] = {{0}, {0}, {.label = "untouched"}};
    WGSPreflight const sum = wgs_preflight(f->graph, &plan, 2, nodes);
    assert_int_equal(sum.nodeCount, 3);
    assert_int_equal(sum.statedCount, 1);
    assert_int_equal(sum.conditionalCount, 2);
    expect_cost(sum.workload, (WGSWorkload){250, 3, 64 + 1012 + 1000, 64});
    assert_int_equal(sum.largestBuffer, 8192);
    assert_int_equal(sum.largestBinding, 1000);
    assert_int_equal(sum.largestDispatch, 24);
    assert_int_equal(sum.scratchBytes, 4096);
    assert_string_equal(nodes[0].label, "copy");
    assert_true(nodes[0].conditional);
    expect_cost(nodes[0].workload, (WGSWorkload){0, 1, 64, 64});
    assert_string_equal(nodes[1].label, "indirect");
    assert_true(nodes[1].conditional);
    assert_int_equal(nodes[1].workgroupCount, 0);
    assert_string_equal(nodes[2].label, "untouched");
    assert_int_equal(wgs_preflight(f->graph, &plan, 9, NULL).nodeCount, 3);
    wgs_plan_free(&plan);
}

/* item 23: what cannot run is refused: here by the memory that it may take. */
static void scratch_has_a_limit(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "wgsF", NULL), WGSStatus_Success);
    assert_int_equal(wgs_preflight_check(f->graph, &plan, 0, "wgsF", NULL), WGSStatus_Success);
    assert_int_equal(wgs_preflight_check(f->graph, &plan, 4096, "wgsF", NULL), WGSStatus_Success);
    WGSError error = {0};
    assert_int_equal(
        wgs_preflight_check(f->graph, &plan, 4095, "wgsF", &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_ScratchTooLarge);
    assert_string_equal(
        error.message, "wgsF: 1 scratch buffers need 4096 bytes but maxScratchBytes is 4095");
    wgs_plan_free(&plan);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(a_node_costs_what_its_uses_hold),
        cmocka_unit_test(sums_do_not_wrap),
        WITH_FIXTURE(a_graph_is_added_up),
        WITH_FIXTURE(scratch_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
