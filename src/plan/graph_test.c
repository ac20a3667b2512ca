/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
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

static int released;
static void count_release(WGSGraph graph) {
    (void)graph;
    released++;
}

static WGSStatus create(
    wgs_failing_allocator* memory,
    wgs_capabilities const* capabilities,
    WGSGraph* graph,
    WGSError* error) {
    wgs_graph_hooks const hooks = {.release_graph = count_release};
    return wgs_graph_create(
        NULL,
        wgs_failing_allocator_hooks(memory),
        capabilities,
        hooks,
        wgs_string_view("label"),
        graph,
        "wgsF",
        error);
}

static void the_last_reference_frees(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    wgs_capabilities const capabilities = wgs_default_capabilities();
    WGSGraph graph;
    assert_int_equal(create(&memory, &capabilities, &graph, NULL), WGSStatus_Success);
    assert_string_equal(graph->label, "label");
    released = 0;
    wgs_graph_add_ref(graph);
    wgs_graph_release(graph);
    assert_int_equal(released, 0);
    wgs_graph_release(graph);
    assert_int_equal(released, 1);
    assert_int_equal(memory.live, 0);
    wgs_graph_release(NULL);
}

static void creation_without_memory(void** state) {
    (void)state;
    wgs_capabilities const capabilities = wgs_default_capabilities();
    released = 0;
    for (size_t n = 1;; n++) {
        wgs_failing_allocator memory = {.fail_at = n};
        WGSGraph graph = NULL;
        WGSError error = {0};
        if (create(&memory, &capabilities, &graph, &error) == WGSStatus_Success) {
            assert_true(n > 2);
            wgs_graph_release(graph);
            break;
        }
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_null(graph);
        assert_int_equal(memory.live, 0);
        assert_int_equal(released, 0); /* the context stays with the caller */
    }
}

