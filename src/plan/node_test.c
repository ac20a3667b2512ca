/* SPDX-License-Identifier: MIT */
/* The checks that all nodes share, and what a dispatch may do with one buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/graph.h"
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

/* Adds a node and checks that a refused one leaves the graph as it was. */
static void expect(
    wgs_plan_fixture* f,
    wgs_node_kind kind,
    size_t count,
    wgs_use const* uses,
    WGSErrorId id,
    char const* message) {
    WGSError error = {0};
    WGSNode node = NULL;
    size_t const nodes = f->graph->node_count;
    size_t const live = f->memory.live;
    WGSStatus const status = wgs_graph_add_node(
        f->graph, kind, wgs_string_view("n"), count, uses, 0, NULL, &node, "wgsF", &error);
    assert_int_equal(error.detail, id);
    if (message != NULL)
        assert_string_equal(error.message, message);
    if (id == WGSErrorId_None) {
        assert_int_equal(status, WGSStatus_Success);
        assert_int_equal(f->graph->node_count, nodes + 1);
        return;
    }
    assert_int_not_equal(status, WGSStatus_Success);
    assert_null(node);
    assert_int_equal(f->graph->node_count, nodes);
    assert_int_equal(f->memory.live, live);
}

static wgs_use use(WGSBuffer buffer, WGSAccess access, uint64_t offset, uint64_t size) {
    return (wgs_use){.buffer = buffer, .access = access, .offset = offset, .size = size};
}

static void
expect_pair(wgs_plan_fixture* f, wgs_use a, wgs_use b, WGSErrorId id, char const* message) {
    wgs_use const uses[2] = {a, b};
    expect(f, WGS_NODE_COMPUTE, 2, uses, id, message);
    wgs_use const reversed[2] = {b, a};
    expect(f, WGS_NODE_COMPUTE, 2, reversed, id, NULL);
}

static void uses_need_a_buffer_of_the_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    wgs_use const foreign[2] = {
        use(b, WGSAccess_StorageRead, 0, 4),
        use(wgs_plan_fixture_import(&other, "b", 4), WGSAccess_StorageWrite, 0, 4)};
    expect(
        f,
        WGS_NODE_CALLBACK,
        2,
        foreign,
        WGSErrorId_ForeignObject,
        "wgsF: the buffer of uses[1] belongs to another graph");
    wgs_use const missing = use(NULL, WGSAccess_StorageRead, 0, 4);
    expect(
        f,
        WGS_NODE_COMPUTE,
        1,
        &missing,
        WGSErrorId_ViewMissing,
        "wgsF: bindings[0].view has no buffer");
    wgs_plan_fixture_close(&other);
}

/* items 11, 12: what each kind of node may do with a buffer. */
static void accesses_depend_on_the_kind(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    struct {
        wgs_node_kind kind;
        WGSAccess access;
        WGSErrorId id;
    } const cases[] = {
        {WGS_NODE_COMPUTE, WGSAccess_StorageRead, WGSErrorId_None},
        {WGS_NODE_COMPUTE, WGSAccess_StorageWrite, WGSErrorId_None},
        {WGS_NODE_COMPUTE, WGSAccess_StorageReadWrite, WGSErrorId_None},
        {WGS_NODE_COMPUTE, WGSAccess_Uniform, WGSErrorId_None},
        {WGS_NODE_COMPUTE, WGSAccess_Undefined, WGSErrorId_InvalidEnum},
        {WGS_NODE_COMPUTE, WGSAccess_CopySource, WGSErrorId_InvalidEnum},
        {WGS_NODE_COMPUTE, WGSAccess_Indirect, WGSErrorId_None},
        {WGS_NODE_KERNEL, WGSAccess_Indirect, WGSErrorId_InvalidEnum},
        {WGS_NODE_COMPUTE, (WGSAccess)10, WGSErrorId_InvalidEnum},
        {WGS_NODE_CALLBACK, WGSAccess_Indirect, WGSErrorId_None},
        {WGS_NODE_CALLBACK, WGSAccess_CopyDestination, WGSErrorId_None},
        {WGS_NODE_CALLBACK, WGSAccess_Undefined, WGSErrorId_InvalidEnum},
        {WGS_NODE_CALLBACK, WGSAccess_Force32, WGSErrorId_InvalidEnum},
        {WGS_NODE_CALLBACK, WGSAccess_Vertex, WGSErrorId_MissingUsage},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wgs_use const one = use(b, cases[i].access, 0, 4);
        expect(f, cases[i].kind, 1, &one, cases[i].id, NULL);
    }
}

