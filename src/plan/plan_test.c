/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

static wgs_plan build(wgs_plan_fixture* f) {
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "test", NULL), WGSStatus_Success);
    return plan;
}

/* The buffers of one radix sort of n pairs in the form of the reference system: 8 passes of 4 bits,
 * 256 keys a workgroup, a scan of two levels. The last pass writes the outputs. */
static void add_radix_sort(wgs_plan_fixture* f, uint64_t n) {
    uint64_t const counters = n / 256 * 16 * 4;
    WGSBuffer const in[2] = {
        wgs_plan_fixture_import(f, "keys", 4 * n), wgs_plan_fixture_import(f, "values", 4 * n)};
    WGSBuffer const out[2] = {
        wgs_plan_fixture_import(f, "keys", 4 * n), wgs_plan_fixture_import(f, "values", 4 * n)};
    WGSBuffer const other[2] = {
        wgs_plan_fixture_transient(f, "other keys", 4 * n),
        wgs_plan_fixture_transient(f, "other values", 4 * n)};
    WGSBuffer const counts = wgs_plan_fixture_transient(f, "counts", counters);
    WGSBuffer const offsets = wgs_plan_fixture_transient(f, "offsets", counters);
    WGSBuffer const sums = wgs_plan_fixture_transient(f, "sums", counters / 256);
    for (int pass = 0; pass < 8; pass++) {
        WGSBuffer const* const from = pass == 0 ? in : pass % 2 == 1 ? other : out;
        WGSBuffer const* const to = pass % 2 == 0 ? other : out;
        wgs_plan_fixture_node(f, "histogram", 1, from, 1, &counts);
        wgs_plan_fixture_node(f, "scan", 1, &counts, 2, (WGSBuffer[]){offsets, sums});
        wgs_plan_fixture_node(f, "add", 1, &sums, 1, &offsets);
        wgs_plan_fixture_node(f, "scatter", 3, (WGSBuffer[]){from[0], from[1], offsets}, 2, to);
    }
}

/* items 17, 38: the figures of the reference system: 0.53 MiB in 5 slots where the reference takes 34 MiB in
 * 257. */
static void chunks_share_the_scratch_of_one(void** state) {
    wgs_plan_fixture* const f = *state;
    for (int chunk = 0; chunk < 64; chunk++)
        add_radix_sort(f, 65536);
    wgs_plan plan = build(f);
    assert_int_equal(plan.transient_count, 64 * 5);
    assert_int_equal(plan.slot_count, 5);
    assert_int_equal(plan.physical_bytes, 2 * 262144 + 2 * 16384 + 64);
    assert_int_equal(plan.logical_bytes, 64 * plan.physical_bytes);
    for (size_t i = 0; i < plan.node_count; i++)
        assert_int_equal(plan.order[i]->index, i);
    wgs_plan_free(&plan);
}

/* items 38, 39: the other two figures of the reference system, 8.5 and 34 MiB. The small sorts fit into what
 * the large one needs, although they come first. */
static void the_largest_sort_decides(void** state) {
    wgs_plan_fixture* const f = *state;
    for (int chunk = 0; chunk < 4; chunk++)
        add_radix_sort(f, 1048576);
    wgs_plan plan = build(f);
    assert_int_equal(plan.physical_bytes, 8 * 1048576 + 2 * 262144 + 1024);
    wgs_plan_free(&plan);
    add_radix_sort(f, 4194304);
    plan = build(f);
    assert_int_equal(plan.slot_count, 5);
    assert_int_equal(plan.physical_bytes, 34 * 1048576 + 4096);
    wgs_plan_free(&plan);
}

/* Whatever their lengths and order: the promise of wgsGraphAddBatchSort. */
static void chunks_of_any_lengths_need_the_scratch_of_the_longest(void** state) {
    wgs_plan_fixture* const f = *state;
    for (uint64_t chunk = 1; chunk < 64; chunk++)
        add_radix_sort(f, (chunk * 37 % 64) * 4096);
    wgs_plan plan = build(f);
    assert_int_equal(plan.slot_count, 5);
    assert_int_equal(plan.physical_bytes, 8 * 258048 + 2 * 64512 + 252);
    wgs_plan_free(&plan);
}

