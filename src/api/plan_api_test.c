/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/plan_fixture.h"
#include "wgsort/graph.h"

/* Two transients that are in use together, of 4000 and 1000 bytes. */
static int open_fixture(void** state) {
    static wgs_plan_fixture f;
    wgs_plan_fixture_open(&f);
    WGSBuffer const buffers[2] = {
        wgs_plan_fixture_transient(&f, "x", 1000), wgs_plan_fixture_transient(&f, "y", 4000)};
    buffers[0]->usage = WGPUBufferUsage_Storage | WGPUBufferUsage_Indirect;
    buffers[1]->usage = WGPUBufferUsage_Storage;
    wgs_plan_fixture_node(&f, "write", 0, NULL, 2, buffers);
    wgs_plan_fixture_node(&f, "read", 2, buffers, 0, NULL);
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    wgs_plan_fixture_close(*state);
    return 0;
}

/* item 22: the physical buffers behind the transients, before anything is allocated. */
static void scratch_is_told_in_two_calls(void** state) {
    wgs_plan_fixture* const f = *state;
    size_t count = 99;
    assert_int_equal(wgsGraphGetScratch(f->graph, &count, NULL, NULL), WGSStatus_Success);
    assert_int_equal(count, 2);
    WGSScratch scratches[3] = {{0}, {0}, {.size = 77}};
    count = 3;
    assert_int_equal(wgsGraphGetScratch(f->graph, &count, scratches, NULL), WGSStatus_Success);
    assert_int_equal(count, 2);
    assert_int_equal(scratches[0].size, 4000);
    assert_true(scratches[0].usage == WGPUBufferUsage_Storage);
    assert_int_equal(scratches[1].size, 1000);
    assert_true(scratches[1].usage == (WGPUBufferUsage_Storage | WGPUBufferUsage_Indirect));
    assert_int_equal(scratches[2].size, 77);
}