/* item 12, fault IN-08: storage, uniform, copy, indirect, vertex and index uses of a buffer that
 * has none of these usages. */
static void every_access_needs_its_usage(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer buffer;
    assert_int_equal(
        wgs_graph_add_buffer(
            f->graph,
            true,
            wgs_string_view("b"),
            64,
            WGPUBufferUsage_MapRead,
            &buffer,
            "wgsF",
            NULL),
        WGSStatus_Success);
    for (int access = WGSAccess_StorageRead; access <= WGSAccess_Index; access++) {
        wgs_use const one = use(buffer, (WGSAccess)access, 0, 4);
        expect(f, WGS_NODE_CALLBACK, 1, &one, WGSErrorId_MissingUsage, NULL);
    }
    wgs_use const one = use(buffer, WGSAccess_StorageWrite, 0, 4);
    expect(
        f,
        WGS_NODE_CALLBACK,
        1,
        &one,
        WGSErrorId_MissingUsage,
        "wgsF: uses[0] is used as StorageWrite but its buffer lacks the usage Storage");
}

static void ranges_lie_in_the_buffer(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    wgs_use const past = use(b, WGSAccess_StorageRead, 256, 772);
    expect(
        f,
        WGS_NODE_COMPUTE,
        1,
        &past,
        WGSErrorId_ViewOutOfRange,
        "wgsF: bindings[0].view is 772 bytes at offset 256 but its buffer holds 1024");
    wgs_use const wrapped = use(b, WGSAccess_StorageRead, UINT64_MAX - 255, 256);
    expect(f, WGS_NODE_COMPUTE, 1, &wrapped, WGSErrorId_ViewOutOfRange, NULL);
    wgs_use const empty = use(b, WGSAccess_StorageRead, 0, 0);
    expect(f, WGS_NODE_COMPUTE, 1, &empty, WGSErrorId_ViewOutOfRange, NULL);
}

/* item 9: by the device's own alignments, not by 256. */
static void bindings_are_aligned(void** state) {
    wgs_plan_fixture* const f = *state;
    f->capabilities.limits.minStorageBufferOffsetAlignment = 32;
    f->capabilities.limits.minUniformBufferOffsetAlignment = 64;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    wgs_use one = use(b, WGSAccess_StorageRead, 32, 4);
    expect(f, WGS_NODE_COMPUTE, 1, &one, WGSErrorId_None, NULL);
    one = use(b, WGSAccess_StorageRead, 36, 4);
    expect(
        f,
        WGS_NODE_COMPUTE,
        1,
        &one,
        WGSErrorId_InvalidOffset,
        "wgsF: bindings[0].view starts at offset 36 but must start at a multiple of 32");
    one = use(b, WGSAccess_Uniform, 32, 4);
    expect(f, WGS_NODE_COMPUTE, 1, &one, WGSErrorId_InvalidOffset, NULL);
    one = use(b, WGSAccess_Uniform, 64, 4);
    expect(f, WGS_NODE_COMPUTE, 1, &one, WGSErrorId_None, NULL);
}

/* item 45, fault BU-05: a binding that the device can't hold is refused, and one storage buffer
 * too many. */
