/* SPDX-License-Identifier: MIT */
/* The caller's own nodes, without a device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/fake_gpu.h"
#include "testing/plan_fixture.h"

typedef struct fixture {
    wgs_fake_gpu gpu;
    WGSGraph graph;
    wgs_fake_object pipeline;
    wgs_fake_object layout;
    WGSBuffer keys;   /* 1024 bytes, storage, uniform, indirect and copies */
    WGSBuffer counts; /* likewise */
    WGSBuffer bare;   /* 1024 bytes, index */
    WGSError error;   /* of the last refused call */
} fixture;

static WGSBuffer add_buffer(WGSGraph graph, char const* label, WGPUBufferUsage usage) {
    WGSBuffer buffer = NULL;
    WGSTransientDescriptor const descriptor = {
        .label = wgs_string_view(label), .size = 1024, .usage = usage};
    assert_int_equal(wgsGraphCreateTransient(graph, &descriptor, &buffer, NULL), WGSStatus_Success);
    return buffer;
}

static int open_fixture(void** state) {
    static fixture f;
    f = (fixture){.pipeline = {.references = 1}, .layout = {.references = 1}};
    WGSContext const context = wgs_fake_context(&f.gpu);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f.graph, NULL), WGSStatus_Success);
    WGPUBufferUsage const all = WGPUBufferUsage_Storage | WGPUBufferUsage_Uniform |
                                WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst |
                                WGPUBufferUsage_Indirect;
    f.keys = add_buffer(f.graph, "keys", all);
    f.counts = add_buffer(f.graph, "counts", all);
    f.bare = add_buffer(f.graph, "bare", WGPUBufferUsage_Index);
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    assert_int_equal(f->gpu.context_references, 1);
    assert_int_equal(f->pipeline.references, 1);
    assert_int_equal(f->layout.references, 1);
    assert_int_equal(f->gpu.memory.live, 0);
    return 0;
}

static void
expect_refused(fixture* f, WGSStatus status, WGSErrorId id, char const* message, size_t nodes) {
    assert_int_not_equal(status, WGSStatus_Success);
    assert_int_equal(f->error.status, status);
    assert_int_equal(f->error.detail, id);
    if (message != NULL)
        assert_string_equal(f->error.message, message);
    assert_int_equal(f->graph->node_count, nodes);
    assert_int_equal(f->graph->buffer_count, 3);
    assert_int_equal(f->pipeline.references, 1);
    assert_int_equal(f->layout.references, 1);
}

/* --- Compute ------------------------------------------------------------------------------- */

static WGSComputeDescriptor compute(fixture* f, size_t count, WGSBinding const* bindings) {
    return (WGSComputeDescriptor){
        .label = wgs_string_view("mine"),
        .pipeline = wgs_fake_pipeline(&f->pipeline),
        .groupLayout = wgs_fake_layout(&f->layout),
        .bindingCount = count,
        .bindings = bindings,
        .workgroupCount = {1, 2, 3}};
}

static void
refuse_compute(fixture* f, WGSComputeDescriptor descriptor, WGSErrorId id, char const* message) {
    WGSNode node = NULL;
    size_t const nodes = f->graph->node_count;
    size_t const live = f->gpu.memory.live;
    WGSStatus const status = wgsGraphAddCompute(f->graph, &descriptor, &node, &f->error);
    expect_refused(f, status, id, message, nodes);
    assert_int_equal(f->gpu.memory.live, live);
    assert_null(node);
}

static void refuse_binding(fixture* f, WGSBinding binding, WGSErrorId id, char const* message) {
    refuse_compute(f, compute(f, 1, &binding), id, message);
}