/* item 1: every way of adding is refused once the graph is compiled, and adds nothing. */
static void a_compiled_graph_is_closed(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSError error = {0};
    assert_int_equal(wgs_graph_check_open(NULL, "wgsF", &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_string_equal(error.message, "wgsF: graph is NULL");
    assert_int_equal(wgs_graph_check_open(f->graph, "wgsF", &error), WGSStatus_Success);

    WGSNode const node = wgs_plan_fixture_node(f, "a", 0, NULL, 0, NULL);
    WGSNode const other = wgs_plan_fixture_node(f, "b", 0, NULL, 0, NULL);
    f->graph->compiled = true;
    WGSBuffer buffer;
    WGSValue value;
    WGSNode added;
    WGSStatus const statuses[] = {
        wgs_graph_add_buffer(f->graph, true, wgs_string_view("x"), 4, 1, &buffer, "wgsF", &error),
        wgs_graph_add_scratch(f->graph, "x", "y", 4, &buffer, "wgsF", &error),
        wgs_graph_add_value(f->graph, wgs_string_view("x"), 1, 1, &value, "wgsF", &error),
        wgs_graph_add_node(
            f->graph,
            WGS_NODE_CALLBACK,
            wgs_string_view("x"),
            0,
            NULL,
            0,
            NULL,
            &added,
            "wgsF",
            &error),
        wgs_graph_add_dependency(f->graph, node, other, "wgsF", &error),
        wgs_graph_add_kernel(f->graph, &(wgs_kernel_request){.parent = "x"}, "wgsF", &error),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        assert_int_equal(statuses[i], WGSStatus_InvalidState);
    assert_int_equal(error.detail, WGSErrorId_GraphCompiled);
    assert_int_equal(f->graph->buffer_count, 0);
    assert_int_equal(f->graph->value_count, 0);
    assert_int_equal(f->graph->node_count, 2);
    assert_int_equal(node->dependency_count, 0);
}

/* item 10, fault SZ-03: a buffer of 0 bytes is made 4, so that no binding is empty. */
static void buffers_keep_what_they_were_given(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const import = wgs_plan_fixture_import(f, "import", 64);
    WGSBuffer scratch;
    assert_int_equal(
        wgs_graph_add_scratch(f->graph, "sort", "counts", 0, &scratch, "wgsF", NULL),
        WGSStatus_Success);
    assert_true(import->imported);
    assert_int_equal(import->index, 0);
    assert_ptr_equal(import->graph, f->graph);
    assert_false(scratch->imported);
    assert_int_equal(scratch->index, 1);
    assert_string_equal(scratch->label, "sort.counts");
    assert_int_equal(scratch->size, 4); /* SZ-03: no buffer is empty */
    assert_true(scratch->usage == WGPUBufferUsage_Storage);
    assert_int_equal(
        wgs_graph_add_scratch(f->graph, "", "counts", 8, &scratch, "wgsF", NULL),
        WGSStatus_Success);
    assert_string_equal(scratch->label, "counts");
}

/* Tables are copied: what they were made from may go. */
static void tables_keep_their_words(void** state) {
    wgs_plan_fixture* const f = *state;
    uint32_t words[] = {7, 8, 9};
    WGSBuffer table;
    assert_int_equal(
        wgs_graph_add_table(f->graph, "bins", "edges", words, 3, &table, "wgsF", NULL), 0);
    words[1] = 0;
    assert_false(table->imported);
    assert_int_equal(table->size, 12);
    assert_int_equal(table->table[1], 8);
    assert_string_equal(table->label, "bins.edges");
    assert_true(table->usage == WGPUBufferUsage_Storage);
    WGSError error = {0};
    WGSBuffer none = NULL;
    assert_int_equal(
        wgs_graph_add_table(f->graph, "x", "y", words, UINT64_C(1) << 62, &none, "wgsF", &error),
        WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BufferTooLarge);
    assert_null(none);
}

/* item 5, fault ME-04: a size that is not whole words, or beyond the largest buffer, is refused
 * before anything is made. */
static void sizes_are_checked(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer buffer = NULL;
    WGSError error = {0};
    assert_int_equal(
        wgs_graph_add_buffer(f->graph, false, wgs_string_view("x"), 10, 1, &buffer, "wgsF", &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_InvalidSize);
    assert_string_equal(error.message, "wgsF: size is 10 but must be a multiple of 4");
    assert_int_equal(
        wgs_graph_add_scratch(f->graph, "x", "y", 268435460, &buffer, "wgsF", &error),
        WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BufferTooLarge);
    assert_string_equal(
        error.message, "wgsF: size is 268435460 bytes but a buffer holds at most 268435456");
    assert_int_equal(
        wgs_graph_add_scratch(f->graph, "x", "y", UINT64_MAX - 3, &buffer, "wgsF", &error),
        WGSStatus_TooLarge);
    assert_null(buffer);
    assert_int_equal(f->graph->buffer_count, 0);
}

static void values_have_a_maximum(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSValue value = NULL;
    WGSError error = {0};
    assert_int_equal(
        wgs_graph_add_value(f->graph, wgs_string_view("n"), 8, 7, &value, "wgsF", &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_ValueOutOfRange);
    assert_string_equal(error.message, "wgsF: value is 8 but maximum is 7");
    assert_int_equal(f->graph->value_count, 0);
    assert_int_equal(
        wgs_graph_add_value(f->graph, wgs_string_view("n"), 8, 0, &value, "wgsF", &error),
        WGSStatus_Success);
    assert_int_equal(value->maximum, 8);
    assert_int_equal(
        wgs_graph_add_value(f->graph, wgs_string_view("m"), 0, 9, &value, "wgsF", &error),
        WGSStatus_Success);
    assert_int_equal(value->value, 0);
    assert_int_equal(value->maximum, 9);
    assert_int_equal(value->index, 1);
}

/* item 4: what a function added before it failed is taken back as a whole. */
static void a_roll_back_frees_what_came_after_the_mark(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const kept = wgs_plan_fixture_import(f, "kept", 64);
    wgs_plan_fixture_node(f, "kept", 1, &kept, 0, NULL);
    wgs_graph_mark const mark = wgs_graph_get_mark(f->graph);
    size_t const live = f->memory.live;
    WGSBuffer const gone = wgs_plan_fixture_transient(f, "gone", 64);
    WGSValue value;
    assert_int_equal(
        wgs_graph_add_value(f->graph, wgs_string_view("n"), 1, 1, &value, "wgsF", NULL),
        WGSStatus_Success);
    wgs_plan_fixture_node(f, "gone", 1, &kept, 1, &gone);
    wgs_graph_roll_back(f->graph, mark);
    assert_int_equal(f->graph->buffer_count, 1);
    assert_int_equal(f->graph->value_count, 0);
    assert_int_equal(f->graph->node_count, 1);
    assert_int_equal(f->memory.live, live + 1); /* the array of values stays for later ones */
    assert_string_equal(f->graph->nodes[0]->label, "kept");
    assert_int_equal(wgs_plan_fixture_transient(f, "again", 4)->index, 1);
}

/* item 4: dependencies of nodes that stay are as they were, in their order. */
static void a_roll_back_undoes_dependencies(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const buffer = wgs_plan_fixture_import(f, "kept", 64);
    WGSNode nodes[4];
    for (size_t i = 0; i < 3; i++)
        nodes[i] = wgs_plan_fixture_node(f, "kept", 1, &buffer, 0, NULL);
    char const* const function = "wgsF";
    assert_int_equal(wgs_graph_add_dependency(f->graph, nodes[0], nodes[1], function, NULL), 0);
    wgs_graph_mark const mark = wgs_graph_get_mark(f->graph);
    nodes[3] = wgs_plan_fixture_node(f, "gone", 1, &buffer, 0, NULL);
    assert_int_equal(wgs_graph_add_dependency(f->graph, nodes[0], nodes[3], function, NULL), 0);
    assert_int_equal(wgs_graph_add_dependency(f->graph, nodes[3], nodes[1], function, NULL), 0);
    assert_int_equal(wgs_graph_add_dependency(f->graph, nodes[0], nodes[2], function, NULL), 0);
    assert_int_equal(wgs_graph_add_dependency(f->graph, nodes[0], nodes[1], function, NULL), 0);
    assert_int_equal(nodes[0]->dependency_count, 3);
    wgs_graph_roll_back(f->graph, mark);
    assert_int_equal(nodes[0]->dependency_count, 1);
    assert_ptr_equal(nodes[0]->dependencies[0], nodes[1]);
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, function, NULL), WGSStatus_Success);
    assert_ptr_equal(plan.order[0], nodes[1]);
    wgs_plan_free(&plan);
}

typedef WGSStatus (*adder)(wgs_plan_fixture* f, WGSError* error);

static WGSStatus one_buffer(wgs_plan_fixture* f, WGSError* error) {
    WGSBuffer buffer;
    return wgs_graph_add_buffer(
        f->graph, true, wgs_string_view("x"), 4, WGPUBufferUsage_Storage, &buffer, "wgsF", error);
}

static WGSStatus one_scratch(wgs_plan_fixture* f, WGSError* error) {
    WGSBuffer buffer;
    return wgs_graph_add_scratch(f->graph, "sort", "x", 4, &buffer, "wgsF", error);
}

static WGSStatus one_table(wgs_plan_fixture* f, WGSError* error) {
    static uint32_t const words[] = {5};
    WGSBuffer buffer;
    return wgs_graph_add_table(f->graph, "sort", "x", words, 1, &buffer, "wgsF", error);
}

static WGSStatus one_value(wgs_plan_fixture* f, WGSError* error) {
    WGSValue value;
    return wgs_graph_add_value(f->graph, wgs_string_view("n"), 1, 2, &value, "wgsF", error);
}

/* item 4, fault ME-01: each allocation fails once; the graph is as it was. */
static void without_memory_nothing_is_added(void** state) {
    wgs_plan_fixture* const f = *state;
    static adder const adders[] = {one_buffer, one_scratch, one_table, one_value};
    for (size_t a = 0; a < sizeof adders / sizeof *adders; a++) {
        for (size_t n = 1;; n++) {
            size_t const live = f->memory.live;
            wgs_graph_mark const before = wgs_graph_get_mark(f->graph);
            WGSError error = {0};
            wgs_fail_allocation(&f->memory, n);
            WGSStatus const status = adders[a](f, &error);
            wgs_fail_allocation(&f->memory, 0);
            wgs_graph_mark const after = wgs_graph_get_mark(f->graph);
            if (status == WGSStatus_Success) {
                assert_true(n > 2);
                break;
            }
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(error.detail, WGSErrorId_HostMemory);
            assert_memory_equal(&before, &after, sizeof before);
            assert_int_equal(f->memory.live, live);
        }
    }
    assert_int_equal(f->graph->buffer_count, 3);
    assert_int_equal(f->graph->value_count, 1);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(the_last_reference_frees),
        cmocka_unit_test(creation_without_memory),
        WITH_FIXTURE(a_compiled_graph_is_closed),
        WITH_FIXTURE(buffers_keep_what_they_were_given),
        WITH_FIXTURE(tables_keep_their_words),
        WITH_FIXTURE(sizes_are_checked),
        WITH_FIXTURE(values_have_a_maximum),
        WITH_FIXTURE(a_roll_back_frees_what_came_after_the_mark),
        WITH_FIXTURE(a_roll_back_undoes_dependencies),
        WITH_FIXTURE(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
