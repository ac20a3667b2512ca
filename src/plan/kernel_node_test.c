/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "testing/plan_fixture.h"

typedef struct sample_data {
    uint32_t tile;
    uint64_t length;
} sample_data;

/* A workgroup for every tile of the length, or of the first value where there is one. */
static void prepare(void const* data, uint32_t const* values, wgs_launch* launch) {
    sample_data const* const sample = data;
    uint64_t const count = sample->length > 0 ? sample->length : values[0];
    launch->params[0] = (uint32_t)count;
    launch->workgroups = (count + sample->tile - 1) / sample->tile;
}

static wgs_kernel_binding const kernel_bindings[] = {
    {"params", WGS_BINDING_UNIFORM, 0},
    {"keys", WGS_BINDING_READ, 1},
    {"counts", WGS_BINDING_READ_WRITE, 2}};
static wgs_kernel_binding const fragment_bindings[] = {{"values", WGS_BINDING_READ, 5}};
static char const* const params_names[] = {"count", "keys_base", "values_base"};
static wgs_kernel const kernel = {
    .name = "sample",
    .primitive = "sample",
    .binding_count = 3,
    .bindings = kernel_bindings,
    .params_words = 3,
    .params_names = params_names};
static wgs_fragment const fragment = {
    .name = "payload", .binding_count = 1, .bindings = fragment_bindings};

typedef struct sample {
    wgs_plan_fixture fixture;
    wgs_kernel_binding_use uses[3];
    sample_data data;
    wgs_kernel_request request;
} sample;

static int open_sample(void** state) {
    static sample s;
    s = (sample){.data = {.tile = 256, .length = 1000}};
    wgs_plan_fixture_open(&s.fixture);
    WGSBuffer const keys = wgs_plan_fixture_import(&s.fixture, "keys", 8192);
    WGSBuffer const values = wgs_plan_fixture_import(&s.fixture, "values", 8192);
    WGSBuffer const counts = wgs_plan_fixture_transient(&s.fixture, "counts", 64);
    s.uses[0] = (wgs_kernel_binding_use){
        "values", {values, WGSFormat_Uint64, 12, 1000}, WGSAccess_StorageRead};
    s.uses[1] =
        (wgs_kernel_binding_use){"keys", {keys, WGSFormat_Uint32, 4, 1000}, WGSAccess_StorageRead};
    s.uses[2] = (wgs_kernel_binding_use){
        "counts", {counts, WGSFormat_Uint32, 0, 16}, WGSAccess_StorageWrite};
    s.request = (wgs_kernel_request){
        .parent = "sort",
        .role = "histogram",
        .note = "why",
        .variant = {.kernel = &kernel, .fragment_count = 1, .fragments = {&fragment}},
        .use_count = 3,
        .uses = s.uses,
        .prepare = prepare,
        .data = &s.data,
        .data_size = sizeof s.data,
        .rows = 1000};
    *state = &s;
    return 0;
}

static int close_sample(void** state) {
    sample* const s = *state;
    wgs_plan_fixture_close(&s->fixture);
    return 0;
}

static WGSStatus add(sample* s, WGSError* error) {
    return wgs_graph_add_kernel(s->fixture.graph, &s->request, "wgsF", error);
}

static void refuse(sample* s, WGSErrorId id, char const* message) {
    WGSError error = {0};
    size_t const live = s->fixture.memory.live;
    assert_int_not_equal(add(s, &error), WGSStatus_Success);
    assert_int_equal(error.detail, id);
    if (message != NULL)
        assert_string_equal(error.message, message);
    assert_int_equal(s->fixture.graph->node_count, 0);
    assert_int_equal(s->fixture.memory.live, live);
}

static void a_request_becomes_a_node(void** state) {
    sample* const s = *state;
    assert_int_equal(add(s, NULL), WGSStatus_Success);
    s->data.tile = 0; /* the node has a copy */
    WGSNode const node = s->fixture.graph->nodes[0];
    assert_int_equal(node->kind, WGS_NODE_KERNEL);
    assert_string_equal(node->label, "sort.histogram");
    assert_string_equal(node->note, "why");
    assert_int_equal(node->rows, 1000);
    assert_int_equal(node->use_count, 3);
    assert_int_equal(node->as.kernel.binding_numbers[0], 5);
    assert_int_equal(node->as.kernel.binding_numbers[1], 1);
    assert_int_equal(node->as.kernel.binding_numbers[2], 2);
    assert_int_equal(node->uses[0].offset, 12);
    assert_int_equal(node->uses[0].size, 8000);
    assert_int_equal(node->uses[2].access, WGSAccess_StorageWrite);
    wgs_launch launch;
    wgs_plan_launch(node, NULL, &launch);
    assert_int_equal(launch.params[0], 1000);
    assert_int_equal(launch.workgroups, 4);
}

static void a_note_is_optional(void** state) {
    sample* const s = *state;
    s->request.note = NULL;
    assert_int_equal(add(s, NULL), WGSStatus_Success);
    assert_null(s->fixture.graph->nodes[0]->note);
}

static void launches_take_values(void** state) {
    sample* const s = *state;
    WGSGraph const graph = s->fixture.graph;
    WGSValue other;
    WGSValue count;
    assert_int_equal(
        wgs_graph_add_value(graph, wgs_string_view("m"), 7, 7, &other, "wgsF", NULL),
        WGSStatus_Success);
    assert_int_equal(
        wgs_graph_add_value(graph, wgs_string_view("n"), 257, 1000, &count, "wgsF", NULL),
        WGSStatus_Success);
    s->data.length = 0;
    s->request.value_count = 1;
    s->request.values[0] = count;
    assert_int_equal(add(s, NULL), WGSStatus_Success);
    wgs_launch launch;
    wgs_plan_launch(graph->nodes[0], NULL, &launch);
    assert_int_equal(launch.workgroups, 2);
    uint32_t const replaced[2] = {9, 0};
    wgs_plan_launch(graph->nodes[0], replaced, &launch);
    assert_int_equal(launch.workgroups, 0);
}