/* item 11: a dispatch of the caller's pipeline. */
static void a_dispatch_becomes_a_node(void** state) {
    fixture* const f = *state;
    WGSBinding const bindings[2] = {
        {4, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint64, 256, 10}},
        {2, WGSAccess_StorageWrite, {f->counts, WGSFormat_Undefined, 512, 0}},
    };
    WGSComputeDescriptor const descriptor = compute(f, 2, bindings);
    WGSNode node;
    assert_int_equal(wgsGraphAddCompute(f->graph, &descriptor, &node, NULL), WGSStatus_Success);
    assert_int_equal(node->kind, WGS_NODE_COMPUTE);
    assert_string_equal(node->label, "mine");
    assert_int_equal(node->use_count, 2);
    assert_int_equal(node->uses[0].offset, 256);
    assert_int_equal(node->uses[0].size, 80);
    assert_int_equal(node->uses[1].size, 512); /* to the end */
    assert_int_equal(node->as.compute.binding_numbers[0], 4);
    assert_int_equal(node->as.compute.binding_numbers[1], 2);
    assert_int_equal(node->as.compute.workgroups[2], 3);
    assert_int_equal(f->pipeline.references, 2);
    assert_int_equal(f->layout.references, 2);
    WGSComputeDescriptor plain = compute(f, 0, NULL);
    plain.groupLayout = NULL;
    plain.dependencyCount = 1;
    plain.dependencies = &node;
    assert_int_equal(wgsGraphAddCompute(f->graph, &plain, NULL, NULL), WGSStatus_Success);
    assert_int_equal(f->layout.references, 2);
    assert_ptr_equal(f->graph->nodes[1]->dependencies[0], node);
}

static void dispatches_need_their_pointers(void** state) {
    fixture* const f = *state;
    WGSComputeDescriptor descriptor = compute(f, 0, NULL);
    expect_refused(
        f,
        wgsGraphAddCompute(NULL, &descriptor, NULL, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddCompute: graph is NULL",
        0);
    expect_refused(
        f,
        wgsGraphAddCompute(f->graph, NULL, NULL, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddCompute: descriptor is NULL",
        0);
    descriptor.pipeline = NULL;
    refuse_compute(f, descriptor, WGSErrorId_NullArgument, "wgsGraphAddCompute: pipeline is NULL");
    refuse_compute(
        f, compute(f, 1, NULL), WGSErrorId_NullArgument, "wgsGraphAddCompute: bindings is NULL");
    descriptor = compute(f, 0, NULL);
    descriptor.dependencyCount = 1;
    refuse_compute(
        f, descriptor, WGSErrorId_NullArgument, "wgsGraphAddCompute: dependencies is NULL");
    WGSNode const none = NULL;
    descriptor.dependencies = &none;
    refuse_compute(
        f, descriptor, WGSErrorId_NullArgument, "wgsGraphAddCompute: dependencies[0] is NULL");
}

static void dispatches_have_a_largest_size(void** state) {
    fixture* const f = *state;
    f->gpu.capabilities.limits.maxComputeWorkgroupsPerDimension = 2;
    WGSComputeDescriptor descriptor = compute(f, 0, NULL);
    refuse_compute(
        f,
        descriptor,
        WGSErrorId_DispatchTooLarge,
        "wgsGraphAddCompute: workgroupCount[2] is 3 but the device dispatches at most 2");
    descriptor.workgroupCount[2] = 0;
    assert_int_equal(wgsGraphAddCompute(f->graph, &descriptor, NULL, NULL), WGSStatus_Success);
}

static void bindings_are_checked(void** state) {
    fixture* const f = *state;
    WGSView const keys = {f->keys, WGSFormat_Uint32, 0, 4};
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {.format = WGSFormat_Uint32, .length = 1}},
        WGSErrorId_ViewMissing,
        "wgsGraphAddCompute: bindings[0].view has no buffer");
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, (WGSFormat)77, 0, 1}},
        WGSErrorId_ViewFormat,
        "wgsGraphAddCompute: the format of bindings[0].view is 77, which is none");
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Undefined, 0, 1}},
        WGSErrorId_ViewFormat,
        NULL);
    refuse_binding(f, (WGSBinding){0, WGSAccess_Undefined, keys}, WGSErrorId_InvalidEnum, NULL);
    refuse_binding(f, (WGSBinding){0, WGSAccess_CopySource, keys}, WGSErrorId_InvalidEnum, NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 128, 1}},
        WGSErrorId_InvalidOffset,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_Uniform, {f->keys, WGSFormat_Uint32, 128, 1}},
        WGSErrorId_InvalidOffset,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 0, 257}},
        WGSErrorId_ViewOutOfRange,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 0, UINT64_MAX / 2}},
        WGSErrorId_ViewOutOfRange,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Undefined, 2048, 0}},
        WGSErrorId_ViewOutOfRange,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 0, 0}},
        WGSErrorId_ViewOutOfRange,
        NULL);
    refuse_binding(
        f,
        (WGSBinding){0, WGSAccess_StorageRead, {f->bare, WGSFormat_Uint32, 0, 4}},
        WGSErrorId_MissingUsage,
        NULL);
    f->gpu.capabilities.limits.maxStorageBufferBindingSize = 12;
    refuse_binding(
        f, (WGSBinding){0, WGSAccess_StorageRead, keys}, WGSErrorId_BindingTooLarge, NULL);
}

