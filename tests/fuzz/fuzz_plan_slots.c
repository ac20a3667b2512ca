/* SPDX-License-Identifier: MIT */
/*
 * Any bytes make a graph; its plan must hold what plan.h promises. All checks are written anew from
 * the rules, not from the code: pairs of nodes that conflict, a transitive closure, live bytes.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "plan/access.h"
#include "plan/explain.h"
#include "testing/failing_allocator.h"
#include "testing/json_check.h"

enum {
    MOST_NODES = 24,
    MOST_BUFFERS = 12,
    MOST_USES = 5,
    MOST_DEPENDENCIES = 3,
    MOST_TEXT = 1 << 16
};

/* The graph that the bytes describe, and what has to hold for it. */
typedef struct subject {
    wgs_failing_allocator memory;
    wgs_capabilities capabilities;
    WGSGraph graph;
    bool before[MOST_NODES][MOST_NODES]; /* [a][b]: a has to run before b */
    bool forward;                        /* an explicit dependency points forward */
} subject;

static void release_nothing(WGSGraph graph) { (void)graph; }

static void open_graph(subject* s) {
    s->capabilities.limits = (WGSLimits){
        .maxBufferSize = UINT64_C(1) << 40,
        .maxStorageBufferBindingSize = UINT64_C(1) << 40,
        .maxComputeWorkgroupsPerDimension = 65535,
        .maxStorageBuffersPerShaderStage = 8,
        .minStorageBufferOffsetAlignment = 256,
        .minUniformBufferOffsetAlignment = 256};
    wgs_graph_hooks const hooks = {.release_graph = release_nothing};
    WGSStatus const status = wgs_graph_create(
        NULL,
        wgs_failing_allocator_hooks(&s->memory),
        &s->capabilities,
        hooks,
        (WGPUStringView){.data = "fuzz", .length = WGPU_STRLEN},
        &s->graph,
        "fuzz",
        NULL);
    FUZZ_CHECK(status == WGSStatus_Success);
}

static WGPUStringView take_label(wgs_fuzz_input* input, char* text, size_t capacity) {
    size_t const length = wgs_fuzz_below(input, (unsigned)capacity);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)wgs_fuzz_byte(input);
    return (WGPUStringView){.data = text, .length = length};
}

static void add_buffers(subject* s, wgs_fuzz_input* input) {
    size_t const count = wgs_fuzz_below(input, MOST_BUFFERS) + 1;
    for (size_t i = 0; i < count; i++) {
        char text[6];
        WGPUStringView const label = take_label(input, text, sizeof text);
        bool const imported = wgs_fuzz_below(input, 4) == 0;
        uint64_t const size = ((uint64_t)wgs_fuzz_byte(input) + 1) * 4 << wgs_fuzz_below(input, 24);
        WGPUBufferUsage usage = WGS_USAGE_ALL & ~(WGPUBufferUsage)3;
        if (wgs_fuzz_below(input, 2) == 0)
            usage &= ~WGPUBufferUsage_QueryResolve;
        WGSBuffer buffer;
        WGSStatus const status =
            wgs_graph_add_buffer(s->graph, imported, label, size, usage, &buffer, "fuzz", NULL);
        FUZZ_CHECK(status == WGSStatus_Success);
    }
}

static void add_nodes(subject* s, wgs_fuzz_input* input) {
    size_t const count = wgs_fuzz_below(input, MOST_NODES + 1);
    for (size_t i = 0; i < count; i++) {
        char text[6];
        WGPUStringView const label = take_label(input, text, sizeof text);
        wgs_use uses[MOST_USES];
        size_t const use_count = wgs_fuzz_below(input, MOST_USES + 1);
        for (size_t u = 0; u < use_count; u++) {
            WGSBuffer const buffer =
                s->graph->buffers[wgs_fuzz_below(input, (unsigned)s->graph->buffer_count)];
            uses[u] = (wgs_use){
                .buffer = buffer,
                .access = (WGSAccess)(wgs_fuzz_below(input, WGSAccess_Index) + 1),
                .size = buffer->size};
        }
        WGSNode node;
        WGSStatus const status = wgs_graph_add_node(
            s->graph, WGS_NODE_CALLBACK, label, use_count, uses, 0, NULL, &node, "fuzz", NULL);
        FUZZ_CHECK(status == WGSStatus_Success);
    }
}

static void add_dependencies(subject* s, wgs_fuzz_input* input) {
    size_t const count = wgs_fuzz_below(input, MOST_DEPENDENCIES + 1);
    unsigned const nodes = (unsigned)s->graph->node_count;
    for (size_t i = 0; i < count && nodes > 0; i++) {
        unsigned const node = wgs_fuzz_below(input, nodes);
        unsigned const dependency = wgs_fuzz_below(input, nodes);
        WGSStatus const status = wgs_graph_add_dependency(
            s->graph, s->graph->nodes[node], s->graph->nodes[dependency], "fuzz", NULL);
        FUZZ_CHECK(status == WGSStatus_Success);
        if (node != dependency)
            s->before[dependency][node] = true;
        s->forward = s->forward || dependency > node;
    }
}

/* Two nodes conflict when both use a buffer and one of them writes it. */
static bool conflict(WGSNode a, WGSNode b) {
    for (size_t i = 0; i < a->use_count; i++)
        for (size_t j = 0; j < b->use_count; j++)
            if (a->uses[i].buffer == b->uses[j].buffer &&
                (wgs_access_writes(a->uses[i].access) || wgs_access_writes(b->uses[j].access)))
                return true;
    return false;
}

