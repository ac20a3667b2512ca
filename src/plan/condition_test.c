/* SPDX-License-Identifier: MIT */
/* Conditions and publications as part of a graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

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

static int yes(void const* parameters, void* userdata) {
    (void)parameters;
    (void)userdata;
    return 1;
}

static WGSStatus push(wgs_plan_fixture* f, char const* label, WGSError* error) {
    WGSConditionDescriptor const condition = {.label = wgs_string_view(label), .evaluate = yes};
    return wgs_graph_push_condition(f->graph, &condition, "wgsF", error);
}

static WGSStatus pop(wgs_plan_fixture* f) {
    return wgs_graph_pop_condition(f->graph, "wgsF", NULL);
}

static WGSNode add(wgs_plan_fixture* f) { return wgs_plan_fixture_node(f, "n", 0, NULL, 0, NULL); }

/* item 14: a condition holds for what is added between push and pop, and conditions nest. */
static void nodes_are_under_the_innermost_condition(void** state) {
    wgs_plan_fixture* const f = *state;
    assert_int_equal(add(f)->condition, WGS_NO_CONDITION);
    assert_int_equal(push(f, "outer", NULL), WGSStatus_Success);
    assert_int_equal(add(f)->condition, 0);
    assert_int_equal(push(f, "inner", NULL), WGSStatus_Success);
    assert_int_equal(add(f)->condition, 1);
    assert_int_equal(pop(f), WGSStatus_Success);
    assert_int_equal(add(f)->condition, 0);
    assert_int_equal(push(f, "sibling", NULL), WGSStatus_Success);
    assert_int_equal(add(f)->condition, 2);
    assert_int_equal(pop(f), WGSStatus_Success);
    assert_int_equal(pop(f), WGSStatus_Success);
    assert_int_equal(add(f)->condition, WGS_NO_CONDITION);
    assert_int_equal(f->graph->conditions[0].parent, WGS_NO_CONDITION);
    assert_int_equal(f->graph->conditions[1].parent, 0);
    assert_int_equal(f->graph->conditions[2].parent, 0);
}

static void pushes_and_pops_are_pairs(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSError error = {0};
    assert_int_equal(wgs_graph_pop_condition(f->graph, "wgsF", &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ConditionStack);
    assert_string_equal(error.message, "wgsF: no condition is pushed");
    assert_int_equal(push(f, "when", NULL), WGSStatus_Success);
    assert_int_equal(
        wgs_graph_check_conditions_closed(f->graph, "wgsF", &error), WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_ConditionStack);
    assert_string_equal(error.message, "wgsF: condition 0, \"when\", was pushed and not popped");
    assert_int_equal(pop(f), WGSStatus_Success);
    assert_int_equal(wgs_graph_check_conditions_closed(f->graph, "wgsF", NULL), WGSStatus_Success);
}

static void a_roll_back_closes_what_was_pushed_since(void** state) {
    wgs_plan_fixture* const f = *state;
    assert_int_equal(push(f, "kept", NULL), WGSStatus_Success);
    wgs_graph_mark const mark = wgs_graph_get_mark(f->graph);
    size_t const live = f->memory.live;
    assert_int_equal(push(f, "dropped", NULL), WGSStatus_Success);
    add(f);
    wgs_graph_roll_back(f->graph, mark);
    assert_int_equal(f->memory.live, live + 1); /* the array of nodes keeps its room */
    assert_int_equal(f->graph->condition_count, 1);
    assert_int_equal(add(f)->condition, 0);
}

static void publish(wgs_plan_fixture* f, WGSNode node, WGSErrorId id, char const* message) {
    WGSPublicationDescriptor const publication = {.label = wgs_string_view("p"), .node = node};
    WGSError error = {0};
    WGSStatus const status = wgs_graph_add_publication(f->graph, &publication, "wgsF", &error);
    assert_int_equal(error.detail, id);
    assert_int_equal(status == WGSStatus_Success, id == WGSErrorId_None);
    if (message != NULL)
        assert_string_equal(error.message, message);
}

/* item 11: a publication belongs to one node; item 14: never to one under a condition. */
static void publications_are_checked(void** state) {
    wgs_plan_fixture* const f = *state;
    publish(f, NULL, WGSErrorId_Publication, "wgsF: the graph has no node that could publish");
    WGSNode const first = add(f);
    WGSNode const second = add(f);
    publish(f, NULL, WGSErrorId_None, NULL);
    assert_null(first->publication);
    assert_string_equal(second->publication, "p");
    publish(f, second, WGSErrorId_Publication, "wgsF: node 1, \"n\", publishes already");
    publish(f, first, WGSErrorId_None, NULL);
    assert_int_equal(push(f, "when", NULL), WGSStatus_Success);
    add(f);
    publish(f, NULL, WGSErrorId_Publication, "wgsF: node 2, \"n\", is under a condition");
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    publish(f, add(&other), WGSErrorId_ForeignObject, "wgsF: node belongs to another graph");
    wgs_plan_fixture_close(&other);
}

static void a_compiled_graph_takes_no_more(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const node = add(f);
    f->graph->compiled = true;
    assert_int_equal(push(f, "late", NULL), WGSStatus_InvalidState);
    assert_int_equal(pop(f), WGSStatus_InvalidState);
    publish(f, node, WGSErrorId_GraphCompiled, NULL);
}

static void without_memory_nothing_is_added(void** state) {
    wgs_plan_fixture* const f = *state;
    add(f);
    size_t n = 1;
    for (;; n++) {
        size_t const live = f->memory.live;
        WGSError error = {0};
        wgs_fail_allocation(&f->memory, n);
        WGSStatus const status = push(f, "when", &error);
        wgs_fail_allocation(&f->memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(f->memory.live, live);
        assert_int_equal(f->graph->condition_count, 0);
        assert_int_equal(f->graph->open_condition, WGS_NO_CONDITION);
    }
    assert_int_equal(n, 3);
    assert_int_equal(pop(f), WGSStatus_Success);
    wgs_fail_allocation(&f->memory, 1);
    publish(f, NULL, WGSErrorId_HostMemory, NULL);
    wgs_fail_allocation(&f->memory, 0);
    assert_null(f->graph->nodes[0]->publication);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(nodes_are_under_the_innermost_condition),
        WITH_FIXTURE(pushes_and_pops_are_pairs),
        WITH_FIXTURE(a_roll_back_closes_what_was_pushed_since),
        WITH_FIXTURE(publications_are_checked),
        WITH_FIXTURE(a_compiled_graph_takes_no_more),
        WITH_FIXTURE(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
