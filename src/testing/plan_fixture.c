/* SPDX-License-Identifier: MIT */
#include "testing/plan_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_USES = 32 };

static WGPUBufferUsage const all_uses = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc |
                                        WGPUBufferUsage_CopyDst | WGPUBufferUsage_Uniform |
                                        WGPUBufferUsage_Indirect;

/* There is no WebGPU object to release and no context. */
static void release_nothing(WGSGraph graph) { (void)graph; }

wgs_capabilities wgs_default_capabilities(void) {
    return (wgs_capabilities){
        .limits = {
            .maxBufferSize = 268435456,
            .maxStorageBufferBindingSize = 134217728,
            .maxComputeWorkgroupsPerDimension = 65535,
            .maxStorageBuffersPerShaderStage = 8,
            .maxComputeInvocationsPerWorkgroup = 256,
            .maxComputeWorkgroupStorageSize = 16384,
            .minStorageBufferOffsetAlignment = 256,
            .minUniformBufferOffsetAlignment = 256}};
}

WGPUStringView wgs_string_view(char const* text) {
    return (WGPUStringView){.data = text, .length = WGPU_STRLEN};
}

void wgs_plan_fixture_open(wgs_plan_fixture* fixture) {
    *fixture = (wgs_plan_fixture){.capabilities = wgs_default_capabilities()};
    wgs_graph_hooks const hooks = {.release_graph = release_nothing};
    assert_int_equal(
        wgs_graph_create(
            NULL,
            wgs_failing_allocator_hooks(&fixture->memory),
            &fixture->capabilities,
            hooks,
            wgs_string_view("graph"),
            &fixture->graph,
            "test",
            NULL),
        WGSStatus_Success);
}

void wgs_plan_fixture_close(wgs_plan_fixture* fixture) {
    wgs_graph_release(fixture->graph);
    assert_int_equal(fixture->memory.live, 0);
}

static WGSBuffer
add_buffer(wgs_plan_fixture* fixture, bool imported, char const* label, uint64_t size) {
    WGSBuffer buffer = NULL;
    assert_int_equal(
        wgs_graph_add_buffer(
            fixture->graph,
            imported,
            wgs_string_view(label),
            size,
            all_uses,
            &buffer,
            "test",
            NULL),
        WGSStatus_Success);
    return buffer;
}

WGSBuffer wgs_plan_fixture_import(wgs_plan_fixture* fixture, char const* label, uint64_t size) {
    return add_buffer(fixture, true, label, size);
}

WGSBuffer wgs_plan_fixture_transient(wgs_plan_fixture* fixture, char const* label, uint64_t size) {
    return add_buffer(fixture, false, label, size);
}

WGSNode wgs_plan_fixture_node(
    wgs_plan_fixture* fixture,
    char const* label,
    size_t read_count,
    WGSBuffer const* reads,
    size_t write_count,
    WGSBuffer const* writes) {
    wgs_use uses[MOST_USES];
    size_t count = 0;
    assert_true(read_count + write_count <= MOST_USES);
    for (size_t i = 0; i < read_count; i++)
        uses[count++] =
            (wgs_use){.buffer = reads[i], .access = WGSAccess_StorageRead, .size = reads[i]->size};
    for (size_t i = 0; i < write_count; i++)
        uses[count++] = (wgs_use){
            .buffer = writes[i], .access = WGSAccess_StorageWrite, .size = writes[i]->size};
    WGSNode node = NULL;
    assert_int_equal(
        wgs_graph_add_node(
            fixture->graph,
            WGS_NODE_CALLBACK,
            wgs_string_view(label),
            count,
            uses,
            0,
            NULL,
            &node,
            "test",
            NULL),
        WGSStatus_Success);
    return node;
}