static void bindings_are_checked_together(void** state) {
    fixture* const f = *state;
    WGSView const low = {f->keys, WGSFormat_Uint32, 0, 4};
    WGSView const high = {f->keys, WGSFormat_Uint32, 512, 4};
    WGSView const counts = {f->counts, WGSFormat_Uint32, 0, 4};
    WGSBinding const same_number[2] = {
        {3, WGSAccess_StorageRead, low}, {3, WGSAccess_StorageWrite, counts}};
    refuse_compute(
        f,
        compute(f, 2, same_number),
        WGSErrorId_DuplicateBinding,
        "wgsGraphAddCompute: bindings[0] and bindings[1] both have the number 3");
    WGSBinding const read_and_write[2] = {
        {0, WGSAccess_StorageRead, low}, {1, WGSAccess_StorageWrite, high}};
    refuse_compute(f, compute(f, 2, read_and_write), WGSErrorId_AliasedUse, NULL);
    WGSBinding const uniform_and_write[2] = {
        {0, WGSAccess_Uniform, low}, {1, WGSAccess_StorageWrite, high}};
    refuse_compute(f, compute(f, 2, uniform_and_write), WGSErrorId_AliasedUse, NULL);
    WGSBinding const two_writes[2] = {
        {0, WGSAccess_StorageWrite, low}, {1, WGSAccess_StorageWrite, low}};
    refuse_compute(f, compute(f, 2, two_writes), WGSErrorId_AliasedUse, NULL);
    f->gpu.capabilities.limits.maxStorageBuffersPerShaderStage = 1;
    WGSBinding const two_storages[2] = {
        {0, WGSAccess_StorageRead, low}, {1, WGSAccess_StorageRead, counts}};
    refuse_compute(f, compute(f, 2, two_storages), WGSErrorId_TooManyColumns, NULL);
}

/* --- Copy ---------------------------------------------------------------------------------- */

static void
refuse_copy(fixture* f, WGSCopyDescriptor descriptor, WGSErrorId id, char const* message) {
    WGSNode node = NULL;
    size_t const nodes = f->graph->node_count;
    WGSStatus const status = wgsGraphAddCopy(f->graph, &descriptor, &node, &f->error);
    expect_refused(f, status, id, message, nodes);
    assert_null(node);
}

static WGSCopyDescriptor
copy(fixture* f, uint64_t source_offset, uint64_t destination_offset, uint64_t size) {
    return (WGSCopyDescriptor){
        .source = f->keys,
        .sourceOffset = source_offset,
        .destination = f->counts,
        .destinationOffset = destination_offset,
        .size = size};
}

/* item 14: the counts of an indirect dispatch are a use of the node by themselves: 12 bytes, at a
 * multiple of 4, of a buffer that the dispatch does not write. */