/* fault GR-05: a write of ten rows starts the lifetime of the whole buffer. */
static void a_write_of_a_part_starts_the_lifetime(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_transient(f, "x", 4000);
    WGSBuffer const y = wgs_plan_fixture_transient(f, "y", 4000);
    wgs_use const part = {.buffer = x, .access = WGSAccess_StorageWrite, .size = 40};
    WGSNode node;
    assert_int_equal(
        wgs_graph_add_node(
            f->graph,
            WGS_NODE_CALLBACK,
            wgs_string_view("a"),
            1,
            &part,
            0,
            NULL,
            &node,
            "test",
            NULL),
        WGSStatus_Success);
    wgs_plan_fixture_node(f, "b", 0, NULL, 1, &y);
    wgs_plan_fixture_node(f, "c", 1, &x, 0, NULL);
    wgs_plan plan = build(f);
    assert_int_equal(plan.slot_count, 2);
    assert_int_not_equal(plan.slot_of_buffer[x->index], plan.slot_of_buffer[y->index]);
    wgs_plan_free(&plan);
}

/* items 17, 22: unused transients get no memory and count nowhere: the reuse that is told is
 * what there is. */
static void imports_and_unused_transients_have_no_slot(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const import = wgs_plan_fixture_import(f, "import", 64);
    WGSBuffer const unused = wgs_plan_fixture_transient(f, "unused", 64);
    WGSBuffer const used = wgs_plan_fixture_transient(f, "used", 32);
    wgs_plan_fixture_node(f, "a", 1, &import, 1, &used);
    wgs_plan plan = build(f);
    assert_int_equal(plan.slot_of_buffer[import->index], WGS_NO_SLOT);
    assert_int_equal(plan.slot_of_buffer[unused->index], WGS_NO_SLOT);
    assert_int_equal(plan.slot_of_buffer[used->index], 0);
    assert_int_equal(plan.first_use[unused->index], WGS_NEVER_USED);
    assert_int_equal(plan.first_use[import->index], 0);
    assert_int_equal(plan.transient_count, 1);
    assert_int_equal(plan.logical_bytes, 32);
    assert_int_equal(plan.physical_bytes, 32);
    wgs_plan_free(&plan);
}

/* item 17: lifetimes follow the run order, not the order of insertion. */
static void a_moved_node_moves_its_lifetimes(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const x = wgs_plan_fixture_transient(f, "x", 64);
    WGSBuffer const y = wgs_plan_fixture_transient(f, "y", 64);
    WGSNode const late = wgs_plan_fixture_node(f, "late", 0, NULL, 1, &x);
    wgs_plan_fixture_node(f, "y", 0, NULL, 1, &y);
    WGSNode const last = wgs_plan_fixture_node(f, "last", 1, &y, 0, NULL);
    assert_int_equal(
        wgs_graph_add_dependency(f->graph, late, last, "test", NULL), WGSStatus_Success);
    wgs_plan plan = build(f);
    assert_ptr_equal(plan.order[2], late);
    assert_int_equal(plan.first_use[x->index], 2);
    assert_int_equal(plan.slot_count, 1);
    wgs_plan_free(&plan);
}

/* item 22, fault SZ-15: a sum of bytes that no longer fits is refused. */
static void bytes_past_2_64_are_refused(void** state) {
    wgs_plan_fixture* const f = *state;
    f->capabilities.limits.maxBufferSize = UINT64_MAX;
    WGSBuffer const halves[2] = {
        wgs_plan_fixture_transient(f, "x", UINT64_C(1) << 63),
        wgs_plan_fixture_transient(f, "y", UINT64_C(1) << 63)};
    wgs_plan_fixture_node(f, "a", 0, NULL, 2, halves);
    wgs_plan plan;
    WGSError error = {0};
    assert_int_equal(wgs_plan_build(f->graph, &plan, "wgsF", &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BufferTooLarge);
}

static void without_memory_there_is_no_plan(void** state) {
    wgs_plan_fixture* const f = *state;
    add_radix_sort(f, 65536);
    size_t const live = f->memory.live;
    for (size_t n = 1;; n++) {
        wgs_plan plan;
        WGSError error = {0};
        wgs_fail_allocation(&f->memory, n);
        WGSStatus const status = wgs_plan_build(f->graph, &plan, "test", &error);
        wgs_fail_allocation(&f->memory, 0);
        if (status == WGSStatus_Success) {
            assert_true(n > 7);
            wgs_plan_free(&plan);
            break;
        }
        assert_int_equal(error.status, WGSStatus_OutOfMemory);
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(f->memory.live, live);
    }
    assert_int_equal(f->memory.live, live);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(chunks_share_the_scratch_of_one),
        WITH_FIXTURE(the_largest_sort_decides),
        WITH_FIXTURE(chunks_of_any_lengths_need_the_scratch_of_the_longest),
        WITH_FIXTURE(a_write_of_a_part_starts_the_lifetime),
        WITH_FIXTURE(imports_and_unused_transients_have_no_slot),
        WITH_FIXTURE(a_moved_node_moves_its_lifetimes),
        WITH_FIXTURE(bytes_past_2_64_are_refused),
        WITH_FIXTURE(without_memory_there_is_no_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