static void preflight_needs_its_pointers(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSPreflight preflight = {.nodeCount = 77};
    WGSError error = {0};
    assert_int_equal(wgsGraphPreflight(NULL, NULL, &preflight, &error), WGSStatus_InvalidArgument);
    assert_string_equal(error.message, "wgsGraphPreflight: graph is NULL");
    assert_int_equal(wgsGraphPreflight(f->graph, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_string_equal(error.message, "wgsGraphPreflight: preflight is NULL");
    WGSPreflightDescriptor const tight = {.maxScratchBytes = 4999};
    assert_int_equal(wgsGraphPreflight(f->graph, &tight, &preflight, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_ScratchTooLarge);
    assert_int_equal(preflight.nodeCount, 77);
    WGSPreflightDescriptor const enough = {.maxScratchBytes = 5000};
    assert_int_equal(wgsGraphPreflight(f->graph, &enough, &preflight, &error), WGSStatus_Success);
    assert_int_equal(preflight.nodeCount, 2);
    assert_int_equal(preflight.scratchBytes, 5000);
}

static void scratch_needs_room(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSScratch scratches[2] = {{.size = 77}};
    size_t count = 1;
    WGSError error = {0};
    assert_int_equal(
        wgsGraphGetScratch(f->graph, &count, scratches, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_InvalidSize);
    assert_string_equal(
        error.message, "wgsGraphGetScratch: count is 1 but the graph needs 2 scratch buffers");
    assert_int_equal(count, 1);
    assert_int_equal(scratches[0].size, 77);
}

static void explain_in_two_calls(void** state) {
    wgs_plan_fixture* const f = *state;
    for (int format = WGSExplainFormat_Text; format <= WGSExplainFormat_DOT; format++) {
        size_t needed = 0;
        assert_int_equal(
            wgsGraphExplain(f->graph, (WGSExplainFormat)format, NULL, &needed, NULL),
            WGSStatus_Success);
        assert_true(needed > 100);
        char text[4096];
        size_t size = sizeof text;
        assert_int_equal(
            wgsGraphExplain(f->graph, (WGSExplainFormat)format, text, &size, NULL),
            WGSStatus_Success);
        assert_int_equal(size, needed);
        assert_int_equal(strlen(text) + 1, needed);
        size = 10;
        assert_int_equal(
            wgsGraphExplain(f->graph, (WGSExplainFormat)format, text, &size, NULL),
            WGSStatus_Success);
        assert_int_equal(size, needed);
        assert_int_equal(strlen(text), 9);
    }
}

static void a_compiled_graph_can_be_asked(void** state) {
    wgs_plan_fixture* const f = *state;
    f->graph->compiled = true;
    size_t count = 0;
    assert_int_equal(wgsGraphGetScratch(f->graph, &count, NULL, NULL), WGSStatus_Success);
    char text[4096];
    size_t size = sizeof text;
    assert_int_equal(
        wgsGraphExplain(f->graph, WGSExplainFormat_JSON, text, &size, NULL), WGSStatus_Success);
    assert_non_null(strstr(text, "\"compiled\": true"));
}

static void arguments_are_checked(void** state) {
    wgs_plan_fixture* const f = *state;
    char text[16];
    size_t size = sizeof text;
    WGSError e;
    WGSStatus const statuses[] = {
        wgsGraphExplain(NULL, WGSExplainFormat_Text, text, &size, &e),
        wgsGraphExplain(f->graph, WGSExplainFormat_Text, text, NULL, &e),
        wgsGraphExplain(f->graph, WGSExplainFormat_Text, NULL, &size, &e),
        wgsGraphGetScratch(NULL, &size, NULL, &e),
        wgsGraphGetScratch(f->graph, NULL, NULL, &e),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        assert_int_equal(statuses[i], WGSStatus_InvalidArgument);
        assert_int_equal(e.detail, WGSErrorId_NullArgument);
    }
    static int const formats[] = {-1, 3, WGSExplainFormat_Force32};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        assert_int_equal(
            wgsGraphExplain(f->graph, (WGSExplainFormat)formats[i], text, &size, &e),
            WGSStatus_InvalidArgument);
        assert_int_equal(e.detail, WGSErrorId_InvalidEnum);
    }
    assert_int_equal(size, sizeof text);
}

static void a_cycle_has_no_plan(void** state) {
    wgs_plan_fixture* const f = *state;
    assert_int_equal(
        wgs_graph_add_dependency(f->graph, f->graph->nodes[0], f->graph->nodes[1], "test", NULL),
        WGSStatus_Success);
    size_t size = 0;
    WGSError e;
    assert_int_equal(wgsGraphGetScratch(f->graph, &size, NULL, &e), WGSStatus_InvalidArgument);
    assert_int_equal(e.detail, WGSErrorId_DependencyCycle);
    assert_string_equal(
        e.message,
        "wgsGraphGetScratch: node 0 \"write\" depends on node 1 \"read\", which itself has to run "
        "after it");
    assert_int_equal(
        wgsGraphExplain(f->graph, WGSExplainFormat_Text, NULL, &size, &e),
        WGSStatus_InvalidArgument);
    assert_int_equal(e.detail, WGSErrorId_DependencyCycle);
}

static void without_memory_there_is_an_error(void** state) {
    wgs_plan_fixture* const f = *state;
    size_t const live = f->memory.live;
    for (int call = 0; call < 2; call++) {
        for (size_t n = 1;; n++) {
            size_t size = 0;
            WGSError e;
            wgs_fail_allocation(&f->memory, n);
            WGSStatus const status =
                call == 0 ? wgsGraphGetScratch(f->graph, &size, NULL, &e)
                          : wgsGraphExplain(f->graph, WGSExplainFormat_Text, NULL, &size, &e);
            wgs_fail_allocation(&f->memory, 0);
            assert_int_equal(f->memory.live, live);
            if (status == WGSStatus_Success) {
                assert_true(n > 7);
                break;
            }
            assert_int_equal(e.detail, WGSErrorId_HostMemory);
            assert_int_equal(size, 0);
        }
    }
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(scratch_is_told_in_two_calls),
        WITH_FIXTURE(preflight_needs_its_pointers),
        WITH_FIXTURE(scratch_needs_room),
        WITH_FIXTURE(explain_in_two_calls),
        WITH_FIXTURE(a_compiled_graph_can_be_asked),
        WITH_FIXTURE(arguments_are_checked),
        WITH_FIXTURE(a_cycle_has_no_plan),
        WITH_FIXTURE(without_memory_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