static void indirect_counts_become_a_use(void** state) {
    fixture* const f = *state;
    WGSBinding const binding = {1, WGSAccess_StorageWrite, {f->keys, WGSFormat_Uint32, 0, 4}};
    WGSComputeDescriptor descriptor = compute(f, 1, &binding);
    memset(descriptor.workgroupCount, 0, sizeof descriptor.workgroupCount);
    descriptor.indirect = (WGSView){f->counts, WGSFormat_Uint32, 4, 3};
    WGSNode node = NULL;
    assert_int_equal(wgsGraphAddCompute(f->graph, &descriptor, &node, NULL), WGSStatus_Success);
    assert_true(wgs_node_is_indirect(node));
    assert_int_equal(node->use_count, 2);
    assert_int_equal(wgs_node_binding_count(node), 1);
    assert_int_equal(node->uses[1].access, WGSAccess_Indirect);
    assert_int_equal(node->uses[1].offset, 4);
    assert_int_equal(node->uses[1].size, 12);
}

/* item 14, fault IN-08: counts of a wrong size, offset, range or usage, or that the dispatch
 * writes. */
static void indirect_counts_are_checked(void** state) {
    fixture* const f = *state;
    WGSBinding binding = {1, WGSAccess_StorageWrite, {f->keys, WGSFormat_Uint32, 0, 4}};
    WGSComputeDescriptor const direct = compute(f, 1, &binding);
    WGSComputeDescriptor descriptor = direct;
    descriptor.indirect = (WGSView){f->counts, WGSFormat_Uint32, 0, 3};
    refuse_compute(
        f,
        descriptor,
        WGSErrorId_InvalidSize,
        "wgsGraphAddCompute: workgroupCount[0] is 1 but must be 0 beside indirect");
    memset(descriptor.workgroupCount, 0, sizeof descriptor.workgroupCount);
    descriptor.indirect.length = 4;
    refuse_compute(
        f,
        descriptor,
        WGSErrorId_ViewFormat,
        "wgsGraphAddCompute: indirect has format 1 and 4 elements but must be 3 of Uint32");
    descriptor.indirect = (WGSView){f->counts, WGSFormat_Uint32, 2, 3};
    refuse_compute(
        f,
        descriptor,
        WGSErrorId_InvalidOffset,
        "wgsGraphAddCompute: indirect starts at offset 2 but must start at a multiple of 4");
    descriptor.indirect.offset = f->counts->size - 8;
    refuse_compute(f, descriptor, WGSErrorId_ViewOutOfRange, NULL);
    descriptor.indirect = (WGSView){f->keys, WGSFormat_Uint32, 64, 3};
    refuse_compute(f, descriptor, WGSErrorId_AliasedUse, NULL);
    descriptor.indirect = (WGSView){f->counts, WGSFormat_Uint32, 0, 3};
    f->counts->usage = WGPUBufferUsage_Storage;
    refuse_compute(f, descriptor, WGSErrorId_MissingUsage, NULL);
    binding.access = WGSAccess_Indirect;
    refuse_compute(
        f,
        direct,
        WGSErrorId_InvalidEnum,
        "wgsGraphAddCompute: the access of bindings[0].view is Indirect, which is no binding");
}

/* item 11: a copy between buffers. */
static void a_copy_becomes_a_node(void** state) {
    fixture* const f = *state;
    WGSNode node;
    WGSCopyDescriptor descriptor = copy(f, 4, 8, 1016);
    assert_int_equal(wgsGraphAddCopy(f->graph, &descriptor, &node, NULL), WGSStatus_Success);
    assert_int_equal(node->kind, WGS_NODE_COPY);
    assert_ptr_equal(node->uses[0].buffer, f->keys);
    assert_ptr_equal(node->uses[1].buffer, f->counts);
    assert_int_equal(node->uses[0].offset, 4);
    assert_int_equal(node->uses[1].offset, 8);
    assert_int_equal(node->uses[1].size, 1016);
    descriptor = copy(f, 0, 0, 0);
    assert_int_equal(wgsGraphAddCopy(f->graph, &descriptor, NULL, NULL), WGSStatus_Success);
}