/* fault BU-01: the message has the words of the kernel: in and out are one buffer. */
static void aliased_bindings_are_named(void** state) {
    sample* const s = *state;
    s->uses[2].view.buffer = s->uses[1].view.buffer;
    refuse(
        s,
        WGSErrorId_AliasedUse,
        "wgsF: keys (StorageRead) and counts (StorageWrite) share the buffer \"keys\": one "
        "dispatch "
        "can't write a buffer and use it otherwise");
}

static void views_are_checked_as_bound(void** state) {
    sample* const s = *state;
    s->uses[1].view.length = 2048;
    refuse(s, WGSErrorId_ViewOutOfRange, NULL);
    s->uses[1].view.length = 0;
    refuse(s, WGSErrorId_ViewOutOfRange, NULL);
    s->uses[1].view.length = 1000;
    s->uses[1].view.offset = 6;
    refuse(s, WGSErrorId_InvalidOffset, NULL);
    s->uses[1].view.offset = 4;
    s->fixture.capabilities.limits.maxStorageBufferBindingSize = 8008;
    refuse(
        s,
        WGSErrorId_BindingTooLarge,
        "wgsF: values binds 8012 bytes but a storage binding holds at most 8008");
}

/* item 25: more workgroups than x, y and z hold are refused when the node is added. */
static void the_launch_must_fit_one_dispatch(void** state) {
    sample* const s = *state;
    WGSGraph const graph = s->fixture.graph;
    s->fixture.capabilities.limits.maxComputeWorkgroupsPerDimension = 2;
    s->data.tile = 100;
    refuse(
        s,
        WGSErrorId_DispatchTooLarge,
        "wgsF: histogram needs 10 workgroups but one dispatch has at most 8");
    /* and so must the launch with the largest values */
    WGSValue count;
    assert_int_equal(
        wgs_graph_add_value(graph, wgs_string_view("n"), 1, 801, &count, "wgsF", NULL),
        WGSStatus_Success);
    s->data.length = 0;
    s->request.value_count = 1;
    s->request.values[0] = count;
    refuse(s, WGSErrorId_DispatchTooLarge, NULL);
    count->maximum = 800;
    assert_int_equal(add(s, NULL), WGSStatus_Success);
}

static void values_of_other_graphs_are_refused(void** state) {
    sample* const s = *state;
    wgs_plan_fixture other;
    wgs_plan_fixture_open(&other);
    s->request.value_count = 1;
    assert_int_equal(
        wgs_graph_add_value(
            other.graph, wgs_string_view("n"), 1, 1, &s->request.values[0], "wgsF", NULL),
        WGSStatus_Success);
    refuse(s, WGSErrorId_ForeignObject, NULL);
    wgs_plan_fixture_close(&other);
}

/* Faults of a primitive are told, never dispatched. */
static void requests_match_their_kernel(void** state) {
    sample* const s = *state;
    s->request.use_count = 2;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->request.use_count = 3;
    s->uses[1].name = "values";
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->uses[1].name = "key";
    refuse(
        s,
        WGSErrorId_FeatureUnsupported,
        "wgsF: internal fault: key of kernel sample does not match its WGSL");
    s->uses[1].name = "params";
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->uses[1].name = "keys";
    s->uses[1].access = WGSAccess_StorageWrite;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->uses[1].access = WGSAccess_StorageRead;
    s->uses[2].view = (WGSView){s->uses[2].view.buffer, WGSFormat_Uint32, 4, 1}; /* has no base */
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->uses[2].view.offset = 0;
    s->uses[2].view.format = WGSFormat_Undefined;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->uses[2].view.format = WGSFormat_Uint32;
    s->request.data_size = WGS_NODE_DATA_SIZE + 1;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->request.data_size = sizeof s->data;
    s->request.prepare = NULL;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->request.prepare = prepare;
    s->request.value_count = WGS_NODE_MAX_VALUES + 1;
    refuse(s, WGSErrorId_FeatureUnsupported, NULL);
    s->request.value_count = 0;
    assert_int_equal(add(s, NULL), WGSStatus_Success);
}

static void without_memory_nothing_is_added(void** state) {
    sample* const s = *state;
    wgs_failing_allocator* const memory = &s->fixture.memory;
    for (size_t n = 1;; n++) {
        WGSError error = {0};
        size_t const live = memory->live;
        wgs_fail_allocation(memory, n);
        WGSStatus const status = add(s, &error);
        wgs_fail_allocation(memory, 0);
        if (status == WGSStatus_Success) {
            assert_true(n > 6);
            break;
        }
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(s->fixture.graph->node_count, 0);
        assert_int_equal(memory->live, live);
    }
    assert_int_equal(s->fixture.graph->node_count, 1);
}

#define WITH_SAMPLE(test) cmocka_unit_test_setup_teardown(test, open_sample, close_sample)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_SAMPLE(a_request_becomes_a_node),
        WITH_SAMPLE(a_note_is_optional),
        WITH_SAMPLE(launches_take_values),
        WITH_SAMPLE(aliased_bindings_are_named),
        WITH_SAMPLE(views_are_checked_as_bound),
        WITH_SAMPLE(the_launch_must_fit_one_dispatch),
        WITH_SAMPLE(values_of_other_graphs_are_refused),
        WITH_SAMPLE(requests_match_their_kernel),
        WITH_SAMPLE(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