/* Completes `before`. Returns whether some node would have to run before itself. */
static bool close_before(subject* s) {
    size_t const count = s->graph->node_count;
    for (size_t b = 0; b < count; b++)
        for (size_t a = 0; a < b; a++)
            s->before[a][b] = s->before[a][b] || conflict(s->graph->nodes[a], s->graph->nodes[b]);
    for (size_t via = 0; via < count; via++)
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < count; b++)
                s->before[a][b] = s->before[a][b] || (s->before[a][via] && s->before[via][b]);
    for (size_t a = 0; a < count; a++)
        if (s->before[a][a])
            return true;
    return false;
}

/* The order is the one that always takes the earliest node that waits for nothing. */
static void check_order(subject const* s, wgs_plan const* plan) {
    bool done[MOST_NODES] = {false};
    FUZZ_CHECK(plan->node_count == s->graph->node_count);
    for (size_t place = 0; place < plan->node_count; place++) {
        size_t next = 0;
        for (bool waits = true; waits; next += waits ? 1 : 0) {
            FUZZ_CHECK(next < plan->node_count);
            waits = done[next];
            for (size_t a = 0; a < plan->node_count; a++)
                waits = waits || (s->before[a][next] && !done[a]);
        }
        FUZZ_CHECK(plan->order[place] == s->graph->nodes[next]);
        FUZZ_CHECK(s->forward || next == place);
        done[next] = true;
    }
}

static bool uses_buffer(WGSNode node, WGSBuffer buffer) {
    for (size_t u = 0; u < node->use_count; u++)
        if (node->uses[u].buffer == buffer)
            return true;
    return false;
}

/* live[b][p]: buffer b holds something at place p. */
static void find_live(wgs_plan const* plan, WGSBuffer buffer, bool live[MOST_NODES]) {
    for (size_t p = 0; p < plan->node_count; p++) {
        bool started = false;
        bool goes_on = false;
        for (size_t q = 0; q < plan->node_count; q++) {
            bool const used = uses_buffer(plan->order[q], buffer);
            started = started || (used && q <= p);
            goes_on = goes_on || (used && q >= p);
        }
        live[p] = started && goes_on;
    }
}

/* The slots of buffers, and what each slot has to be. */
static void check_slots(subject const* s, wgs_plan const* plan) {
    WGSGraph const graph = s->graph;
    bool live[MOST_BUFFERS][MOST_NODES] = {{false}};
    wgs_slot expected[MOST_BUFFERS] = {{0}};
    uint64_t logical = 0;
    uint32_t used_count = 0;
    for (size_t b = 0; b < graph->buffer_count; b++) {
        WGSBuffer const buffer = graph->buffers[b];
        uint32_t const slot = plan->slot_of_buffer[b];
        find_live(plan, buffer, live[b]);
        bool const used = memchr(live[b], true, sizeof live[b]) != NULL;
        FUZZ_CHECK((slot != WGS_NO_SLOT) == (used && !buffer->imported));
        if (slot == WGS_NO_SLOT)
            continue;
        FUZZ_CHECK(slot < plan->slot_count);
        if (expected[slot].size < buffer->size)
            expected[slot].size = buffer->size;
        expected[slot].usage |= buffer->usage;
        logical += buffer->size;
        used_count++;
        for (size_t other = 0; other < b; other++)
            for (size_t p = 0; plan->slot_of_buffer[other] == slot && p < plan->node_count; p++)
                FUZZ_CHECK(!live[b][p] || !live[other][p]);
    }
    uint64_t physical = 0;
    for (size_t slot = 0; slot < plan->slot_count; slot++) {
        FUZZ_CHECK(plan->slots[slot].size == expected[slot].size && expected[slot].size > 0);
        FUZZ_CHECK(plan->slots[slot].usage == expected[slot].usage);
        physical += expected[slot].size;
    }
    FUZZ_CHECK(plan->transient_count == used_count);
    FUZZ_CHECK(plan->logical_bytes == logical && plan->physical_bytes == physical);
    FUZZ_CHECK(physical <= logical);
    for (size_t p = 0; p < plan->node_count; p++) {
        uint64_t held = 0;
        for (size_t b = 0; b < graph->buffer_count; b++)
            held += live[b][p] && !graph->buffers[b]->imported ? graph->buffers[b]->size : 0;
        FUZZ_CHECK(held <= physical);
    }
}

static void check_explain(subject const* s, wgs_plan const* plan) {
    static char text[MOST_TEXT];
    for (int format = WGSExplainFormat_Text; format <= WGSExplainFormat_DOT; format++) {
        size_t const needed =
            wgs_explain(s->graph, plan, (WGSExplainFormat)format, text, sizeof text);
        FUZZ_CHECK(needed <= sizeof text && strlen(text) + 1 == needed);
        size_t at;
        FUZZ_CHECK(format != WGSExplainFormat_JSON || wgs_json_is_valid(text, &at));
    }
}

int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    wgs_fuzz_input input = {.data = data, .size = size};
    subject s = {0};
    open_graph(&s);
    add_buffers(&s, &input);
    add_nodes(&s, &input);
    add_dependencies(&s, &input);
    bool const cycle = close_before(&s);
    wgs_plan plan;
    WGSError error;
    WGSStatus const status = wgs_plan_build(s.graph, &plan, "fuzz", &error);
    FUZZ_CHECK(cycle == (status != WGSStatus_Success));
    if (status == WGSStatus_Success) {
        check_order(&s, &plan);
        check_slots(&s, &plan);
        check_explain(&s, &plan);
        wgs_plan_free(&plan);
    } else {
        FUZZ_CHECK(error.detail == WGSErrorId_DependencyCycle);
    }
    wgs_graph_release(s.graph);
    FUZZ_CHECK(s.memory.live == 0);
    return 0;
}