static void bindings_have_a_largest_size_and_number(void** state) {
    wgs_plan_fixture* const f = *state;
    f->capabilities.limits.maxStorageBufferBindingSize = 512;
    f->capabilities.limits.maxStorageBuffersPerShaderStage = 2;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 1024);
    wgs_use const large = use(b, WGSAccess_StorageRead, 256, 516);
    expect(
        f,
        WGS_NODE_COMPUTE,
        1,
        &large,
        WGSErrorId_BindingTooLarge,
        "wgsF: bindings[0].view binds 516 bytes but a storage binding holds at most 512");
    wgs_use const many[4] = {
        use(b, WGSAccess_StorageRead, 0, 4),
        use(b, WGSAccess_Uniform, 0, 4),
        use(b, WGSAccess_StorageRead, 256, 4),
        use(b, WGSAccess_StorageRead, 512, 4)};
    expect(f, WGS_NODE_COMPUTE, 3, many, WGSErrorId_None, NULL);
    expect(
        f,
        WGS_NODE_COMPUTE,
        4,
        many,
        WGSErrorId_TooManyColumns,
        "wgsF: 3 storage bindings but a shader has at most 2");
}

/* items 13, 44, fault BU-02: the rule is per buffer, whatever the ranges. */
static void a_written_buffer_has_no_other_use(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "keys", 1024);
    WGSBuffer const c = wgs_plan_fixture_import(f, "c", 1024);
    wgs_use const write = use(b, WGSAccess_StorageWrite, 512, 4);
    expect_pair(
        f,
        use(b, WGSAccess_StorageRead, 0, 4),
        write,
        WGSErrorId_AliasedUse,
        "wgsF: bindings[0].view (StorageRead) and bindings[1].view (StorageWrite) share the buffer "
        "\"keys\": one dispatch can't write a buffer and use it otherwise");
    expect_pair(f, use(b, WGSAccess_Uniform, 0, 4), write, WGSErrorId_AliasedUse, NULL);
    expect_pair(
        f,
        use(b, WGSAccess_StorageRead, 0, 4),
        use(b, WGSAccess_StorageReadWrite, 512, 4),
        WGSErrorId_AliasedUse,
        NULL);
    expect_pair(
        f,
        use(b, WGSAccess_StorageRead, 0, 4),
        use(b, WGSAccess_StorageRead, 0, 4),
        WGSErrorId_None,
        NULL);
    expect_pair(
        f,
        use(b, WGSAccess_StorageRead, 0, 4),
        use(b, WGSAccess_Uniform, 0, 4),
        WGSErrorId_None,
        NULL);
    expect_pair(f, use(c, WGSAccess_StorageRead, 0, 4), write, WGSErrorId_None, NULL);
}

/* item 13: two writable bindings of one buffer may not meet after rounding to the alignment,
 * also when both are one view. */
static void two_writes_of_a_buffer_keep_apart(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "keys", 4096);
    wgs_use const write = use(b, WGSAccess_StorageWrite, 256, 260);
    expect_pair(f, use(b, WGSAccess_StorageReadWrite, 0, 256), write, WGSErrorId_None, NULL);
    expect_pair(f, use(b, WGSAccess_StorageWrite, 768, 256), write, WGSErrorId_None, NULL);
    expect_pair(f, use(b, WGSAccess_StorageWrite, 0, 260), write, WGSErrorId_AliasedUse, NULL);
    expect_pair(
        f,
        use(b, WGSAccess_StorageWrite, 512, 4),
        write,
        WGSErrorId_AliasedUse,
        "wgsF: bindings[0].view (StorageWrite) and bindings[1].view (StorageWrite) of the buffer "
        "\"keys\" meet after rounding to multiples of 256 bytes");
    expect_pair(f, write, write, WGSErrorId_AliasedUse, NULL);
}

static void callbacks_combine_uses_as_they_like(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 64);
    wgs_use const uses[2] = {
        use(b, WGSAccess_StorageWrite, 0, 64), use(b, WGSAccess_CopySource, 0, 64)};
    expect(f, WGS_NODE_CALLBACK, 2, uses, WGSErrorId_None, NULL);
}

static void copies_are_between_buffers(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const b = wgs_plan_fixture_import(f, "b", 64);
    WGSBuffer const c = wgs_plan_fixture_import(f, "c", 64);
    wgs_use uses[2] = {
        use(b, WGSAccess_CopySource, 0, 32), use(b, WGSAccess_CopyDestination, 32, 32)};
    expect(
        f,
        WGS_NODE_COPY,
        2,
        uses,
        WGSErrorId_AliasedUse,
        "wgsF: source and destination are one buffer");
    uses[1].buffer = c;
    expect(f, WGS_NODE_COPY, 2, uses, WGSErrorId_None, NULL);
    uses[1].offset = 36;
    expect(
        f,
        WGS_NODE_COPY,
        2,
        uses,
        WGSErrorId_ViewOutOfRange,
        "wgsF: destination is 32 bytes at offset 36 but its buffer holds 64");
}

