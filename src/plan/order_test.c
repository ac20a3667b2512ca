/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plan/order.h"
#include "testing/plan_fixture.h"

enum { MOST_NODES = 16 };

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

static WGSNode reader(wgs_plan_fixture* f, char const* label, WGSBuffer buffer) {
    return wgs_plan_fixture_node(f, label, 1, &buffer, 0, NULL);
}

static WGSNode writer(wgs_plan_fixture* f, char const* label, WGSBuffer buffer) {
    return wgs_plan_fixture_node(f, label, 0, NULL, 1, &buffer);
}

static WGSNode bare(wgs_plan_fixture* f, char const* label) {
    return wgs_plan_fixture_node(f, label, 0, NULL, 0, NULL);
}

static void depend(wgs_plan_fixture* f, WGSNode node, WGSNode dependency) {
    assert_int_equal(
        wgs_graph_add_dependency(f->graph, node, dependency, "test", NULL), WGSStatus_Success);
}

/* The labels in run order, without anything between. */
static void expect_order(wgs_plan_fixture* f, char const* labels) {
    WGSNode order[MOST_NODES];
    char found[MOST_NODES * 4] = "";
    size_t length = 0;
    assert_int_equal(wgs_order_nodes(f->graph, order, "test", NULL), WGSStatus_Success);
    for (size_t i = 0; i < f->graph->node_count; i++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%s", order[i]->label);
    assert_string_equal(found, labels);
}

static void expect_cycle(wgs_plan_fixture* f, char const* early, char const* late) {
    WGSNode order[MOST_NODES];
    WGSError error = {0};
    assert_int_equal(wgs_order_nodes(f->graph, order, "wgsF", &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_DependencyCycle);
    assert_memory_equal(error.message, "wgsF: ", 6);
    assert_non_null(strstr(error.message, early));
    assert_non_null(strstr(error.message, late));
}

static void an_empty_graph_has_an_order(void** state) { expect_order(*state, ""); }

/* items 16, 38: chains are not run side by side. */
static void insertion_order_stays(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_transient(f, "x", 4);
    WGSBuffer const y = wgs_plan_fixture_transient(f, "y", 4);
    writer(f, "a", x);
    reader(f, "b", x);
    writer(f, "c", y);
    reader(f, "d", y);
    expect_order(f, "abcd");
}

/* item 15: a dependency may name a node that is added later. */
static void a_forward_dependency_moves_its_node_back(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const a = bare(f, "a");
    bare(f, "b");
    WGSNode const c = bare(f, "c");
    bare(f, "d");
    depend(f, a, c);
    expect_order(f, "bcad");
}

/* item 15: in each of these the first node is held back by the third, and the second has to wait
 * with it. */
static void a_read_waits_for_the_write(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const a = writer(f, "a", x);
    reader(f, "b", x);
    depend(f, a, bare(f, "c"));
    expect_order(f, "cab");
}

/* item 15: a write waits for all reads since the last write. */
static void a_write_waits_for_the_reads(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const a = reader(f, "a", x);
    reader(f, "r", x);
    writer(f, "b", x);
    depend(f, a, bare(f, "c"));
    expect_order(f, "rcab");
}

/* item 15, fault GR-10: also when nobody reads what the first one wrote. */
static void a_write_waits_for_the_write(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const a = writer(f, "a", x);
    writer(f, "b", x);
    depend(f, a, bare(f, "c"));
    expect_order(f, "cab");
}

/* item 15: nothing orders two reads. */
static void reads_do_not_wait_for_reads(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const a = reader(f, "a", x);
    reader(f, "b", x);
    depend(f, a, bare(f, "c"));
    expect_order(f, "bca");
}

static void a_node_may_use_a_buffer_twice(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    wgs_plan_fixture_node(f, "a", 1, &x, 1, &x);
    wgs_plan_fixture_node(f, "b", 1, &x, 1, &x);
    expect_order(f, "ab");
}

/* item 15: an edge from a node to itself is dropped. */
static void a_dependency_on_itself_has_no_effect(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const a = bare(f, "a");
    depend(f, a, a);
    assert_int_equal(a->dependency_count, 0);
    expect_order(f, "a");
}

static void a_repeated_dependency_is_kept_once(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const a = bare(f, "a");
    WGSNode const b = bare(f, "b");
    depend(f, a, b);
    depend(f, a, b);
    assert_int_equal(a->dependency_count, 1);
    expect_order(f, "ba");
}

/* item 16: a cycle is an error that names its nodes. */
static void explicit_dependencies_in_a_circle(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const a = bare(f, "first");
    WGSNode const b = bare(f, "second");
    depend(f, a, b);
    depend(f, b, a);
    expect_cycle(f, "\"first\" depends on", "\"second\"");
}

/* item 16: so is a cycle of a dependency and a hazard. */
static void a_forward_dependency_against_a_hazard(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const a = writer(f, "produce", x);
    WGSNode const b = reader(f, "consume", x);
    depend(f, a, b);
    expect_cycle(f, "\"produce\" depends on", "\"consume\"");
}

/* Nodes that only wait for the cycle are not blamed. */
static void the_cycle_is_named_not_its_tail(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    WGSNode const early_tail = bare(f, "tail1");
    bare(f, "free");
    WGSNode const a = writer(f, "produce", x);
    WGSNode const b = wgs_plan_fixture_node(f, "middle", 1, &x, 1, &x);
    WGSNode const c = reader(f, "consume", x);
    WGSNode const late_tail = bare(f, "tail2");
    depend(f, early_tail, c);
    depend(f, late_tail, b);
    depend(f, a, c);
    expect_cycle(f, "\"produce\" depends on", "\"consume\"");
}

static void without_memory_nothing_leaks(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_import(f, "x", 4);
    writer(f, "a", x);
    reader(f, "b", x);
    WGSNode order[MOST_NODES];
    size_t const live = f->memory.live;
    for (size_t n = 1;; n++) {
        WGSError error = {0};
        wgs_fail_allocation(&f->memory, n);
        WGSStatus const status = wgs_order_nodes(f->graph, order, "test", &error);
        wgs_fail_allocation(&f->memory, 0);
        assert_int_equal(f->memory.live, live);
        if (status == WGSStatus_Success) {
            assert_true(n > 1);
            break;
        }
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
    }
    expect_order(f, "ab");
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(an_empty_graph_has_an_order),
        WITH_FIXTURE(insertion_order_stays),
        WITH_FIXTURE(a_forward_dependency_moves_its_node_back),
        WITH_FIXTURE(a_read_waits_for_the_write),
        WITH_FIXTURE(a_write_waits_for_the_reads),
        WITH_FIXTURE(a_write_waits_for_the_write),
        WITH_FIXTURE(reads_do_not_wait_for_reads),
        WITH_FIXTURE(a_node_may_use_a_buffer_twice),
        WITH_FIXTURE(a_dependency_on_itself_has_no_effect),
        WITH_FIXTURE(a_repeated_dependency_is_kept_once),
        WITH_FIXTURE(explicit_dependencies_in_a_circle),
        WITH_FIXTURE(a_forward_dependency_against_a_hazard),
        WITH_FIXTURE(the_cycle_is_named_not_its_tail),
        WITH_FIXTURE(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
