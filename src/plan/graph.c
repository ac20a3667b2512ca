/* SPDX-License-Identifier: MIT */
#include "plan/graph.h"

#include <string.h>

#include "base/error.h"
#include "plan/node.h"

WGSStatus wgs_graph_create(
    WGSContext context,
    WGSAllocator allocator,
    wgs_capabilities const* capabilities,
    wgs_graph_hooks hooks,
    WGPUStringView label,
    WGSGraph* graph,
    char const* function,
    WGSError* error) {
    WGSGraph const made = wgs_allocate(&allocator, 1, sizeof *made);
    char* const label_copy = wgs_copy_string(&allocator, label);
    if (made == NULL || label_copy == NULL) {
        wgs_free(&allocator, made);
        wgs_free(&allocator, label_copy);
        return wgs_error_memory(error, function);
    }
    made->references = 1;
    made->context = context;
    made->allocator = allocator;
    made->capabilities = capabilities;
    made->hooks = hooks;
    made->open_condition = WGS_NO_CONDITION;
    made->label = label_copy;
    *graph = made;
    return WGSStatus_Success;
}

void wgs_graph_add_ref(WGSGraph graph) { graph->references++; }

static void free_buffer(WGSAllocator const* allocator, WGSBuffer buffer) {
    wgs_free(allocator, buffer->table);
    wgs_free(allocator, buffer->label);
    wgs_free(allocator, buffer);
}

static void free_value(WGSAllocator const* allocator, WGSValue value) {
    wgs_free(allocator, value->label);
    wgs_free(allocator, value);
}

void wgs_graph_release(WGSGraph graph) {
    if (graph == NULL || --graph->references > 0)
        return;
    wgs_graph_roll_back(graph, (wgs_graph_mark){0});
    graph->hooks.release_graph(graph);
    WGSAllocator const allocator = graph->allocator;
    wgs_free(&allocator, graph->additions);
    wgs_free(&allocator, graph->texts);
    wgs_free(&allocator, graph->conditions);
    wgs_free(&allocator, graph->nodes);
    wgs_free(&allocator, graph->values);
    wgs_free(&allocator, graph->buffers);
    wgs_free(&allocator, graph->label);
    wgs_free(&allocator, graph);
}

WGSStatus wgs_graph_add_text(
    WGSGraph graph,
    char const* text,
    size_t size,
    char const** copy,
    char const* function,
    WGSError* error) {
    char* const made = wgs_allocate(&graph->allocator, size, 1);
    void* array = graph->texts;
    if (made == NULL ||
        !wgs_reserve_one(
            &graph->allocator, &array, graph->text_count, &graph->text_capacity, sizeof made)) {
        wgs_free(&graph->allocator, made);
        return wgs_error_memory(error, function);
    }
    graph->texts = array;
    memcpy(made, text, size);
    graph->texts[graph->text_count++] = made;
    *copy = made;
    return WGSStatus_Success;
}

WGSStatus wgs_graph_check_open(WGSGraph graph, char const* function, WGSError* error) {
    if (graph == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: graph is NULL",
            function);
    if (graph->compiled)
        return wgs_error(
            error,
            WGSStatus_InvalidState,
            WGSErrorId_GraphCompiled,
            "%s: the graph was compiled and takes no more nodes, buffers or values",
            function);
    return WGSStatus_Success;
}

wgs_graph_mark wgs_graph_get_mark(WGSGraph graph) {
    return (wgs_graph_mark){
        .buffer_count = graph->buffer_count,
        .value_count = graph->value_count,
        .node_count = graph->node_count,
        .text_count = graph->text_count,
        .condition_count = graph->condition_count,
        .open_condition = graph->open_condition,
        .addition_count = graph->addition_count};
}

static void take_back(WGSAllocator const* allocator, wgs_addition const* addition) {
    WGSNode const node = addition->node;
    if (!addition->is_publication) {
        node->dependency_count--;
        return;
    }
    wgs_free(allocator, node->publication);
    node->publication = NULL;
}

void wgs_graph_roll_back(WGSGraph graph, wgs_graph_mark mark) {
    WGSAllocator const* const allocator = &graph->allocator;
    if (graph->hooks.release_objects != NULL)
        graph->hooks.release_objects(graph, mark);
    while (graph->addition_count > mark.addition_count) /* before any node is freed */
        take_back(allocator, &graph->additions[--graph->addition_count]);
    while (graph->node_count > mark.node_count)
        wgs_node_free(allocator, graph->nodes[--graph->node_count]);
    while (graph->text_count > mark.text_count)
        wgs_free(allocator, graph->texts[--graph->text_count]);
    while (graph->condition_count > mark.condition_count)
        wgs_free(allocator, graph->conditions[--graph->condition_count].label);
    graph->open_condition = (uint32_t)mark.open_condition;
    while (graph->value_count > mark.value_count)
        free_value(allocator, graph->values[--graph->value_count]);
    while (graph->buffer_count > mark.buffer_count)
        free_buffer(allocator, graph->buffers[--graph->buffer_count]);
}