static void copies_are_checked(void** state) {
    fixture* const f = *state;
    refuse_copy(
        f,
        copy(f, 0, 0, 10),
        WGSErrorId_InvalidSize,
        "wgsGraphAddCopy: size is 10 but must be a multiple of 4");
    refuse_copy(
        f,
        copy(f, 2, 0, 8),
        WGSErrorId_InvalidOffset,
        "wgsGraphAddCopy: sourceOffset is 2 but must be a multiple of 4");
    refuse_copy(
        f,
        copy(f, 0, 3, 8),
        WGSErrorId_InvalidOffset,
        "wgsGraphAddCopy: destinationOffset is 3 but must be a multiple of 4");
    refuse_copy(
        f,
        copy(f, 8, 0, 1020),
        WGSErrorId_ViewOutOfRange,
        "wgsGraphAddCopy: source is 1020 bytes at offset 8 but its buffer holds 1024");
    refuse_copy(f, copy(f, 0, 8, 1020), WGSErrorId_ViewOutOfRange, NULL);
    refuse_copy(f, copy(f, UINT64_MAX - 3, 0, 8), WGSErrorId_ViewOutOfRange, NULL);
    WGSCopyDescriptor descriptor = copy(f, 0, 512, 8);
    descriptor.destination = f->keys;
    refuse_copy(f, descriptor, WGSErrorId_AliasedUse, NULL);
    descriptor.destination = NULL;
    refuse_copy(
        f, descriptor, WGSErrorId_ViewMissing, "wgsGraphAddCopy: destination has no buffer");
    descriptor.destination = f->bare;
    refuse_copy(f, descriptor, WGSErrorId_MissingUsage, NULL);
    descriptor = copy(f, 0, 0, 8);
    descriptor.dependencyCount = 1;
    refuse_copy(f, descriptor, WGSErrorId_NullArgument, NULL);
    expect_refused(
        f,
        wgsGraphAddCopy(f->graph, NULL, NULL, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddCopy: descriptor is NULL",
        0);
    expect_refused(
        f, wgsGraphAddCopy(NULL, &descriptor, NULL, &f->error), WGSErrorId_NullArgument, NULL, 0);
}

/* --- Callback ------------------------------------------------------------------------------ */

static void record_nothing(WGSRecording const* recording, void* userdata) {
    (void)recording;
    (void)userdata;
}

static void
refuse_callback(fixture* f, WGSCallbackDescriptor descriptor, WGSErrorId id, char const* message) {
    WGSNode node = NULL;
    size_t const nodes = f->graph->node_count;
    size_t const live = f->gpu.memory.live;
    WGSStatus const status = wgsGraphAddCallback(f->graph, &descriptor, &node, &f->error);
    expect_refused(f, status, id, message, nodes);
    assert_int_equal(f->gpu.memory.live, live);
    assert_null(node);
}

/* item 11: commands of the caller's, with the buffers that they use. */
static void a_callback_becomes_a_node(void** state) {
    fixture* const f = *state;
    WGSUse const uses[2] = {{f->keys, WGSAccess_StorageReadWrite}, {f->keys, WGSAccess_CopySource}};
    int data = 0;
    WGSCallbackDescriptor const descriptor = {
        .useCount = 2, .uses = uses, .callback = record_nothing, .userdata = &data};
    WGSNode node;
    assert_int_equal(wgsGraphAddCallback(f->graph, &descriptor, &node, NULL), WGSStatus_Success);
    assert_int_equal(node->kind, WGS_NODE_CALLBACK);
    assert_int_equal(node->uses[0].size, 1024);
    assert_ptr_equal(node->as.callback.callback, record_nothing);
    assert_ptr_equal(node->as.callback.userdata, &data);
}

static void callbacks_are_checked(void** state) {
    fixture* const f = *state;
    WGSUse use = {f->keys, WGSAccess_StorageRead};
    WGSCallbackDescriptor descriptor = {.useCount = 1, .uses = &use};
    refuse_callback(
        f, descriptor, WGSErrorId_NullArgument, "wgsGraphAddCallback: callback is NULL");
    descriptor.callback = record_nothing;
    descriptor.uses = NULL;
    refuse_callback(f, descriptor, WGSErrorId_NullArgument, "wgsGraphAddCallback: uses is NULL");
    descriptor.uses = &use;
    use.buffer = NULL;
    refuse_callback(
        f, descriptor, WGSErrorId_ViewMissing, "wgsGraphAddCallback: uses[0] has no buffer");
    use.buffer = f->keys;
    use.access = (WGSAccess)10;
    refuse_callback(
        f,
        descriptor,
        WGSErrorId_InvalidEnum,
        "wgsGraphAddCallback: the access of uses[0] is 10, which this node does not take");
    use.access = WGSAccess_Index;
    refuse_callback(
        f,
        descriptor,
        WGSErrorId_MissingUsage,
        "wgsGraphAddCallback: uses[0] is used as Index but its buffer lacks the usage Index");
    use.access = WGSAccess_StorageRead;
    descriptor.dependencyCount = 1;
    refuse_callback(f, descriptor, WGSErrorId_NullArgument, NULL);
    expect_refused(
        f, wgsGraphAddCallback(f->graph, NULL, NULL, &f->error), WGSErrorId_NullArgument, NULL, 0);
    expect_refused(
        f,
        wgsGraphAddCallback(NULL, &descriptor, NULL, &f->error),
        WGSErrorId_NullArgument,
        NULL,
        0);
}

/* --- All of them --------------------------------------------------------------------------- */

typedef WGSStatus (*adder)(fixture* f, WGSNode dependency, WGSError* error);

static WGSStatus add_compute(fixture* f, WGSNode dependency, WGSError* error) {
    WGSBinding const binding = {0, WGSAccess_StorageRead, {f->keys, WGSFormat_Uint32, 0, 4}};
    WGSComputeDescriptor descriptor = compute(f, 1, &binding);
    descriptor.dependencyCount = dependency != NULL ? 1 : 0;
    descriptor.dependencies = &dependency;
    return wgsGraphAddCompute(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_copy(fixture* f, WGSNode dependency, WGSError* error) {
    WGSCopyDescriptor descriptor = copy(f, 0, 0, 4);
    descriptor.dependencyCount = dependency != NULL ? 1 : 0;
    descriptor.dependencies = &dependency;
    return wgsGraphAddCopy(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_callback(fixture* f, WGSNode dependency, WGSError* error) {
    WGSUse const use = {f->keys, WGSAccess_StorageRead};
    WGSCallbackDescriptor const descriptor = {
        .useCount = 1,
        .uses = &use,
        .callback = record_nothing,
        .dependencyCount = dependency != NULL ? 1 : 0,
        .dependencies = &dependency};
    return wgsGraphAddCallback(f->graph, &descriptor, NULL, error);
}

static WGSStatus add_dependency(fixture* f, WGSNode dependency, WGSError* error) {
    return wgsGraphAddDependency(f->graph, f->graph->nodes[0], dependency, error);
}

static adder const adders[] = {add_compute, add_copy, add_callback, add_dependency};
enum { ADDER_COUNT = sizeof adders / sizeof *adders };

/* A dependency of another graph, and then a buffer of another graph. */
static void foreign_objects_are_refused(void** state) {
    fixture* const f = *state;
    fixture* const other = &(fixture){.pipeline = {.references = 1}};
    assert_int_equal(
        wgsContextCreateGraph(wgs_fake_context(&other->gpu), NULL, &other->graph, NULL),
        WGSStatus_Success);
    other->keys = add_buffer(other->graph, "keys", WGPUBufferUsage_Storage);
    assert_int_equal(add_callback(other, NULL, NULL), WGSStatus_Success);
    assert_int_equal(add_callback(f, NULL, NULL), WGSStatus_Success);
    for (size_t a = 0; a < ADDER_COUNT; a++) {
        WGSStatus const status = adders[a](f, other->graph->nodes[0], &f->error);
        expect_refused(f, status, WGSErrorId_ForeignObject, NULL, 1);
    }
    assert_int_equal(f->graph->nodes[0]->dependency_count, 0);
    WGSBuffer const mine = f->keys;
    f->keys = other->keys;
    for (size_t a = 0; a < 3; a++) {
        WGSStatus const status = adders[a](f, NULL, &f->error);
        expect_refused(f, status, WGSErrorId_ForeignObject, NULL, 1);
    }
    f->keys = mine;
    wgsGraphRelease(other->graph);
}

/* item 1: no node and no dependency after compile. */
static void a_compiled_graph_takes_nothing(void** state) {
    fixture* const f = *state;
    assert_int_equal(add_callback(f, NULL, NULL), WGSStatus_Success);
    f->graph->compiled = true;
    for (size_t a = 0; a < ADDER_COUNT; a++) {
        WGSStatus const status = adders[a](f, f->graph->nodes[0], &f->error);
        assert_int_equal(status, WGSStatus_InvalidState);
        expect_refused(f, status, WGSErrorId_GraphCompiled, NULL, 1);
    }
}

static void dependencies_need_their_pointers(void** state) {
    fixture* const f = *state;
    assert_int_equal(add_callback(f, NULL, NULL), WGSStatus_Success);
    WGSNode const node = f->graph->nodes[0];
    expect_refused(
        f,
        wgsGraphAddDependency(NULL, node, node, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddDependency: graph is NULL",
        1);
    expect_refused(
        f,
        wgsGraphAddDependency(f->graph, NULL, node, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddDependency: node is NULL",
        1);
    expect_refused(
        f,
        wgsGraphAddDependency(f->graph, node, NULL, &f->error),
        WGSErrorId_NullArgument,
        "wgsGraphAddDependency: dependency is NULL",
        1);
}

/* fault ME-01: each allocation fails once; the graph is as it was. */
static void without_memory_nothing_changes(void** state) {
    fixture* const f = *state;
    wgs_failing_allocator* const memory = &f->gpu.memory;
    assert_int_equal(add_callback(f, NULL, NULL), WGSStatus_Success);
    assert_int_equal(add_callback(f, NULL, NULL), WGSStatus_Success);
    WGSNode const dependency = f->graph->nodes[1];
    /* The graph's list of dependencies has room from now on. */
    assert_int_equal(
        wgsGraphAddDependency(f->graph, f->graph->nodes[1], f->graph->nodes[0], NULL),
        WGSStatus_Success);
    for (size_t a = 0; a < ADDER_COUNT; a++) {
        for (size_t n = 1;; n++) {
            size_t const live = memory->live;
            size_t const nodes = f->graph->node_count;
            int const pipeline_references = f->pipeline.references;
            wgs_fail_allocation(memory, n);
            WGSStatus const status = adders[a](f, dependency, &f->error);
            wgs_fail_allocation(memory, 0);
            if (status == WGSStatus_Success) {
                assert_true(n > 1);
                break;
            }
            assert_int_equal(status, WGSStatus_OutOfMemory);
            assert_int_equal(f->error.detail, WGSErrorId_HostMemory);
            assert_int_equal(f->graph->node_count, nodes);
            assert_int_equal(f->graph->nodes[0]->dependency_count, 0);
            assert_int_equal(f->pipeline.references, pipeline_references);
            assert_int_equal(memory->live, live);
        }
    }
    assert_int_equal(f->graph->node_count, 5);
    assert_int_equal(f->graph->nodes[0]->dependency_count, 1);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(a_dispatch_becomes_a_node),
        WITH_FIXTURE(dispatches_need_their_pointers),
        WITH_FIXTURE(dispatches_have_a_largest_size),
        WITH_FIXTURE(bindings_are_checked),
        WITH_FIXTURE(bindings_are_checked_together),
        WITH_FIXTURE(indirect_counts_become_a_use),
        WITH_FIXTURE(indirect_counts_are_checked),
        WITH_FIXTURE(a_copy_becomes_a_node),
        WITH_FIXTURE(copies_are_checked),
        WITH_FIXTURE(a_callback_becomes_a_node),
        WITH_FIXTURE(callbacks_are_checked),
        WITH_FIXTURE(foreign_objects_are_refused),
        WITH_FIXTURE(a_compiled_graph_takes_nothing),
        WITH_FIXTURE(dependencies_need_their_pointers),
        WITH_FIXTURE(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