/* item 15: an explicit dependency names a node of this graph. */
static void dependencies_are_nodes_of_the_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    WGSNode const a = wgs_plan_fixture_node(f, "a", 0, NULL, 0, NULL);
    WGSNode const foreign = wgs_plan_fixture_node(&other, "b", 0, NULL, 0, NULL);
    WGSNode const lists[2][2] = {{a, NULL}, {a, foreign}};
    static WGSErrorId const ids[2] = {WGSErrorId_NullArgument, WGSErrorId_ForeignObject};
    for (int i = 0; i < 2; i++) {
        WGSError error = {0};
        WGSNode node = NULL;
        assert_int_equal(
            wgs_graph_add_node(
                f->graph,
                WGS_NODE_CALLBACK,
                wgs_string_view("n"),
                0,
                NULL,
                2,
                lists[i],
                &node,
                "wgsF",
                &error),
            WGSStatus_InvalidArgument);
        assert_int_equal(error.detail, ids[i]);
        assert_int_equal(f->graph->node_count, 1);
        assert_int_equal(
            wgs_graph_add_dependency(f->graph, a, lists[i][1], "wgsF", &error),
            WGSStatus_InvalidArgument);
        assert_int_equal(error.detail, ids[i]);
        assert_int_equal(
            wgs_graph_add_dependency(f->graph, lists[i][1], a, "wgsF", &error),
            WGSStatus_InvalidArgument);
        assert_int_equal(error.detail, ids[i]);
    }
    assert_int_equal(a->dependency_count, 0);
    wgs_plan_fixture_close(&other);
}

static void without_memory_nothing_is_added(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode const a = wgs_plan_fixture_node(f, "a", 0, NULL, 0, NULL);
    for (int i = 0; i < 7; i++) /* so that the array of nodes has to grow */
        wgs_plan_fixture_node(f, "b", 0, NULL, 0, NULL);
    wgs_use const one = use(wgs_plan_fixture_import(f, "x", 64), WGSAccess_StorageRead, 0, 64);
    size_t const live = f->memory.live;
    for (size_t n = 1;; n++) {
        WGSError error = {0};
        WGSNode node = NULL;
        wgs_fail_allocation(&f->memory, n);
        WGSStatus const status = wgs_graph_add_node(
            f->graph,
            WGS_NODE_CALLBACK,
            wgs_string_view("n"),
            1,
            &one,
            1,
            &a,
            &node,
            "wgsF",
            &error);
        wgs_fail_allocation(&f->memory, 0);
        if (status == WGSStatus_Success) {
            assert_true(n > 5);
            break;
        }
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(f->graph->node_count, 8);
        assert_int_equal(f->memory.live, live);
        assert_null(node);
    }
    wgs_fail_allocation(&f->memory, 1);
    WGSError error = {0};
    assert_int_equal(
        wgs_graph_add_dependency(f->graph, a, f->graph->nodes[1], "wgsF", &error),
        WGSStatus_OutOfMemory);
    assert_int_equal(a->dependency_count, 0);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(uses_need_a_buffer_of_the_graph),
        WITH_FIXTURE(accesses_depend_on_the_kind),
        WITH_FIXTURE(every_access_needs_its_usage),
        WITH_FIXTURE(ranges_lie_in_the_buffer),
        WITH_FIXTURE(bindings_are_aligned),
        WITH_FIXTURE(bindings_have_a_largest_size_and_number),
        WITH_FIXTURE(a_written_buffer_has_no_other_use),
        WITH_FIXTURE(two_writes_of_a_buffer_keep_apart),
        WITH_FIXTURE(callbacks_combine_uses_as_they_like),
        WITH_FIXTURE(copies_are_between_buffers),
        WITH_FIXTURE(dependencies_are_nodes_of_the_graph),
        WITH_FIXTURE(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
